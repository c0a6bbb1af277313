// SPDX-License-Identifier: Apache-2.0
// How the numbers of one array are written: one format for all, so that points line up.

export type NumberFormat =
  { kind: 'exact' } | { kind: 'fixed'; decimals: number } | { kind: 'power'; digits: number };

const MAX_DECIMALS = 6;
const PLAIN = /^-?\d*\.?\d+(?:e[-+]?\d+)?$/i;

/** The shortest format in which neighbours that differ look different; a lone number is exact. */
export function chooseFormat(texts: readonly string[]): NumberFormat {
  if (texts.some((text) => !PLAIN.test(text) && !isSpecial(text))) return { kind: 'exact' };
  if (texts.length <= 1) return { kind: 'exact' };
  const values = texts.filter((text) => PLAIN.test(text)).map(Number);
  const longest = Math.max(0, ...texts.map((text) => text.length));
  const plain = texts.every((text) => !/e/i.test(text));
  if (plain && values.every(Number.isInteger) && longest <= 12) return { kind: 'exact' };
  const sizes = values
    .filter((value) => value !== 0)
    .map(Math.abs)
    .sort((a, b) => a - b);
  const largest = sizes.at(-1) ?? 0;
  const typical = sizes[Math.floor(sizes.length / 2)] ?? 0;
  if (largest >= 1e9 || (typical > 0 && typical < 1e-4)) return { kind: 'power', digits: 3 };
  // Two significant digits of a typical value at least.
  const least = typical > 0 ? Math.max(1, 1 - Math.floor(Math.log10(typical))) : 1;
  const used = Math.max(...texts.map(decimalsOf));
  for (let decimals = least; decimals < MAX_DECIMALS; decimals++) {
    if (tellsApart(values, decimals)) return { kind: 'fixed', decimals: Math.min(decimals, used) };
  }
  return { kind: 'fixed', decimals: Math.min(MAX_DECIMALS, used) };
}

function decimalsOf(text: string): number {
  if (/e/i.test(text)) return MAX_DECIMALS;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

function tellsApart(values: readonly number[], decimals: number): boolean {
  return values.every((value, k) => {
    const before = values[k - 1];
    if (before === undefined || before === value) return true;
    return before.toFixed(decimals) !== value.toFixed(decimals);
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
  if (format.kind === 'fixed') {
    const fixed = value.toFixed(format.decimals);
    // Never show a zero where there is none.
    return Number(fixed) === 0 ? powerText(value, 1) : fixed;
  }
  return powerText(value, format.digits);
}

function powerText(value: number, digits: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(digits - 1).split('e');
  const raised = exponent
    .replace('+', '')
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit);
  return `${mantissa}×10${raised}`;
}

/** A statistic: four significant digits are enough to compare by eye. */
export function statisticText(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace('Infinity', 'inf').toLowerCase();
  if (Object.is(value, -0)) return '-0';
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return powerText(value, 4);
  return String(Number(value.toPrecision(5)));
}
