// SPDX-License-Identifier: Apache-2.0
// Arrays of NumPy for parameters of another element type: NumPy counts in f64 and s64, where JAX takes
// f32 and s32.
import { special, type ArrayFile, type Element } from './numpy';

export const typeOf = (shape: string): string => shape.replace(/\[.*/, '');
export const sameSizes = (a: string, b: string): boolean =>
  a.slice(typeOf(a).length) === b.slice(typeOf(b).length);

const INTEGER = /^[su]\d/;
const KINDS = [/^b?f\d/, INTEGER];

/** Whether an array can be converted to another shape: the sizes must match, and both types must be
 *  floating-point or both integers. */
export const converts = (from: string, to: string): boolean =>
  sameSizes(from, to) && (from === to || KINDS.some((kind) => kind.test(from) && kind.test(to)));

const map = (data: unknown, each: (element: Element) => Element): unknown =>
  Array.isArray(data) ? data.map((part) => map(part, each)) : each(data as Element);

/** The array converted to a shape that `converts` accepts, or the first number that does not fit. */
export function convertedTo(shape: string, file: ArrayFile): ArrayFile | string {
  if (shape === file.shape) return file;
  const bits = Number(/\d+/.exec(shape));
  let unfit = '';
  const data = map(file.data, (element) => {
    if (INTEGER.test(shape)) {
      const value = BigInt(element);
      const wrap = shape.startsWith('u') ? 'asUintN' : 'asIntN';
      if (BigInt[wrap](bits, value) !== value) unfit ||= String(element);
      return bits > 32 ? element : Number(element);
    }
    // The engine rounds to the narrower types.
    if (!shape.startsWith('f32') || typeof element !== 'number') return element;
    return special(Math.fround(element));
  });
  return unfit === '' ? { ...file, shape, data } : unfit;
}
