import Glibc

/// Small file systems for a test. Without permission to mount, they are not available.
public enum SmallDisk {
  public static let isPossible: Bool = {
    let folder = TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(folder.path, Int32(MNT_DETACH)) == 0
  }()
}
