import AhaBase
import AhaTestSupport
import Glibc
import Testing

/// Owner of another user's files.
private let stranger: uid_t = 65_534

extension Trait where Self == ConditionTrait {
  static var needsRoot: Self {
    .enabled(if: geteuid() == 0, "NOT TESTED: only root can make a file of another user")
  }
}

@Suite("Symbolic links at an output")
struct OutputLinkTests {
  let folder = TemporaryFolder()

  init() {
    folder.write([1], to: "victim")
    folder.makeFolder("shared")
    chmod(folder.file("shared"), 0o1777)
  }

  private func plant(_ name: String, to target: String, owner: uid_t) {
    symlink(target, folder.file(name))
    lchown(folder.file(name), owner, gid_t(owner))
  }

  private func refusal(of name: String, _ links: OutputLinks = .followed) -> AhaError? {
    failure {
      let file = try ReplacementFile(for: FilePath(folder.file(name)), links: links)
      try file.stream.write([42])
      try file.commit()
    }
  }

  @Test(.needsRoot, arguments: [("shared/mix.wav", "../victim"), ("shared/new.wav", "../absent")])
  func linksOfOtherUsersInASharedStickyFolderAreRefused(name: String, target: String) {
    plant(name, to: target, owner: stranger)
    let error = refusal(of: name)
    #expect(error?.code == .access && error?.line.contains("uid 65534") == true)
    #expect(folder.bytes(of: "victim") == [1] && !folder.exists("absent"))
  }

  @Test(.needsRoot)
  func linksOnTheWayAreRefused() {
    folder.makeFolder("home")
    plant("shared/way", to: "../home", owner: stranger)
    symlink("shared/way", folder.file("own"))
    for name in ["shared/way/mix.wav", "own/mix.wav", "home/../shared/way/./mix.wav"] {
      #expect(refusal(of: name)?.code == .access, "\(name)")
    }
    #expect(!folder.exists("home/mix.wav"))
  }

  /// Root owns neither the folder nor one of the two links.
  @Test(.needsRoot, arguments: [geteuid(), stranger])
  func linksOfTheCallerAndOfTheFoldersOwnerAreFollowed(owner: uid_t) {
    chown(folder.file("shared"), stranger, gid_t(stranger))
    plant("shared/link", to: "../victim", owner: owner)
    #expect(refusal(of: "shared/link") == nil && folder.bytes(of: "victim") == [42])
  }

  /// Folders that not all users can write to, or that are not sticky.
  @Test(.needsRoot, arguments: [mode_t(0o1755), 0o777])
  func linksInOtherFoldersAreFollowed(mode: mode_t) {
    chmod(folder.file("shared"), mode)
    plant("shared/link", to: "../victim", owner: stranger)
    #expect(refusal(of: "shared/link") == nil && folder.bytes(of: "victim") == [42])
  }

  @Test func bytesFromTheNetworkFollowNoLink() {
    symlink("victim", folder.file("link"))
    symlink("absent", folder.file("dangling"))
    for name in ["link", "dangling"] {
      let error = refusal(of: name, .refused)
      #expect(error?.code == .access && error?.line.contains("symbolic link") == true, "\(name)")
    }
    #expect(folder.bytes(of: "victim") == [1] && !folder.exists("absent"))
    #expect(refusal(of: "plain", .refused) == nil)
  }

  @Test func linksThatLeadInACircleEnd() {
    symlink("circle", folder.file("circle"))
    #expect(refusal(of: "circle/mix.wav") != nil)
  }
}
