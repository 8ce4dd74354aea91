"""Feed a network: a PyTorch data set of random excerpts, with other effects each time.

    python3 31_dataset.py SECONDS FILE...

Without PyTorch, the same class is a list of arrays.
"""
import random
import sys
from typing import Any

import aha

try:
    from torch.utils.data import DataLoader, Dataset
except ImportError:
    DataLoader, Dataset = None, object

if len(sys.argv) < 3:
    sys.exit(__doc__)

RATE = 16000


class Excerpts(Dataset):
    """Excerpts of equal length; each worker process gets a copy, with a board of its own."""

    def __init__(self, files: list[str], seconds: float) -> None:
        self.files, self.frames = files, round(seconds * RATE)
        self.board = aha.Board([aha.Pitch(), aha.Equalizer()])

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, number: int) -> Any:
        with aha.open(self.files[number], sample_rate=RATE, mono=True) as file:
            file.seek(random.randint(0, max(0, len(file) - self.frames)))
            dry = file.read(self.frames)
        pitch, equalizer = self.board
        pitch.cents = random.uniform(-300, 300)
        equalizer.high_db = random.uniform(-6, 6)
        missing = (self.frames - len(dry)) / RATE
        return self.board(dry, RATE, tail=missing)[:self.frames]


try:
    data = Excerpts(sys.argv[2:], float(sys.argv[1]))
    if DataLoader is None:
        shapes = [data[number].shape for number in range(len(data))]
    else:
        shapes = [tuple(batch.shape) for batch in DataLoader(data, batch_size=4, num_workers=2)]
except (aha.Error, OSError, ValueError) as error:
    sys.exit(f"31_dataset: {error}")
print(f"{len(data)} files: {shapes[0]} and {len(shapes) - 1} more")
