// SPDX-License-Identifier: Apache-2.0
// The bits of an element, computed from its value (docs/reference/numerics.md). NaNs have many patterns, so
// they have none here.

import { numberOf } from './number_format';

interface FloatFormat {
  exponent: number;
  mantissa: number;
  bias: number;
  /** `ieee`: infinities; `finite`: none; `fnuz`: none, and no negative zero; `scale`: powers of two, no
   *  sign. */
  kind: 'ieee' | 'finite' | 'fnuz' | 'scale';
}

const format = (
  exponent: number,
  mantissa: number,
  kind: FloatFormat['kind'] = 'ieee',
  bias = 2 ** (exponent - 1) - 1,
): FloatFormat => ({ exponent, mantissa, bias, kind });

const FLOATS: Readonly<Record<string, FloatFormat>> = {
  f4e2m1fn: format(2, 1, 'finite'),
  f6e2m3fn: format(2, 3, 'finite'),
  f6e3m2fn: format(3, 2, 'finite'),
  f8e3m4: format(3, 4),
  f8e4m3: format(4, 3),
  f8e4m3b11fnuz: format(4, 3, 'fnuz', 11),
  f8e4m3fn: format(4, 3, 'finite'),
  f8e4m3fnuz: format(4, 3, 'fnuz', 8),
  f8e5m2: format(5, 2),
  f8e5m2fnuz: format(5, 2, 'fnuz', 16),
  f8e8m0fnu: format(8, 0, 'scale'),
  f16: format(5, 10),
  bf16: format(8, 7),
  f32: format(8, 23),
  f64: format(11, 52),
};

/** The floor of the logarithm to base 2. */
function exponentOf(size: number): number {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, size);
  const biased = (bytes.getUint16(0) >> 4) & 0x7ff;
  return biased === 0 ? exponentOf(size * 2 ** 64) - 64 : biased - 1023;
}

/** The bits of a value that the format holds exactly, or null. */
function floatBits(value: number, { exponent, mantissa, bias, kind }: FloatFormat): bigint | null {
  if (Number.isNaN(value)) return null;
  const negative = value < 0 || Object.is(value, -0);
  const sign = kind !== 'scale' && negative ? 1n << BigInt(exponent + mantissa) : 0n;
  const size = Math.abs(value);
  const fraction = BigInt(mantissa);
  if (size === Infinity) {
    return kind === 'ieee' ? sign | (((1n << BigInt(exponent)) - 1n) << fraction) : null;
  }
  if (size === 0) return sign;
  const power = exponentOf(size);
  const biased = power + bias;
  if (kind === 'scale') return BigInt(biased);
  if (biased <= 0) return sign | BigInt(Math.round(scaled(size, mantissa + bias - 1)));
  const rest = Math.round((scaled(size, -power) - 1) * 2 ** mantissa);
  return sign | ((BigInt(biased) << fraction) + BigInt(rest));
}

/** size * 2^power, without overflow on the way. */
const scaled = (size: number, power: number): number =>
  size * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));

/** An element type's own width, or null for one without bits. */
export function bitsOfType(type: string): number | null {
  if (type === 'pred') return 1;
  const found = FLOATS[type];
  if (found !== undefined) {
    return found.exponent + found.mantissa + (found.kind === 'scale' ? 0 : 1);
  }
  const whole = /^[suc](\d+)$/.exec(type)?.[1];
  return whole === undefined ? null : Number(whole);
}

/** The bits of an element as a number, or null where its text does not determine them. */
export function elementBits(type: string, text: string): bigint | null {
  if (type === 'pred') return text === 'true' ? 1n : 0n;
  const width = bitsOfType(type);
  if (width === null) return null;
  if (/^[su]\d/.test(type)) {
    return /^-?\d+$/.test(text) ? BigInt.asUintN(width, BigInt(text)) : null;
  }
  if (type.startsWith('c')) {
    // In memory the real part comes first: at the lower addresses.
    const [real = '', imaginary = ''] = text.replace(/[()\s]/g, '').split(',');
    const part = width === 128 ? 'f64' : 'f32';
    const low = elementBits(part, real);
    const high = elementBits(part, imaginary);
    return low === null || high === null ? null : low | (high << BigInt(width / 2));
  }
  const found = FLOATS[type];
  return found === undefined ? null : floatBits(numberOf(text), found);
}

/** The bytes of an element in the order of their addresses, in hex; a sub-byte element has its digits
 *  only. `text` where the bits are not determined. */
export function bytesText(type: string, text: string): string {
  const bits = elementBits(type, text);
  const width = bitsOfType(type);
  if (bits === null || width === null) return text;
  const digits = bits.toString(16).padStart(Math.ceil(width / 4), '0');
  return digits.match(/../g)?.reverse().join(' ') ?? digits;
}

/** The bits from the most significant one on, in the fields of a float: sign, exponent, mantissa. */
export function bitFields(type: string, text: string): string[] | null {
  const bits = elementBits(type, text);
  const width = bitsOfType(type);
  if (bits === null || width === null || width > 64) return null;
  const all = bits.toString(2).padStart(width, '0');
  const float = FLOATS[type];
  if (float === undefined || float.kind === 'scale') return [all];
  return [all.slice(0, 1), all.slice(1, 1 + float.exponent), all.slice(1 + float.exponent)];
}
