#!/usr/bin/env python3
"""Writes delays.csv: the delay arithmetic, implemented a second time and on its own.

Run from anywhere without arguments; the output is always the same. The test suite does not run this
script, it compares the engine with the committed file.
"""

import csv
import hashlib
import itertools
import pathlib

MASK = (1 << 64) - 1
NS_PER_MS = 1_000_000
ONE = 10_000  # the unit of multipliers and factors


def seed_of(identity, generation):
    digest = hashlib.sha256(b"wovyr-jitter/1")
    for part in identity:
        text = part.encode()
        digest.update(len(text).to_bytes(4, "little") + text)
    digest.update(generation.to_bytes(4, "little"))
    return int.from_bytes(digest.digest()[:8], "little")


def u(seed, n):
    z = (seed + n * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def uniform(seed, n, low, high):
    return low + (u(seed, n) * (high - low + 1) >> 64)


def gap(policy, n):
    first = policy["initial_ms"] * NS_PER_MS
    cap = policy["max_ms"] * NS_PER_MS
    if policy["strategy"] == "fixed":
        return min(first, cap)
    if policy["strategy"] == "linear":
        return min(first * n, cap)
    value = min(first, cap)
    for _ in range(n - 1):
        grown = min(cap, value * policy["multiplier_e4"] // ONE)
        if grown == value:
            break
        value = grown
    return value


def jittered(policy, seed, n, previous_ms):
    cap = policy["max_ms"] * NS_PER_MS
    first = policy["initial_ms"] * NS_PER_MS
    g = gap(policy, n)
    kind, _, factor = policy["jitter"].partition(":")
    if kind == "off":
        return g
    if kind == "factor":
        reach = g * int(factor) // ONE
        x = uniform(seed, n, g - reach, g + reach)
        return 2 * cap - x if x > cap else x
    if kind == "full":
        return uniform(seed, n, 1, g)
    if kind == "equal":
        return uniform(seed, n, g // 2 + 1, g)
    previous = first if previous_ms is None else previous_ms * NS_PER_MS
    return uniform(seed, n, first, min(cap, 3 * previous))


def whole_ms(ns):
    return max(1, -(-ns // NS_PER_MS))


def delay(policy, seed, n, previous_ms):
    return whole_ms(jittered(policy, seed, n, previous_ms))


def after_hint(seed, n, delay_ms, retry_after_ms, limit_ms):
    asked = retry_after_ms * NS_PER_MS
    asked += uniform(seed, n + (1 << 32), 0, asked // 10)
    return max(delay_ms, whole_ms(min(asked, limit_ms * NS_PER_MS)))


IDENTITIES = [
    (("default", "order-1001", "run-1", "charge"), 1),
    (("default", "order-1001", "run-1", "charge"), 2),
    (("acme", "Zahlung/ü 東京", "2026-11-30T19:40:12Z", "a"), 4_294_967_295),
]
# initial, max, multiplier
TIMINGS = [
    (1_000, 8_000, 20_000),
    (2_000, 120_000, 20_000),
    (1, 31_622_400_000, 10_100),
    (7, 7, 1_000_000),
    (333, 99_999, 13_337),
    (250, 60_000, 10_000),
]
JITTERS = ["off", "factor:1000", "factor:10000", "factor:1", "full", "equal", "decorrelated"]
ATTEMPTS = [1, 2, 3, 4, 10, 63, 1_000, 4_294_967_295]
HINTS = [(0, 3_600_000), (30_000, 3_600_000), (3_599_999, 3_600_000), (86_400_000, 3_600_000)]


def rows():
    hints, identities = itertools.cycle(HINTS), itertools.cycle(IDENTITIES)
    for strategy, timing, jitter in itertools.product(
        ["fixed", "linear", "exponential"], TIMINGS, JITTERS
    ):
        if jitter == "decorrelated" and strategy != "exponential":
            continue
        policy = dict(
            zip(["initial_ms", "max_ms", "multiplier_e4"], timing), strategy=strategy, jitter=jitter
        )
        identity, generation = next(identities)
        seed = seed_of(identity, generation)
        previous = None
        for n in ATTEMPTS:
            base = delay(policy, seed, n, previous)
            retry_after, limit = next(hints)
            yield [
                *identity, generation, strategy, *timing, jitter, n,
                "" if previous is None else previous, retry_after, limit,
                f"{seed:016x}", gap(policy, n), base,
                after_hint(seed, n, base, retry_after, limit),
            ]  # fmt: skip
            previous = base


HEADER = """tenant workflow_id execution_id activity_id generation strategy initial_ms max_ms
multiplier_e4 jitter attempt previous_ms retry_after_ms retry_after_max_ms
seed gap_ns base_delay_ms delay_ms""".split()


def main():
    path = pathlib.Path(__file__).with_name("delays.csv")
    with path.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(rows())


if __name__ == "__main__":
    main()
