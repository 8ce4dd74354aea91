import AhaBase
import AhaPicture
import AhaPiece

// Work of Sound for calls of Online. AhaSoundABI defines the functions under these names for the
// linker: AhaOnlineABI does not wait for the code of that module and does not repeat it.

@_silgen_name("libaha_make_cover_maker")
public func makeCoverMaker() -> any CoverMaker

/// Measures a sound. Units of the loudness: LUFS; nil for silence.
@_silgen_name("libaha_measure")
public func measure(
  _ sound: any ByteStream, job: Job
) throws(AhaError) -> (guess: Piece.Guess, loudness: Double?)

@_silgen_name("libaha_draw_chart")
public func draw(_ chart: BarChart, title: String, to path: FilePath) throws(AhaError)
