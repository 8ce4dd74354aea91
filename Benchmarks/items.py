"""A library of many items whose files exist: each of the short sounds has several names, through
links to its folder. A scan creates the first rows; SQL writes the rest as scans, plays and syncs
would."""

import random
import sqlite3

SYLLABLES = "ba de ki lo mu na re si to va an or".split()
PLAYABLE, UNDECODABLE, MISSING, DOWNLOADABLE = range(4)
FOLDER, DROP, REMOTE = 1, 2, 5
#: A word of some titles that sort last.
LATE = "zyzzyva"


def make_words():
    """A few thousand words; the first ones are the most frequent."""
    rng, words = random.Random(5), {}
    while len(words) < 5000:
        words["".join(rng.choice(SYLLABLES) for _ in range(rng.randint(2, 4)))] = None
    return list(words)


WORDS = make_words()


def texts():
    """Searches: words in all, many, few and no items, prefixes, several words, and words of the
    items that sort last."""
    often, sometimes, seldom = WORDS[0], WORDS[300], WORDS[-1]
    return ["", "t", "b", "ba", "wav", "take", "take1", "take12", "take123", "take1234",
            "take123456", "crates", "drum", "drum loop wav", often, sometimes, seldom,
            f"{often} {sometimes}", f"{sometimes} {seldom}", f"{often} wav",
            f"crates take {seldom}", f"{often} t", LATE, LATE[:3], f"{LATE} take", f"wav {LATE}",
            f"{LATE} {often}", "nowhere", "take nowhere", "User 17"]


def row(number, source, rng):
    """The columns of `fill` for an item; file columns are those of its source."""
    place, *facts = source
    words = [WORDS[int(rng.random() ** 3 * len(WORDS))] for _ in range(3)]
    title = " ".join([LATE, *words] if number % 400 == 13 else [*words, f"take{number}"])
    kind = number % 10
    origin = FOLDER if kind < 8 else DROP if kind == 8 else REMOTE
    state = DOWNLOADABLE if origin == REMOTE else UNDECODABLE if number % 50 == 0 else PLAYABLE
    if origin == REMOTE:
        place = f"https://music.example/{number}/{title.replace(' ', '-')}.mp3"
    elif number % 100_000 == 7:
        state, place = MISSING, place + ".gone"
    tags = "drum loop" if number % 1000 == 0 else ""
    played = number * 7919 % 1000003 if number % 20 == 0 else 0
    return (number, place, origin, state, title, f"User {number % 2000}", tags, played,
            rng.randrange(1, 1_000_000_000), *facts)


def rows(sources, names, root):
    rng, number = random.Random(7), len(sources)
    for name in names:
        for place, *facts in sources:
            number += 1
            moved = f"{name}{place[len(root):]}"
            yield row(number, (moved, *facts), rng)


def tables(path):
    """The SQL of its tables and indexes."""
    base = sqlite3.connect(path)
    try:
        return {sql for sql, in base.execute("SELECT sql FROM sqlite_master")}
    finally:
        base.close()


def fill(path, tree, crates, count):
    """`path`: a library into which only `tree` was scanned. `crates`: a folder for the links."""
    crates.mkdir(exist_ok=True)
    with sqlite3.connect(path, isolation_level=None) as base:
        base.execute("PRAGMA journal_mode = OFF")
        base.execute("PRAGMA synchronous = OFF")
        base.execute("PRAGMA cache_size = -262144")
        sources = base.execute("SELECT place, size, modified, inode, sha256, container, encoding, "
                               "rate, channels FROM item ORDER BY number").fetchall()
        names = [crates / f"{number:03}" for number in range(1, count // len(sources))]
        for name in names:
            if not name.is_symlink():
                name.symlink_to(tree, target_is_directory=True)
        indexes = base.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' "
                               "AND tbl_name = 'item' AND sql IS NOT NULL").fetchall()
        for name, _ in indexes:
            base.execute(f"DROP INDEX {name}")
        base.execute("BEGIN")
        base.executemany(
            "INSERT INTO item (number, place, origin, state, title, artist, tags, played, "
            "length_us, size, modified, inode, sha256, container, encoding, rate, channels, added) "
            f"VALUES ({', '.join('?' * 17)}, 1700000000)", rows(sources, names, str(tree)))
        for _, statement in indexes:
            base.execute(statement)
        base.execute("INSERT INTO words (words) VALUES ('rebuild')")
        base.execute("COMMIT")
        base.execute("PRAGMA journal_mode = WAL")
    base.close()
