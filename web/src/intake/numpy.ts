// SPDX-License-Identifier: Apache-2.0
// Arrays of NumPy: files that end in .npy.

export interface ArrayFile {
  /** In HLO's terms: `f32[2,3]`. */
  shape: string;
  /** Nested lists. */
  data: unknown;
}

/** Larger arrays would fill the memory of the page as lists of numbers. */
const MAX_ELEMENTS = 1 << 22;

type Read = (view: DataView, at: number, little: boolean) => number | string;
const special = (value: number): number | string => {
  if (Number.isNaN(value)) return 'nan';
  if (value === Infinity) return 'inf';
  return value === -Infinity ? '-inf' : Object.is(value, -0) ? '-0' : value;
};

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const TYPES: Readonly<Record<string, readonly [type: string, bytes: number, read: Read]>> = {
  f8: ['f64', 8, (view, at, little) => special(view.getFloat64(at, little))],
  f4: ['f32', 4, (view, at, little) => special(view.getFloat32(at, little))],
  f2: ['f16', 2, (view, at, little) => special(half(view.getUint16(at, little)))],
  i8: ['s64', 8, (view, at, little) => view.getBigInt64(at, little).toString()],
  i4: ['s32', 4, (view, at, little) => view.getInt32(at, little)],
  i2: ['s16', 2, (view, at, little) => view.getInt16(at, little)],
  i1: ['s8', 1, (view, at) => view.getInt8(at)],
  u8: ['u64', 8, (view, at, little) => view.getBigUint64(at, little).toString()],
  u4: ['u32', 4, (view, at, little) => view.getUint32(at, little)],
  u2: ['u16', 2, (view, at, little) => view.getUint16(at, little)],
  u1: ['u8', 1, (view, at) => view.getUint8(at)],
  b1: ['pred', 1, (view, at) => (view.getUint8(at) === 0 ? 'false' : 'true')],
};

export const isNumpy = (bytes: Uint8Array): boolean =>
  [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59].every((byte, k) => bytes[k] === byte);

/** Reads a .npy file, or says why it cannot be read. */
export function readNumpy(bytes: Uint8Array): ArrayFile | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12) return 'the file is cut short';
  const wide = (bytes[6] ?? 1) >= 2;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const begin = (wide ? 12 : 10) + length;
  const header = new TextDecoder('latin1').decode(bytes.subarray(wide ? 12 : 10, begin));
  const descr = /'descr':\s*'([<>|=]?)(\w+)'/.exec(header);
  const dims = /'shape':\s*\(([\d,\s]*)\)/.exec(header)?.[1];
  const fortran = /'fortran_order':\s*True/.test(header);
  const type = TYPES[descr?.[2] ?? ''];
  if (type === undefined)
    return `its elements are of type '${descr?.[2] ?? '?'}', which has no HLO type`;
  if (dims === undefined) return 'its shape cannot be read';
  const sizes = dims
    .split(',')
    .filter((size) => size.trim() !== '')
    .map(Number);
  const [name, width, read] = type;
  const count = sizes.reduce((total, size) => total * size, 1);
  if (count > MAX_ELEMENTS) return `it has ${count} elements; the page takes up to ${MAX_ELEMENTS}`;
  if (begin + count * width > bytes.length) return 'the file is cut short';
  const little = descr?.[1] !== '>';
  const strides = stridesOf(sizes, fortran);
  const list = (axis: number, offset: number): unknown => {
    if (axis === sizes.length) return read(view, begin + offset * width, little);
    return Array.from({ length: sizes[axis] ?? 0 }, (_, k) =>
      list(axis + 1, offset + k * (strides[axis] ?? 0)),
    );
  };
  return { shape: `${name}[${sizes.join(',')}]`, data: list(0, 0) };
}

function stridesOf(sizes: readonly number[], fortran: boolean): number[] {
  const order = sizes.map((_, axis) => (fortran ? axis : sizes.length - 1 - axis));
  const strides = new Array<number>(sizes.length).fill(1);
  let step = 1;
  for (const axis of order) {
    strides[axis] = step;
    step *= sizes[axis] ?? 1;
  }
  return strides;
}
