// SPDX-License-Identifier: Apache-2.0
// The short text of a value that stands at the end of its line.

/** How many elements a preview asks for at most. */
export const PREVIEW_ELEMENTS = 8;

const ARRAY_DIGITS = 3;
const SCALAR_DIGITS = 5;
const SHOWN = 5;
/** Long numbers leave room for fewer. */
const SHOWN_CHARACTERS = 20;
const MIN_SHOWN = 2;
/** Arrays up to this size are shown whole. */
const WHOLE = 6;

/** Cuts a long number to a few digits: previews orient, the value pane is exact. */
export function shortNumber(text: string, digits = ARRAY_DIGITS): string {
  if (text.length <= digits + 2 || !/^-?[\d.]/.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value) || Number.isInteger(value)) return text;
  return String(Number(value.toPrecision(digits)));
}

/** Of an array of `dims` whose first elements are `texts`: `[[1 2] [3 4]]` when that is all of it, else
 *  `0 1 2 3 4 …`. */
export function previewArray(texts: readonly string[], dims: readonly number[]): string {
  if (dims.length === 0) return shortNumber(texts[0] ?? '', SCALAR_DIGITS);
  const shown = texts.map((text) => shortNumber(text));
  const total = dims.reduce((product, size) => product * size, 1);
  if (total === 0) return '[]';
  if (total > WHOLE || total > shown.length) return `${beginning(shown).join(' ')} …`;
  return nested(shown, dims);
}

/** The elements that fit, at least two. */
function beginning(texts: readonly string[]): string[] {
  let count = Math.min(SHOWN, texts.length);
  const length = (): number => texts.slice(0, count).join(' ').length;
  while (count > MIN_SHOWN && length() > SHOWN_CHARACTERS) count -= 1;
  return texts.slice(0, count);
}

function nested(texts: readonly string[], dims: readonly number[]): string {
  const [size = 1, ...rest] = dims;
  if (rest.length === 0) return `[${texts.join(' ')}]`;
  const step = texts.length / size;
  const rows = Array.from({ length: size }, (_, k) =>
    nested(texts.slice(k * step, (k + 1) * step), rest),
  );
  return `[${rows.join(' ')}]`;
}
