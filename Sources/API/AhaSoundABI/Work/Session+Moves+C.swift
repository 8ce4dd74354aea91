import AhaArguments
import AhaBase
import AhaEngine
import AhaProject
import CAha
import Synchronization

extension Session {
  func releaseParameter(_ effect: Effect, parameter: UInt32) throws(AhaError) {
    try timeline.release(effect, parameter: ParameterNumber.index(parameter, of: effect.effectKind))
  }

  func saveMoves(isExact: Bool) throws(AhaError) -> Int { try recordMoves(thins: !isExact) }

  var silentCount: Int { silentTracks.count }

  func silentAt(_ index: UInt32) throws(AhaError) -> Document.ID {
    try element(silentTracks, index, "silent tracks")
  }
}
