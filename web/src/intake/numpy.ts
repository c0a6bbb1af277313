// SPDX-License-Identifier: Apache-2.0
// Arrays of NumPy: files that end in .npy.

export interface ArrayFile {
  /** In HLO's terms: `f32[2,3]`. */
  shape: string;
  /** Nested lists. */
  data: unknown;
  /** In an archive. */
  name?: string;
}

/** Larger arrays would fill the memory of the page as lists of numbers. */
const MAX_ELEMENTS = 1 << 22;

type Read = (view: DataView, at: number, little: boolean) => number | string;
export const special = (value: number): number | string => {
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

/** Elements of HLO as NumPy stores them: types that it lacks, as a wider one. */
const STORED: Readonly<Record<string, string>> = {
  pred: 'b1',
  s64: 'i8',
  s32: 'i4',
  s16: 'i2',
  u64: 'u8',
  u32: 'u4',
  u16: 'u2',
  f64: 'f8',
  c64: 'c8',
  c128: 'c16',
};
const storedAs = (type: string): string =>
  STORED[type] ?? (type.startsWith('s') ? 'i1' : type.startsWith('u') ? 'u1' : 'f4');

export type Element = number | string | boolean;

function numberOf(element: Element): number {
  if (typeof element !== 'string') return Number(element);
  if (/^-?nan/i.test(element)) return NaN;
  return Number(element.replace(/inf$/, 'Infinity'));
}

const WRITE: Readonly<Record<string, (view: DataView, at: number, element: Element) => void>> = {
  b1: (view, at, element) => view.setUint8(at, Number(element)),
  i1: (view, at, element) => view.setInt8(at, Number(element)),
  i2: (view, at, element) => view.setInt16(at, Number(element), true),
  i4: (view, at, element) => view.setInt32(at, Number(element), true),
  i8: (view, at, element) => view.setBigInt64(at, BigInt(element), true),
  u1: (view, at, element) => view.setUint8(at, Number(element)),
  u2: (view, at, element) => view.setUint16(at, Number(element), true),
  u4: (view, at, element) => view.setUint32(at, Number(element), true),
  u8: (view, at, element) => view.setBigUint64(at, BigInt(element), true),
  f4: (view, at, element) => view.setFloat32(at, numberOf(element), true),
  f8: (view, at, element) => view.setFloat64(at, numberOf(element), true),
};

/** A .npy file of elements as nested lists, complex ones as pairs. Floating-point types that NumPy lacks
 *  become f32, narrow integers those of 8 bits. */
export function writeNumpy(
  type: string,
  dims: readonly number[],
  data: unknown,
): Uint8Array<ArrayBuffer> {
  const stored = storedAs(type);
  const size = dims.length === 1 ? `${dims[0]},` : dims.join(', ');
  const order = stored.endsWith('1') ? '|' : '<';
  const fields = `{'descr': '${order}${stored}', 'fortran_order': False, 'shape': (${size}), }`;
  const header = `${fields.padEnd(Math.ceil((fields.length + 11) / 64) * 64 - 11)}\n`;
  const begin = 10 + header.length;
  const elements = [data].flat(Infinity) as Element[];
  const part = stored === 'c8' ? 'f4' : stored === 'c16' ? 'f8' : stored;
  const width = Number(part.slice(1));
  const out = new Uint8Array(begin + elements.length * width);
  const view = new DataView(out.buffer);
  out.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0]);
  view.setUint16(8, header.length, true);
  out.set(new TextEncoder().encode(header), 10);
  elements.forEach((element, k) => WRITE[part]?.(view, begin + k * width, element));
  return out;
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
