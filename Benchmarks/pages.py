"""Pages of a library of a million items, for figure 20: all orders, filters, and many searches."""

import sqlite3
from statistics import median

import million
from harness import INPUT, Unmeasured, attempt, measure
from report import Row

ROUNDS, TARGET_MS = 5, 10
MILLION = INPUT / "million.aha"
ORDERS = ["newest", "title", "played", "length"]
#: As library_aha has them.
FILTERS = ["playable", "all", "missing", "playable drops"]


def scanned_into(path, tree):
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    measure("library_aha", "scan", path, tree, 2, pinned=False)


def is_as_made_now():
    """Whether the tables are those that this libaha makes."""
    nothing, empty = INPUT / "nothing", INPUT / "empty.aha"
    nothing.mkdir(exist_ok=True)
    scanned_into(empty, nothing)
    return MILLION.exists() and million.tables(MILLION) == million.tables(empty)


def make_million(tree):
    """Kept for the next run. A new tree takes it away."""
    try:
        if not is_as_made_now():
            part = MILLION.with_name("million.part")
            scanned_into(part, tree)
            million.fill(part, tree, INPUT / "crates")
            part.replace(MILLION)
    except sqlite3.Error as error:
        raise Unmeasured(f"SQLite: {error}") from error


def described(query, texts):
    text = texts[query["text"]]
    return f'"{text}" {FILTERS[query["filter"]]} by {ORDERS[query["order"]]}'


def slowest(times):
    """Lines on what took longest, and on all that took too long."""
    ordered = sorted(times, key=lambda each: -each[0])
    over = [f"{name} {ms:.1f} ms" for ms, _, name in ordered if ms >= TARGET_MS]
    lines = [f"over: {line}" for line in over[:8]] or [f"slowest: {ordered[0][2]}"]
    return lines + ([f"and {len(over) - 8} more"] if len(over) > 8 else [])


def page_row(title, is_unchecked):
    row = Row(title, target=f"< {TARGET_MS} ms")
    texts = million.texts()
    found = attempt(title, measure, "library_aha", "pages", MILLION, ROUNDS, is_unchecked,
                    *texts)
    if not found:
        return row
    times = [(median(query[which]), max(query[which]), f"{described(query, texts)}{more}")
             for query in found["queries"] for which, more in [("first", ""), ("next", ", page 2")]
             if query[which]]
    worst = max(ms for ms, _, _ in times)
    typical = median(ms for ms, _, _ in times)
    row.text = (f"{typical:.2f} ms of {len(times)} lists, worst {worst:.1f}, "
                f"once {max(most for _, most, _ in times):.1f}")
    row.text += "".join(f"\n{line}" for line in slowest(times))
    row.met, row.data = worst < TARGET_MS, found
    return row


def rows(tree):
    if attempt("the million items", lambda: [make_million(tree)]) is None:
        return []
    title = f"20 page of 50 in {million.COUNT} items"
    return [page_row(f"{title}, files looked at", 0), page_row(f"{title}, as noted", 1)]
