// SPDX-License-Identifier: Apache-2.0
// The engine counts UTF-8 bytes, the editor UTF-16 units.

// eslint-disable-next-line no-control-regex -- all of ASCII is meant
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** A function from byte offsets to string offsets of `text`. */
export function byteToUnit(text: string): (byte: number) => number {
  if (isAscii(text)) return (byte) => Math.max(0, Math.min(byte, text.length));
  const units: number[] = [];
  for (let unit = 0; unit < text.length;) {
    const point = text.codePointAt(unit) ?? 0;
    const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (let k = 0; k < bytes; k++) units.push(unit);
    unit += point < 0x10000 ? 1 : 2;
  }
  return (byte) => units[Math.max(0, byte)] ?? text.length;
}

/** A function from string offsets of `text` to byte offsets. */
export function unitToByte(text: string): (unit: number) => number {
  if (isAscii(text)) return (unit) => unit;
  const bytes: number[] = [0];
  for (const character of text) {
    const before = bytes.at(-1) ?? 0;
    const point = character.codePointAt(0) ?? 0;
    const after = before + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
    // A pair of surrogates is one character of two units.
    if (character.length === 2) bytes.push(after);
    bytes.push(after);
  }
  return (unit) => bytes[Math.min(unit, text.length)] ?? 0;
}
