import AhaAnalysis
import AhaArguments
import AhaBase
import AhaDevice
import AhaEngine
import AhaProject
import CAha
import Synchronization

extension Recovery: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_RECOVERY, noun: "recovery") }
}

extension Engine: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_ENGINE, noun: "engine") }

  public static var releaseBlocks: Bool { true }

  public func began(_ handle: UInt) throws(AhaError) {
    tag.store(handle, ordering: .relaxed)
    let master = try master()
    let parent = OpaquePointer(bitPattern: handle)
    master.tag.store(try Handle.make(master, parent: parent), ordering: .relaxed)
    Log.debug("engine at \(settings.sampleRate) Hz")
  }

  public func ended(_ handle: UInt) {
    close()
    Handle.endChildren(of: handle)
    Log.debug("engine released after \(position) frames")
  }
}

extension LiveInput: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_INPUT, noun: "input") }

  public func began(_ handle: UInt) { tag.store(handle, ordering: .relaxed) }

  public func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

extension Bus: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_BUS, noun: "bus") }

  /// The master bus belongs to its engine.
  public var keepsLastOwner: Bool { isMaster }

  public func began(_ handle: UInt) { tag.store(handle, ordering: .relaxed) }

  public func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

extension Sound: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_SOUND, noun: "sound") }
}

extension Player: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_PLAYER, noun: "player") }

  public func began(_ handle: UInt) { tag.store(handle, ordering: .relaxed) }

  public func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

extension Recorder: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_RECORDER, noun: "recorder") }

  public func began(_ handle: UInt) { tag.store(handle, ordering: .relaxed) }

  public func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

extension Effect: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_EFFECT, noun: "effect") }
}

extension Device: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_DEVICE, noun: "device") }

  public static var releaseBlocks: Bool { true }

  public func began(_ handle: UInt) { tag.store(handle, ordering: .relaxed) }

  public func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    close()
  }
}

extension Session: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_SESSION, noun: "session") }

  public func ended(_ handle: UInt) { close() }
}

extension Project: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_PROJECT, noun: "project") }

  public func ended(_ handle: UInt) { history.abandonEdit() }
}

extension AnalysisRun: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_ANALYSIS, noun: "analysis") }
}

extension Player {
  public static var chain: HandleKind { kind.alias("chain") }
}

extension Bus {
  public static var chain: HandleKind { kind.alias("chain") }
}
