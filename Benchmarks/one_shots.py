"""Figure 24: one-shots, of which few are heard, and many starts."""

from statistics import median

from harness import INPUT, attempt, measure
from report import Peer, Row, ratio

COUNT, HEARD, COMPARED = 10_000, 64, 80
PER_SECOND, SECONDS = 1000, 60
ROUNDS, STEADY_SECONDS = 5, 0.5
# Pages that the kernel counts in groups.
TARGET_GROWTH = 128 * 1024


def steady_ns(count, heard):
    found = measure("one_shots_aha", INPUT, "steady", count, heard, STEADY_SECONDS)
    return median(found["ns_per_block"])


def steady_row():
    row = Row(f"24  {COUNT} one-shots, {HEARD} heard", target=f"less than {COMPARED} heard")
    turns = [(attempt("one_shots_aha", steady_ns, COUNT, HEARD),
              attempt("one_shots_aha", steady_ns, COMPARED, COMPARED)) for _ in range(ROUNDS)]
    if not all(ours and theirs for ours, theirs in turns):
        return row
    ours, theirs = (median(turn[place] for turn in turns) for place in (0, 1))
    row.text, row.met = f"{ours / 1000:.2f} µs a block", ours < theirs
    row.data = {"ns_per_block": ours, "ns_per_block_all_heard": theirs}
    row.peers = [Peer(f"libaha, {COMPARED} of {COMPARED} heard", f"{theirs / 1000:.2f} µs",
                      ratio(ours, theirs, False))]
    return row


def rate_row():
    row = Row(f"24  {PER_SECOND} one-shots a second for {SECONDS} s",
              target="none lost, no allocation, flat")
    found = attempt("one_shots_aha", measure, "one_shots_aha", INPUT, "rate", PER_SECOND, SECONDS)
    if not found:
        return row
    row.text = (f"{found['heard']} of {found['starts']} heard\n"
                f"{found['allocator_calls']} calls of the allocator\n"
                f"{found['growth_bytes'] / 1024:.0f} KiB more after 10 s\n"
                f"{found['render_s']:.3f} s to render, {found['ns_per_start']} ns a call")
    row.met = (found["heard"] == found["starts"] and found["allocator_calls"] == 0
               and found["growth_bytes"] <= TARGET_GROWTH)
    row.data = found
    return row


def figure_24(_):
    return [steady_row(), rate_row()]
