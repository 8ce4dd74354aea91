import AhaBase
import AhaDSP

// Replaces the mix of a sound's channels, at the same position.
extension Voices {
  /// An audible resident sound crossfades, a streamed one fades out and in; a sound that fades
  /// continues with its mix until the fade ends.
  /// - Parameter mix: Has no effect if the player plays another sound.
  @_noLocks
  mutating func setMix(_ index: Int, to mix: Reference<NextSound>) {
    dropMix(index)
    guard table[index].source.id == mix.value.source.id else {
      return retireSound(mix.value.source, of: index)
    }
    table[index].pendingMix = mix
    if !table[index].isSounding {
      adoptMix(index)
    } else if table[index].stream != nil, table[index].phase == .playing {
      table[index].fade(then: .rejoin, over: edge(nil))
    } else {
      crossfadeMix(index)
    }
  }

  /// Crossfades into the pending mix, unless another fade or tail must end first.
  @_noLocks
  mutating func crossfadeMix(_ index: Int) {
    guard let mix = table[index].pendingMix, table[index].phase == .playing,
      table[index].stream == nil, !table[index].hasTail, !table[index].main.isPastEnd
    else { return }
    let fade = edge(mix.value.fade)
    leaveFormer(index)
    table[index].leaveTail(over: fade)
    table[index].isTailFormer = table[index].hasTail
    table[index].adoptMix()
    table[index].main.mix.smoothing.jump(to: 0)
    table[index].main.open(over: fade)
    finishFormer(index)
  }

  /// Makes the pending mix of an inaudible sound the present one.
  @_noLocks
  mutating func adoptMix(_ index: Int) {
    guard table[index].pendingMix != nil else { return }
    leaveFormer(index)
    table[index].adoptMix()
    finishFormer(index)
    table[index].raiseNextPace()
  }

  /// Gives up the pending mix.
  @_noLocks
  mutating func dropMix(_ index: Int) {
    guard let mix = table[index].pendingMix else { return }
    table[index].pendingMix = nil
    retireSound(mix.value.source, of: index)
  }
}

extension Voice {
  /// Precondition: no former sound.
  @_noLocks
  fileprivate mutating func adoptMix() {
    guard let new = pendingMix?.value.source else { return }
    let position = nextPosition
    (former, pendingMix, hasHistory) = (source, nil, false)
    (source.planes, source.stream, source.mix) = (new.planes, new.stream, new.mix)
    // The host may have set another loop since then.
    if new.loop.begin == loop.begin, new.loop.end == loop.end, new.range == range {
      source.loop = new.loop
    }
    if stream != nil {
      (source.readIndex, source.readStart) = (0, 0)
      move(to: position)
    }
  }
}
