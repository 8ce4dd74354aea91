import AhaBase

/// The loaded PortAudio copies of the process, and the device list for the host.
///
/// PortAudio never updates its list, and terminating it would end its streams. So while streams are
/// open, a new list comes from a fresh copy of the library. A copy that hangs on a dead server is
/// never called again; the next device is opened in a fresh copy.
public enum DevicePool {
  /// Max copies that hang. With more, another copy would not help.
  private static let maxDead = 256

  static let lock = StaticLock()
  // Invariant: access holds `lock`.
  nonisolated(unsafe) private static var live: [PortAudio] = []
  nonisolated(unsafe) private static var list: [DeviceInfo] = []
  nonisolated(unsafe) private static var firstIsTaken = false
  nonisolated(unsafe) private static var dead = 0
  /// The last hanging call. Until it ends, no new copy is made, which would hang too.
  nonisolated(unsafe) private static var hanging: PortAudio.Call?

  /// Updates the list. Errors: `device`, `limit`.
  public static func load() throws(AhaError) {
    try lock.held { () throws(AhaError) in
      let system = try make()
      list = system.devices
      end(system)
    }
  }

  /// The last list.
  public static var devices: [DeviceInfo] { lock.locked { list } }

  /// Id of the default device in the last list; nil without one.
  static func defaultId(_ direction: DeviceDirection) -> String? {
    lock.locked { find("", direction: direction, in: list)?.id }
  }

  /// The copy and device for a stream; call `release` for it. Errors: `noDevice`, `device`,
  /// `limit`.
  static func lease(_ settings: DeviceSettings) throws(AhaError) -> (PortAudio, DeviceInfo) {
    try lock.held { () throws(AhaError) in
      for system in live.reversed() where !system.isDead {
        if let info = find(settings.id, direction: settings.direction, in: system.devices) {
          system.streams += 1
          return (system, info)
        }
      }
      let system = try make()
      list = system.devices
      guard let info = find(settings.id, direction: settings.direction, in: system.devices) else {
        end(system)
        throw missing(settings)
      }
      system.streams += 1
      live.append(system)
      return (system, info)
    }
  }

  static func release(_ system: PortAudio, isDead: Bool) {
    lock.locked {
      system.streams -= 1
      if isDead, !system.isDead {
        system.isDead = true
        bury(system)
        live.removeAll { $0 === system }
      }
      guard !system.isDead, system.streams == 0 else { return }
      live.removeAll { $0 === system }
      end(system)
    }
  }

  // MARK: The caller holds the lock

  private static func make() throws(AhaError) -> PortAudio {
    guard dead < maxDead else {
      throw AhaError(.limit, "the sound system was stuck \(dead) times")
    }
    if let hanging, !hanging.hasEnded(within: PortAudio.timeoutMilliseconds) {
      throw AhaError(.device, "the sound system still does not answer")
    }
    hanging = nil
    let isCopy = firstIsTaken
    let system = try PortAudio(copy: isCopy)
    do throws(AhaError) { try system.begin() } catch {
      if system.isDead {
        bury(system)
        hanging = system.hangingCall
      }
      throw error
    }
    if !isCopy { firstIsTaken = true }
    return system
  }

  /// Keeps a dead copy for ever: its threads may still run in it.
  private static func bury(_ system: PortAudio) {
    _ = Unmanaged.passRetained(system)
    dead += 1
    if !system.isCopy { firstIsTaken = true }
  }

  private static func end(_ system: PortAudio) {
    system.end()
    if system.isDead {
      bury(system)
    } else if !system.isCopy {
      firstIsTaken = false
    }
  }

  private static func find(
    _ id: String, direction: DeviceDirection, in devices: [DeviceInfo]
  ) -> DeviceInfo? {
    if !id.isEmpty { return devices.first { $0.id == id } }
    return devices.first { direction == .output ? $0.isDefaultOutput : $0.isDefaultInput }
      ?? devices.first { $0.channels(direction) > 0 }
  }

  private static func missing(_ settings: DeviceSettings) -> AhaError {
    if !settings.id.isEmpty { return AhaError(.noDevice, "no device \(settings.id)") }
    let way: StaticString = settings.direction == .output ? "output" : "input"
    return AhaError(.noDevice, "no \(way) device; the id null works without one")
  }
}

extension StaticLock {
  func held<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    lock()
    defer { unlock() }
    return try body()
  }
}
