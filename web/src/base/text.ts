// SPDX-License-Identifier: Apache-2.0
// The engine counts UTF-8 bytes, the editor UTF-16 units.

type Conversion = (offset: number) => number;

/** Texts whose result is kept: the one that was read last, and the one that is being written. */
const REMEMBERED = 3;

/** Keeps the last results: a long text is converted many times. */
export function remembered<T>(make: (text: string) => T, count = REMEMBERED): (text: string) => T {
  const known: { text: string; made: T }[] = [];
  return (text) => {
    const found = known.find((entry) => entry.text === text);
    if (found !== undefined) {
      // Equal strings are compared at once when they are the same one.
      found.text = text;
      return found.made;
    }
    const made = make(text);
    known.unshift({ text, made });
    known.length = Math.min(known.length, count);
    return made;
  };
}

// eslint-disable-next-line no-control-regex -- all of ASCII is meant
const WIDE = /[^\x00-\x7f]/;

/** A character that is not ASCII: where it begins, and its size in both counts. */
interface Wide {
  unit: number;
  byte: number;
  units: number;
  bytes: number;
}

const wideOf = remembered((text): Wide[] => {
  const all: Wide[] = [];
  // Most texts have none, and this look is much quicker than the next.
  if (!WIDE.test(text)) return all;
  let excess = 0;
  // eslint-disable-next-line no-control-regex -- all of ASCII is meant
  for (const match of text.matchAll(/[^\x00-\x7f]/gu)) {
    const point = match[0].codePointAt(0) ?? 0;
    const bytes = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    const units = match[0].length;
    all.push({ unit: match.index, byte: match.index + excess, units, bytes });
    excess += bytes - units;
  }
  return all;
});

/** The last character of `all` that begins at or before `offset`. */
function lastBefore(all: readonly Wide[], key: 'unit' | 'byte', offset: number): Wide | undefined {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.[key] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}

/** A function from byte offsets to string offsets of `text`. */
export function byteToUnit(text: string): Conversion {
  const all = wideOf(text);
  return (byte) => {
    const before = lastBefore(all, 'byte', byte);
    if (before === undefined) return Math.max(0, Math.min(byte, text.length));
    const inside = byte - before.byte;
    if (inside < before.bytes) return before.unit;
    return Math.min(text.length, before.unit + before.units + inside - before.bytes);
  };
}

/** A function from string offsets of `text` to byte offsets. */
export function unitToByte(text: string): Conversion {
  const all = wideOf(text);
  return (unit) => {
    const before = lastBefore(all, 'unit', unit);
    if (before === undefined) return unit;
    const inside = unit - before.unit;
    return before.byte + (inside === 0 ? 0 : before.bytes + Math.max(0, inside - before.units));
  };
}

const lineStartsOf = remembered((text): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
});

/** A function from string offsets of `text` to lines and columns, both from 1. */
export function lineAndColumn(text: string): (unit: number) => { line: number; column: number } {
  const starts = lineStartsOf(text);
  return (unit) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= unit) low = middle + 1;
      else high = middle;
    }
    return { line: low, column: unit - (starts[low - 1] ?? 0) + 1 };
  };
}

/** The change that turns one text into another: what is between their common beginning and end. */
export function changedPart(
  before: string,
  after: string,
): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < most - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** Enough of a text to recognize its origin. */
const BEGINNING = 20_000;

/** Whether a compiler wrote an HLO text. */
export const isDump = (text: string): boolean =>
  /\bmetadata=\{|\bentry_computation_layout=|\bbackend_config=|\/\*index=/.test(
    text.slice(0, BEGINNING),
  );
