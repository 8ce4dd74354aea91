import AhaAnalysis
import AhaArguments
import AhaBase
import AhaPicture
import AhaPiece

// Declared in AhaArguments for AhaOnlineABI.

@used @_silgen_name("libaha_make_cover_maker")
public func definedCoverMaker() -> any CoverMaker { PieceCoverMaker() }

@used @_silgen_name("libaha_measure")
public func definedMeasure(
  _ sound: any ByteStream, job: Job
) throws(AhaError) -> (guess: Piece.Guess, loudness: Double?) {
  let analysis = try Analysis(of: sound, job: job)
  return (analysis.guess, analysis.loudness)
}

@used @_silgen_name("libaha_draw_chart")
public func definedDraw(
  _ chart: BarChart, title: String, to path: FilePath
) throws(AhaError) {
  try chart.drawn(title: title).save(to: path)
}
