"""The text of the list's rows, and of the line below it."""

from collections.abc import Sequence

import aha
from PIL import Image, ImageDraw
from rich.text import Text
from textual_image.renderable import Image as Renderable
from textual_image.renderable import SixelImage, TGPImage

from .drawing import clock, columns, fit, meter, wave
from .model_sound import peak_db
from .model_sounds import HAS_DEMO
from .model_work import Work

#: Columns of the waveform, or of the level of a playing sound.
STRIP = 14
#: The terminal draws pictures, by sixels or as kitty does: the import has asked it.
HAS_PICTURES = Renderable in (SixelImage, TGPImage)


#: What an empty list says.
START = (" d adds eight loops to try: those of libaha's demo.\n"
         " No sounds here. s scans a folder; a pasted or dragged path is scanned too.\n"
         " ? shows all keys of a room, 1 to 6 are the rooms, ctrl+p finds a command by its name.")


def row_of(work: Work, item: aha.Item, width: int) -> Text:
    """One item: playable with its facts, or dim with the reason why not."""
    play = work.sounding.plays.get(item.number)
    mark = " " if play is None else "⟳" if play.player.loop else "▶"
    if fault := work.sounds.why_not(item):
        return Text(f"{mark} ✗ {fit(item.title, max(8, width - 50))} {fit(fault, 45)}", "dim")
    tempo = f"{item.tempo_bpm:.0f}" if item.tempo_bpm else ""
    loudness = "" if item.loudness_lufs is None else f"{item.loudness_lufs:.1f}"
    facts = f"{clock(item.length_us, short=True):>6} {tempo:>4} {fit(item.key, 9)} {loudness:>6} "
    if play is not None:
        strip = meter(peak_db(play.bus), STRIP)
    else:
        levels = work.sounds.wave(item.place, start=False)
        strip = wave(levels, STRIP) if levels else ""
    title = item.title + (f" – {item.artist}" if item.artist else "")
    return Text(f"{mark} {fit(title, width - 2 - len(facts) - STRIP)}{facts}{fit(strip, STRIP)}")


def picture_of(levels: Sequence[float], width: int, height: int) -> Image.Image:
    """The waveform as a picture; ``width``, ``height``: pixels."""
    picture, middle = Image.new("RGB", (width, height)), (height - 1) / 2
    draw = ImageDraw.Draw(picture)
    for x, level in enumerate(columns(levels, width)):
        draw.line((x, middle * (1 - level), x, middle * (1 + level)), "#4f9fd0")
    return picture


def detail_of(work: Work, item: aha.Item | None, width: int) -> str:
    """The place, the playing position on the waveform, and all facts of an item."""
    if item is None:
        return START if HAS_DEMO else START.partition("\n")[2]
    fault = work.sounds.why_not(item)
    levels = None if fault else work.sounds.wave(item.place)
    strip = wave(levels, width) if levels and not HAS_PICTURES else "·" * width
    share = work.sounding.share(item.number)
    if share is not None:
        place = min(width - 1, int(share * width))
        strip = strip[:place] + "┃" + strip[place + 1:]
    facts = [clock(item.length_us), f"{item.sample_rate} Hz" if item.sample_rate else "",
             f"{item.plays} plays", f"{item.tempo_bpm:.1f} BPM" if item.tempo_bpm else "", item.key,
             fault or ("a analyzes tempo, key and loudness" if item.loudness_lufs is None
                       else f"{item.loudness_lufs:.1f} LUFS")]
    return f" {fit(item.place, width)}\n {strip}\n " + " · ".join(filter(None, facts))
