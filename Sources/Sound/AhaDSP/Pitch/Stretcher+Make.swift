import AhaBase

// From the input to finished hops of output, one grain at a time.

extension Stretcher {
  func giveInput(_ audio: StereoTarget, frames: Int) -> Int {
    let count = min(frames, parts.ring.written - pulled)
    for index in 0..<max(0, count) {
      let source = parts.ring.index(of: pulled + index)
      audio.left[index] = parts.ring.left[source]
      audio.right[index] = parts.ring.right[source]
    }
    return count
  }

  func giveBlock(_ audio: StereoTarget, frames: Int) -> Int {
    let start = pulled - blockStart
    let count = min(frames, block.frames - start)
    guard start >= 0, count > 0 else { return 0 }
    for index in 0..<count {
      audio.left[index] = block.plane(0)[start + index]
      audio.right[index] = block.plane(1)[start + index]
    }
    return count
  }

  /// Makes the next grain and the hop of output that it completes; false if input is missing.
  mutating func makeGrain() -> Bool {
    let hop = parts.grain.shape.hop
    let middle = Int((Double(next * hop) * speed).rounded())
    guard hasInput(until: middle + 2 * hop + reserve) else { return false }
    parts.grain.begin(
      Grain.Job(
        end: middle + 2 * hop, advanceIn: next == -1 ? hop : middle - self.middle,
        advanceOut: hop, ratio: Double(ratio), formantRatio: formantRatio, isFirst: next == -1))
    let start = (next - 2) * hop
    for step in 0..<parts.grain.stepCount { parts.run(step, at: start) }
    self.middle = middle
    next += 1
    finishBlock(start)
    return true
  }

  /// Input frames needed beyond a grain: for reading transients, and for detecting onsets.
  private var reserve: Int { Int(max(1, ratio) * Float(parts.onsets.end)) + 512 }

  /// Whether the input extends to `frame`; after the end of the input, appends silence.
  private mutating func hasInput(until frame: Int) -> Bool {
    guard parts.ring.written < frame else { return true }
    guard inputLength != nil else { return false }
    let silence = [Float](repeating: 0, count: frame - parts.ring.written)
    silence.withBuffer { zeros in
      parts.append(StereoSource(left: zeros, right: zeros), frames: zeros.count)
    }
    return true
  }

  private mutating func finishBlock(_ start: Int) {
    let hop = block.frames
    let audio = StereoTarget(left: block.plane(0), right: block.plane(1))
    parts.overlap.remove(start, to: audio, count: hop)
    blockStart = start
    guard start >= 0 else { return }
    var done = 0
    while done < hop {
      let run = parts.transient.find(
        start + done, max: hop - done, onsets: parts.onsets, speed: speed, ratio: ratio)
      if let index = run.onset {
        addTransient(audio, start: start, first: done, count: run.count, at: index)
      }
      done += run.count
    }
  }

  private func addTransient(
    _ audio: StereoTarget, start: Int, first: Int, count: Int, at index: Int
  ) {
    let onset = parts.onsets.frame(index)
    let heard = TransientReader.output(onset, speed: speed)
    for frame in first..<(first + count) {
      let distance = start + frame - heard
      let weight = parts.onsets.weight(distance)
      let (left, right) = parts.transient.read(parts.ring, onset: onset, distance: distance)
      audio.left[frame] += weight * left
      audio.right[frame] += weight * right
    }
  }
}
