// SPDX-License-Identifier: Apache-2.0
// The short text of a value that stands at the end of its line.

/** How many elements a preview asks for at most. */
export const PREVIEW_ELEMENTS = 8;

/** Cuts a long number to a few digits: previews orient, the value pane is exact. */
export function shortNumber(text: string): string {
  if (text.length <= 7 || !/^-?[\d.]/.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value) || Number.isInteger(value)) return text;
  const cut = value.toPrecision(4);
  return cut.includes('e') ? String(Number(cut)) : String(Number(cut));
}

/** `[1 2 3 …]` of an array of `dims` whose first elements are `texts`. */
export function previewArray(texts: readonly string[], dims: readonly number[]): string {
  const shown = texts.map(shortNumber);
  const total = dims.reduce((product, size) => product * size, 1);
  if (dims.length === 0) return shown[0] ?? '';
  if (total === 0) return '[]';
  const row = dims[dims.length - 1] ?? 1;
  const first = shown.slice(0, Math.min(row, 6));
  const open = '['.repeat(dims.length);
  if (first.length === total) return open + first.join(' ') + ']'.repeat(dims.length);
  if (first.length < row) return `${open}${first.join(' ')} …`;
  // One whole short row: show where the next one begins.
  const second = row <= 3 && shown.length >= 2 * row ? ` [${shown.slice(row, 2 * row).join(' ')}]` : '';
  const shownCount = row + (second === '' ? 0 : row);
  const rest = shownCount === total ? ']'.repeat(dims.length - 1) : ' …';
  return `${open}${first.join(' ')}]${second}${rest}`;
}
