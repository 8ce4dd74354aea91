"""32 pieces of many kinds for tempo: no weight was fitted to them, and none may be."""

from score import Part, Piece

BACK = "....x.......x..."
EIGHTH, SIXTEENTH = "x.x.x.x.x.x.x.x.", "x" * 16
ODE = ("E4 E F G G F E D C C D E E:1.5 D:.5 D:2 "
       "E E F G G F E D C C D E D:1.5 C:.5 C:2")
TWINKLE = "C5 C G G A A G:2 F F E E D D C:2 G G F F E E D:2 G G F F E E D:2"
FRERE = ("F4 G A F F G A F A A# C5:2 A4 A# C5:2 "
         "C5:.5 D:.5 C:.5 A#4:.5 A F C5:.5 D:.5 C:.5 A#4:.5 A F")
SAINTS = "- C4 E F G:4 - C E F G:4 - C E F G:2 E:2 C:2 E:2 D:4"
GRACE = "D5:2 F#:.5 D:.5 F#:2 E D:2 B4 A:2 A D5:2 F#:.5 D:.5 F#:2 E A:3 A:3"
SLEEVES = ("C5:2 D E:1.5 F:.5 E D:2 B4 G:1.5 A:.5 B C5:2 A4 A:1.5 G#:.5 A B:2 G# E:3 "
           "C5:2 D E:1.5 F:.5 E D:2 B4 G:1.5 A:.5 B C5:1.5 B4:.5 A G#:1.5 F#:.5 G# A:3 A:3")
MINUET = ("D5 G4:.5 A:.5 B:.5 C5:.5 D G4 G E5 C:.5 D:.5 E:.5 F#:.5 G G4 G "
          "C5 D:.5 C:.5 B4:.5 A:.5 B C5:.5 B4:.5 A:.5 G:.5 F# G:.5 A:.5 B:.5 G:.5 A:3")
DANUBE = "D4 F# A A:2 A5:.5 - :.5 A - F#:.5 - :.5 F# - D4 D F# A A:2".replace("- :.5", "-:.5")
AULD = ("F4:1.5 F:.5 F A G:1.5 F:.5 G A F:1.5 F:.5 A C5 D:3 D C:1.5 A4:.5 A F "
        "G:1.5 F:.5 G A F:1.5 D:.5 D C F:3 C")
HUNDREDTH = "G4 G F# E D G A B:2 - B B B A G C5 B4 A:2 - G A B A G E F# G:2 -"
INVENTION = ("C5:.25 D:.25 E:.25 F:.25 D:.25 E:.25 C:.25 G:.5 C6:.5 B5:.5 C6:.5 D6:.25 "
             "G5:.25 A:.25 B:.25 C6:.25 A5:.25 B:.25 G:.25 D6:.5 G:.5 F6:.5 G:.75")
JIG = ("G5:.333 F#:.333 G:.334 B:.333 A:.333 G:.334 E:.333 G:.333 B:.334 D6:.667 B5:.333 "
       "C6:.333 B5:.333 A:.334 B:.333 A:.333 G:.334 F#:.667 D:.333 D:1")


def band(name, bpm, chords, parts, kick="", snare="", hat="", **more):
    """With a drummer; one bar of steps each."""
    drums = {"k": kick, "s": snare, "h": hat, **more.pop("drums", {})}
    return Piece(name, bpm, chords, parts, {sign: steps for sign, steps in drums.items() if steps},
                 **more)


def ballads():
    return [
        band("ballad, piano chords", 56, "C Am F G", [
            Part(0, "x...x...x...x..."), Part(33, "b.......b.b....."),
            Part(73, melody="E5:3 D:.5 C:.5 A4:3 - A4:2 G:1.5 F:.5 G:3 -")],
            "x.......x.......", "", EIGHTH, drums={"r": BACK}),
        band("ballad, arpeggios", 63, "F Dm Bb C", [
            Part(0, "0.1.2.3.2.1.2.1."), Part(48, "x...............", velocity=60)]),
        band("ballad, picked guitar", 52, "G Em C D", [
            Part(24, "b.1.2.1.b.1.3.2."), Part(73, melody="D5:2 B4 D5 G:3 F#:1 E:2 D C B4:4")]),
        band("soul in twelve eighths", 58, "A D A E7", [
            Part(4, "x.x.x.x.x.x.", length=2), Part(33, "b.....b..b.b")],
            "x.....x..x..", "...x.....x..", "xxxxxxxxxxxx", per_beat=3),
        band("rock ballad", 68, "D A Bm G", [
            Part(29, "x.......x.......", velocity=70), Part(33, "b.b.b.b.b.b.b.b.")],
            "x......xx.x.....", BACK, EIGHTH),
        band("Amazing Grace", 70, "D D G D D D A A", [
            Part(0, "b.x.x."), Part(40, melody=GRACE)], per_beat=2, bar=3),
    ]


def dances():
    return [
        band("two-step drum and bass", 174, "Am F", [
            Part(38, "b.....b...b....."), Part(89, "x" + 31 * ".", velocity=60)],
            "x.........x.....", BACK, EIGHTH),
        band("broken drum and bass", 165, "Em Em C D", [Part(38, "b..b......b.....")],
             "x.x.......xx....", "....x..x.x..x..x", EIGHTH),
        band("liquid drum and bass", 170, "Dm Bb F C", [
            Part(0, "0.1.2.3.1.2.3.4."), Part(33, "b.........b.....")],
            "x.........x.....", BACK, SIXTEENTH),
        band("drum and bass with a break", 161, "Gm Gm Eb F", [
            Part(87, "b...b..b........"), Part(81, "......x.....x...", length=2)],
            "x..x......x.....", "....x..x....x...", "x.xxx.x.x.xxx.x."),
        band("house with stabs", 124, "Am G F G", [
            Part(0, "..x..x....x..x..", length=1), Part(38, "..b...b...b...b.", length=2)],
            "x...x...x...x...", "", "..x...x...x...x.", drums={"c": BACK}),
        band("deep house", 118, "Dm7 Gm7", [
            Part(4, "x..x..x.......x.", length=2), Part(33, "b..b...bb..b..b.", length=2)],
            "x...x...x...x...", "", SIXTEENTH, drums={"c": BACK, "o": "..x...x...x...x."}),
        band("techno", 132, "Am", [Part(80, "0.01..0.02..1.0.", length=1)],
             "x...x...x...x...", "", "..x...x...x...x."),
        band("trance", 138, "Am F C G", [
            Part(81, "0123012301230123", length=1), Part(38, ".bbb.bbb.bbb.bbb", length=1)],
            "x...x...x...x...", "", "..x...x...x...x."),
        band("disco", 116, "Em A Em A", [
            Part(27, "x.xxx.xxx.xxx.xx", length=1), Part(33, "b.fbb.fbb.fbb.fb", length=2)],
            "x...x...x...x...", BACK, "..x...x...x...x."),
    ]


def threes():
    return [
        band("The Blue Danube", 168, "D D D A A A A D", [
            Part(48, melody=DANUBE), Part(0, "bxx", length=1)], per_beat=1, bar=3),
        band("Greensleeves", 108, "Am G Am E C G Am E", [
            Part(24, "b.x.x."), Part(73, melody=SLEEVES)], per_beat=2, bar=3),
        band("minuet", 126, "G C G C G D G D", [
            Part(6, melody=MINUET), Part(6, "b.....")], per_beat=2, bar=3),
        band("slow waltz", 88, "C Am Dm G", [
            Part(21, "b.x.x."), Part(21, melody="G5:2 E C:3 F5:2 D B4:3")], per_beat=2, bar=3),
        band("jig", 112, "G Em C D", [Part(40, melody=JIG), Part(24, "b.xb.x")], per_beat=3, bar=2),
    ]


def tunes():
    return [
        band("Ode to Joy, flute", 120, "C", [Part(73, melody=ODE)]),
        band("Twinkle, piano", 100, "C C F C F C G C", [Part(0, melody=TWINKLE),
                                                        Part(0, "0.2.1.2.0.2.1.2.")]),
        band("Frère Jacques, trumpet", 104, "F", [Part(56, melody=FRERE),
            Part(32, "b.......f.......")]),
        band("the Saints", 144, "C C C C C C G G", [
            Part(71, melody=SAINTS), Part(32, "b...f...b...f..."),
            Part(24, "x...x...x...x...", length=2)],
            "x.......x.......", BACK, "", drums={"y": "x...x.x.x...x.x."}, swing=0.16),
        band("Auld Lang Syne, strings", 84, "F C F Bb F C Dm F", [
            Part(48, melody=AULD), Part(48, "x.......x.......", velocity=60)]),
        band("hymn, organ", 76, "G D Em G", [
            Part(19, melody=HUNDREDTH), Part(19, "x...x...x...x...")]),
        band("invention, harpsichord", 72, "C G", [
            Part(6, melody=INVENTION), Part(6, "b.b.b.b.b.b.b.b.")]),
    ]


def songs():
    return [
        band("strummed folk", 96, "G C D G", [
            Part(25, "x...x.xx..x.x.xx"), Part(33, "b.......f.......")]),
        band("reggae", 76, "Am G", [
            Part(27, "..x...x...x...x.", length=1), Part(33, "b..b..b...b.f.b.")],
            "........x.......", "", EIGHTH, drums={"r": "........x......."}),
        band("hip-hop", 88, "Cm Ab", [Part(4, "x......x........"), Part(33, "b..b......b.....")],
             "x..x......x.....", BACK, EIGHTH, swing=0.05),
        band("funk", 102, "E7", [
            Part(36, "b..b..f.b.b..fb.", length=1), Part(27, "..x..xx...x..xx.", length=1)],
            "x..x..x...x.....", "....x..x.x..x...", SIXTEENTH),
        band("march", 116, "Bb F Bb Eb", [
            Part(61, "x...x...x.x.x...", length=2), Part(58, "b...f...b...f...", length=3)],
            "x...x...x...x...", "..x.x.x...x.xxx.", ""),
    ]


PIECES = ballads() + dances() + threes() + tunes() + songs()
