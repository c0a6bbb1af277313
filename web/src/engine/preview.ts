// SPDX-License-Identifier: Apache-2.0
// The short text of a value that stands at the end of its line.

/** How many elements a preview asks for at most. */
export const PREVIEW_ELEMENTS = 8;

const ARRAY_DIGITS = 3;
const SCALAR_DIGITS = 5;
const SHOWN = 5;

/** Cuts a long number to a few digits: previews orient, the value pane is exact. */
export function shortNumber(text: string, digits = ARRAY_DIGITS): string {
  if (text.length <= digits + 2 || !/^-?[\d.]/.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value) || Number.isInteger(value)) return text;
  return String(Number(value.toPrecision(digits)));
}

/** `[1 2 3 …]` of an array of `dims` whose first elements are `texts`. */
export function previewArray(texts: readonly string[], dims: readonly number[]): string {
  if (dims.length === 0) return shortNumber(texts[0] ?? '', SCALAR_DIGITS);
  const shown = texts.map((text) => shortNumber(text));
  const total = dims.reduce((product, size) => product * size, 1);
  if (total === 0) return '[]';
  const row = dims[dims.length - 1] ?? 1;
  const first = shown.slice(0, Math.min(row, SHOWN));
  const open = '['.repeat(dims.length);
  if (first.length === total) return open + first.join(' ') + ']'.repeat(dims.length);
  if (first.length < row) return `${open}${first.join(' ')} …`;
  // One whole short row: show where the next one begins.
  const second =
    row <= 3 && shown.length >= 2 * row ? ` [${shown.slice(row, 2 * row).join(' ')}]` : '';
  const shownCount = row + (second === '' ? 0 : row);
  const rest = shownCount === total ? ']'.repeat(dims.length - 1) : ' …';
  return `${open}${first.join(' ')}]${second}${rest}`;
}
