import AhaBase
import AhaCodec
import AhaEngine
import AhaPiece

/// One running conversion.
struct ConversionRun {
  private let conversion: Conversion
  private let settings: Conversion.Settings
  private let job: Job

  init(_ conversion: Conversion, settings: @escaping Conversion.Settings, job: Job) {
    (self.conversion, self.settings, self.job) = (conversion, settings, job)
  }

  func run(_ input: any ByteStream, to output: Output) throws(AhaError) {
    job.enter(.decoding)
    let stream = conversion.rules.applied(to: input).reading(until: job.cancellation)
    let decoder = try Decoder(stream)
    let sound = try ConvertedSound(decoder, conversion: conversion, settings: settings, job: job)
    guard let tags = tags(of: stream, in: sound) else {
      return try sound.write(OutputWriter(output, settings: sound.settings, job: job), job: job)
    }
    let writer = try OutputWriter(output, settings: sound.settings, job: job) {
      (plain, target) throws(AhaError) in try tags.write(beside: plain, to: target)
    }
    try sound.write(writer, job: job)
  }

  /// Nil if the output gets no tags. Tags that cannot be read do not stop a conversion.
  private func tags(of stream: any ByteStream, in sound: ConvertedSound) -> CarriedTags? {
    guard conversion.keepsTags, CarriedTags.canWrite(to: sound.settings.container) else {
      return nil
    }
    do throws(AhaError) {
      var tags = try CarriedTags(of: stream)
      tags.keepPart(from: conversion.begin, to: conversion.end, sampleRate: sound.sampleRate)
      if sound.changesLevel { tags.dropLevels() }
      return tags.isEmpty ? nil : tags
    } catch {
      if error.code != .unknownFormat { Log.warning("without its tags: \(error.line)") }
      return nil
    }
  }
}

/// The frames of a conversion, and how they are written.
private struct ConvertedSound {
  let settings: EncodeSettings
  let changesLevel: Bool
  private let reader: FrameReader
  private let envelope: Envelope
  /// Length by the header, at the output's rate; 0 if unknown.
  private let expected: Int64

  var sampleRate: Int { settings.sampleRate }

  /// Max frames read between checks for cancelling.
  private static let portion = 4096

  init(
    _ decoder: Decoder, conversion: Conversion, settings: Conversion.Settings, job: Job
  ) throws(AhaError) {
    let format = decoder.format
    let maximum = try settings(format, format.sampleRate, 1).container.maximumChannels
    let same = format.channels <= maximum ? format.channels : 2
    let channels = conversion.channels == 0 ? same : conversion.channels
    // The reader converts the rate, so that fades and loudness are those of the file.
    let rate = try settings(format, format.sampleRate, channels).outputRate
    let plan = try settings(format, rate, channels)
    guard plan.level == nil || channels <= 2 else {
      throw AhaError(
        .unsupported,
        "\(decoder.name) has \(channels) channels: only 1 or 2 are brought to a level")
    }
    guard plan.container.hasOrder(of: format.container, channels: channels) else {
      throw AhaError(
        .unsupported,
        "\(decoder.name) has \(channels) channels, and their order in Ogg is another one: choose 1,"
          + " 2 or 4 channels, or another format")
    }
    let frames = { (time: Int64) in
      Int64((Double(time) * Double(format.sampleRate) / 1e6).rounded())
    }
    let begin = frames(conversion.begin)
    var count = conversion.end.map { max(1, frames($0) - begin) }
    if conversion.fadeOut > 0 {
      let length = try decoder.measureLength { _ in !job.isCancelled }
      count = max(0, min(count ?? length, length - begin))
    }
    reader = try FrameReader(decoder, from: begin, count: count, channels: channels, to: rate)
    expected = convertedLength(of: reader.expectedFrames, from: format.sampleRate, to: rate)
    let length = count.map { convertedLength(of: $0, from: format.sampleRate, to: rate) } ?? 0
    let faded = { (time: Int64) in Int64((Double(time) * Double(rate) / 1e6).rounded()) }
    envelope = Envelope(
      length: length, fadeIn: faded(conversion.fadeIn),
      fadeOut: min(length, faded(conversion.fadeOut)), shape: conversion.shape)
    changesLevel = !envelope.isFlat || plan.level != nil
    let isCopied = rate == format.sampleRate && channels == format.channels && !changesLevel
    self.settings = isCopied ? plan.withoutNeedlessDither(for: format) : plan
  }

  func write(_ writer: OutputWriter, job: Job) throws(AhaError) {
    job.enter(.rendering)
    let channels = reader.channels
    let buffer = try SampleBuffer(channels: 1, frames: ConvertedSound.portion * channels)
    var done: Int64 = 0
    while true {
      try job.throwIfCancelled()
      let block = buffer.plane(0)
      let got = try reader.read(block, frames: ConvertedSound.portion)
      if got == 0 { break }
      envelope.apply(to: block, frames: got, channels: channels, at: done)
      try writer.write(block, count: got)
      done += Int64(got)
      job.report(frames: done, of: settings.work(max(done, expected)))
    }
    guard done > 0 else { throw AhaError(.empty, "\(reader.name) has no sound in this part") }
    try writer.finish()
  }
}

extension Container {
  /// Whether channels are stored in one order in both. Source: as of `ChannelPosition.oggOrder`.
  fileprivate func hasOrder(of other: Container, channels: Int) -> Bool {
    [1, 2, 4].contains(channels) || channels > 8 || (self == .ogg) == (other == .ogg)
  }
}
