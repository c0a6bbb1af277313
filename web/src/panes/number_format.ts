// SPDX-License-Identifier: Apache-2.0
// How the numbers of one array are written: one format for all, so that points line up.

export type NumberFormat = { kind: 'exact' } | { kind: 'fixed'; decimals: number; digits: number };

const MAX_DECIMALS = 6;
const MAX_DIGITS = 6;
const PLAIN = /^-?\d*\.?\d+(?:e[-+]?\d+)?$/i;
/** What is not between these is written as a power of ten. */
const MIN_PLAIN = 1e-4;
const MAX_PLAIN = 1e9;

const isPower = (value: number): boolean =>
  value !== 0 && (Math.abs(value) < MIN_PLAIN || Math.abs(value) >= MAX_PLAIN);

/** The shortest format in which neighbors that differ look different; a lone number is exact. */
export function chooseFormat(texts: readonly string[]): NumberFormat {
  if (texts.some((text) => !PLAIN.test(text) && !isSpecial(text))) return { kind: 'exact' };
  if (texts.length <= 1) return { kind: 'exact' };
  const numbers = texts.filter((text) => PLAIN.test(text));
  const values = numbers.map(Number);
  const longest = Math.max(0, ...texts.map((text) => text.length));
  const whole = texts.every((text) => !/e/i.test(text)) && values.every(Number.isInteger);
  if (whole && longest <= 12) return { kind: 'exact' };
  const plain = numbers.filter((_, k) => !isPower(values[k] ?? 0));
  return { kind: 'fixed', decimals: decimalsFor(plain), digits: digitsFor(values.filter(isPower)) };
}

function decimalsFor(texts: readonly string[]): number {
  const values = texts.map(Number);
  const sizes = values
    .filter((value) => value !== 0)
    .map(Math.abs)
    .sort((a, b) => a - b);
  const typical = sizes[Math.floor(sizes.length / 2)] ?? 0;
  // Two significant digits of a typical value at least.
  const least = typical > 0 ? Math.max(1, 1 - Math.floor(Math.log10(typical))) : 1;
  const used = Math.max(0, ...texts.map(decimalsOf));
  for (let decimals = least; decimals < MAX_DECIMALS; decimals++) {
    if (tellsApart(values, (value) => value.toFixed(decimals))) return Math.min(decimals, used);
  }
  return Math.min(MAX_DECIMALS, used);
}

/** Digits of the values that are written as powers. */
function digitsFor(values: readonly number[]): number {
  for (let digits = 3; digits < MAX_DIGITS; digits++) {
    if (tellsApart(values, (value) => value.toPrecision(digits))) return digits;
  }
  return MAX_DIGITS;
}

function decimalsOf(text: string): number {
  if (/e/i.test(text)) return MAX_DECIMALS;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function tellsApart(values: readonly number[], write: (value: number) => string): boolean {
  return values.every((value, k) => {
    const before = values[k - 1];
    if (before === undefined || before === value) return true;
    return write(before) !== write(value);
  });
}

export function isSpecial(text: string): boolean {
  return /^-?(?:nan|inf)/i.test(text);
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export function formatNumber(text: string, format: NumberFormat): string {
  if (format.kind === 'exact' || !PLAIN.test(text)) return text;
  const value = Number(text);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  if (isPower(value)) return powerText(value, format.digits, text);
  const fixed = value.toFixed(format.decimals);
  // Never show a zero where there is none.
  return Number(fixed) === 0 ? powerText(value, format.digits, text) : fixed;
}

/** The same, shortened until it has room; a small number is at last about 0. */
export function fittedNumber(text: string, format: NumberFormat, room: number): string {
  const full = formatNumber(text, format);
  if (full.length <= room || !PLAIN.test(text)) return full;
  const value = Number(text);
  const short = [2, 1].map((digits) => powerText(value, digits, text));
  return short.find((form) => form.length <= room) ?? (Math.abs(value) < 1 ? '≈0' : full);
}

/** How long the longest of an array's numbers is: of some of them, and of the extremes. */
export function longestNumber(
  texts: readonly string[],
  extremes: readonly number[],
  format: NumberFormat,
): number {
  const ends = extremes.filter((value) =>
    format.kind === 'exact' ? Number.isInteger(value) : Number.isFinite(value),
  );
  const lengths = [...texts, ...ends.map(String)].map((text) => formatNumber(text, format).length);
  return Math.max(0, ...lengths);
}

/** With at most `digits` digits, and no more than the shortest text has, which tells the value from
 *  all others: more digits would be invented. */
function powerText(value: number, digits: number, shortest = String(value)): string {
  const has = shortest
    .replace(/e.*$/i, '')
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '').length;
  const used = Math.max(1, Math.min(digits, has));
  const [mantissa = '', exponent = '0'] = value.toExponential(used - 1).split('e');
  const raised = exponent
    .replace('+', '')
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit);
  return `${mantissa}×10${raised}`;
}

/** The number that a text of the engine stands for. */
export const numberOf = (text: string): number => Number(text.replace('inf', 'Infinity'));

/** A statistic: four significant digits are enough to compare by eye. */
export function statisticText(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace('Infinity', 'inf').toLowerCase();
  if (Object.is(value, -0)) return '-0';
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return powerText(value, 4);
  return String(Number(value.toPrecision(5)));
}
