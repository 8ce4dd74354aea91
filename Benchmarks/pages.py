"""Pages of libraries of many items, for figure 20: all orders, filters, and many searches."""

import sqlite3
from statistics import median

import items
from harness import INPUT, Unmeasured, attempt, measure
from report import Row

ROUNDS = 5
#: Targets of the median and of the slowest list in milliseconds, by the count of items.
TARGETS = {100_000: (10, 10), 1_000_000: (10, 200)}
ORDERS = ["newest", "title", "played", "length"]
#: Names as in library_aha.
FILTERS = ["playable", "all", "missing", "playable drops"]


def library(count):
    return INPUT / f"items{count}.aha"


def remove():
    for count in TARGETS:
        library(count).unlink(missing_ok=True)


def scanned_into(path, tree):
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    measure("library_aha", "scan", path, tree, 2, pinned=False)


def is_as_made_now(path):
    """Whether the tables are those of this libaha."""
    nothing, empty = INPUT / "nothing", INPUT / "empty.aha"
    nothing.mkdir(exist_ok=True)
    scanned_into(empty, nothing)
    return path.exists() and items.tables(path) == items.tables(empty)


def make(count, tree):
    """Kept for the next run. A new tree removes it."""
    path = library(count)
    try:
        if not is_as_made_now(path):
            part = path.with_suffix(".part")
            scanned_into(part, tree)
            items.fill(part, tree, INPUT / "crates", count)
            part.replace(path)
    except sqlite3.Error as error:
        raise Unmeasured(f"SQLite: {error}") from error


def described(query, texts):
    text = texts[query["text"]]
    return f'"{text}" {FILTERS[query["filter"]]} by {ORDERS[query["order"]]}'


def slowest(times, target):
    """Lines on the slowest lists, and on all that missed the target."""
    ordered = sorted(times, key=lambda each: -each[0])
    over = [f"{name} {ms:.1f} ms" for ms, _, name in ordered if ms >= target]
    lines = [f"over: {line}" for line in over[:8]] or [f"slowest: {ordered[0][2]}"]
    return lines + ([f"and {len(over) - 8} more"] if len(over) > 8 else [])


def page_row(count, is_unchecked):
    middle, worst_target = TARGETS[count]
    title = f"20 page of 50 in {count} items, {'as noted' if is_unchecked else 'files looked at'}"
    row = Row(title, target=f"median < {middle} ms, worst < {worst_target} ms")
    texts = items.texts()
    found = attempt(title, measure, "library_aha", "pages", library(count), ROUNDS, is_unchecked,
                    *texts)
    if not found:
        return row
    times = [(median(query[which]), max(query[which]), f"{described(query, texts)}{more}")
             for query in found["queries"] for which, more in [("first", ""), ("next", ", page 2")]
             if query[which]]
    worst = max(ms for ms, _, _ in times)
    typical = median(ms for ms, _, _ in times)
    row.text = (f"{typical:.2f} ms of {len(times)} lists, worst {worst:.1f}, "
                f"once {max(longest for _, longest, _ in times):.1f}")
    row.text += "".join(f"\n{line}" for line in slowest(times, worst_target))
    row.met, row.data = typical < middle and worst < worst_target, found
    return row


def rows(tree):
    found = []
    for count in TARGETS:
        if attempt(f"{count} items", lambda count=count: [make(count, tree)]) is not None:
            found += [page_row(count, is_unchecked) for is_unchecked in (0, 1)]
    return found
