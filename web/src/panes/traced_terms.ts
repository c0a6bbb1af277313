// SPDX-License-Identifier: Apache-2.0
// The terms of an element of a dot, a convolution or a reduction.
import { product, ravel, unravel } from './indices';
import {
  MAX_TERMS,
  indicesOf,
  list,
  number,
  others,
  type Provenance,
  type Source,
  type Traced,
} from './traced';

export function dot({ operands, result, attributes }: Traced, element: number): Provenance | null {
  const [left, right] = operands;
  if (left === undefined || right === undefined) return null;
  const dimsOf = (side: string, kind: string): number[] => list(attributes, `${side}_${kind}_dims`);
  const sides = [
    { array: left, batch: dimsOf('lhs', 'batch'), contracted: dimsOf('lhs', 'contracting') },
    { array: right, batch: dimsOf('rhs', 'batch'), contracted: dimsOf('rhs', 'contracting') },
  ];
  const sizes = dimsOf('lhs', 'contracting').map((d) => left.dims[d] ?? 1);
  if (product(sizes) > MAX_TERMS) return null;
  const index = unravel(element, result.dims);
  const batches = index.slice(0, dimsOf('lhs', 'batch').length);
  let used = batches.length;
  const bases = sides.map(({ array, batch, contracted }) => {
    const base = new Array<number>(array.dims.length).fill(0);
    batch.forEach((d, k) => (base[d] = batches[k] ?? 0));
    for (const d of others(base.length, [...batch, ...contracted])) base[d] = index[used++] ?? 0;
    return base;
  });
  const terms = [...indicesOf(sizes)].map((place) =>
    sides.map(({ array, contracted }, operand) => {
      const own = [...(bases[operand] ?? [])];
      contracted.forEach((d, k) => (own[d] = place[k] ?? 0));
      return { operand, element: ravel(own, array.dims) };
    }),
  );
  return { kind: 'products', terms, note: '' };
}

export interface WindowDimension {
  size: number;
  stride: number;
  low: number;
  base: number;
  dilation: number;
  reversed: boolean;
}

export function windowOf(attributes: string, rank: number): WindowDimension[] {
  const text = /\bwindow=\{([^}]*)\}/.exec(attributes)?.[1] ?? '';
  const field = (name: string): string[] =>
    new RegExp(`\\b${name}=([\\d_x-]+)`).exec(text)?.[1]?.split('x') ?? [];
  const [sizes, strides, pads] = [field('size'), field('stride'), field('pad')];
  const [bases, dilations, reversals] = ['lhs_dilate', 'rhs_dilate', 'rhs_reversal'].map(field);
  return Array.from({ length: rank }, (_, d) => ({
    size: Number(sizes[d] ?? 1),
    stride: Number(strides[d] ?? 1),
    low: Number(pads[d]?.split('_')[0] ?? 0),
    base: Number(bases?.[d] ?? 1),
    dilation: Number(dilations?.[d] ?? 1),
    reversed: reversals?.[d] === '1',
  }));
}

/** The base element under an element of the window, or -1 for padding and holes. */
export function underWindow(
  dimension: WindowDimension,
  out: number,
  k: number,
  size: number,
): number {
  const { stride, low, base, dilation } = dimension;
  const at = out * stride - low + k * dilation;
  return at >= 0 && at % base === 0 && at / base < size ? at / base : -1;
}

export function convolution(
  { operands, result, attributes }: Traced,
  element: number,
): Provenance | null {
  const [left, right] = operands;
  const labels = /\bdim_labels=(\w+)_(\w+)->(\w+)/.exec(attributes);
  if (left === undefined || right === undefined || labels === null) return null;
  if (number(attributes, 'batch_group_count', 1) !== 1) return null;
  const [, lhs = '', rhs = '', out = ''] = labels;
  const at = (place: readonly number[], names: string, name: string): number =>
    place[names.indexOf(name)] ?? 0;
  const spatial = Array.from(lhs)
    .filter((name) => /\d/.test(name))
    .sort();
  const window = windowOf(attributes, spatial.length);
  const channels = at(right.dims, rhs, 'i');
  const sizes = [...window.map(({ size }) => size), channels];
  if (product(sizes) > MAX_TERMS) return null;
  const index = unravel(element, result.dims);
  const groups = number(attributes, 'feature_group_count', 1);
  const feature = at(index, out, 'f');
  const group = Math.floor(feature / (at(right.dims, rhs, 'o') / groups));
  const terms: Source[][] = [];
  for (const place of indicesOf(sizes)) {
    const channel = place.at(-1) ?? 0;
    const under = spatial.map((name, d) => {
      const dimension = window[d];
      if (dimension === undefined) return -1;
      return underWindow(dimension, at(index, out, name), place[d] ?? 0, at(left.dims, lhs, name));
    });
    if (under.includes(-1)) continue;
    const inLeft: Record<string, number> = {
      b: at(index, out, 'b'),
      f: group * channels + channel,
    };
    const inRight: Record<string, number> = { i: channel, o: feature };
    spatial.forEach((name, d) => {
      const k = place[d] ?? 0;
      inLeft[name] = under[d] ?? 0;
      inRight[name] = window[d]?.reversed === true ? window[d].size - 1 - k : k;
    });
    const places = [
      Array.from(lhs, (name) => inLeft[name] ?? 0),
      Array.from(rhs, (name) => inRight[name] ?? 0),
    ];
    terms.push([
      { operand: 0, element: ravel(places[0] ?? [], left.dims) },
      { operand: 1, element: ravel(places[1] ?? [], right.dims) },
    ]);
  }
  return { kind: 'products', terms, note: '' };
}

export function reduce(
  { operands, result, attributes }: Traced,
  element: number,
): Provenance | null {
  const [array] = operands;
  if (array === undefined || operands.length !== 2) return null;
  const reduced = list(attributes, 'dimensions');
  const sizes = reduced.map((d) => array.dims[d] ?? 1);
  if (product(sizes) > MAX_TERMS) return null;
  const index = unravel(element, result.dims);
  const base = new Array<number>(array.dims.length).fill(0);
  others(base.length, reduced).forEach((d, k) => (base[d] = index[k] ?? 0));
  const terms = [...indicesOf(sizes)].map((place) => {
    const own = [...base];
    reduced.forEach((d, k) => (own[d] = place[k] ?? 0));
    return [{ operand: 0, element: ravel(own, array.dims) }];
  });
  return { kind: 'combined', terms: [[{ operand: 1, element: 0 }], ...terms], note: '' };
}

export function reduceWindow(
  { operands, result, attributes }: Traced,
  element: number,
): Provenance | null {
  const [array] = operands;
  if (array === undefined || operands.length !== 2) return null;
  const window = windowOf(attributes, array.dims.length);
  const sizes = window.map(({ size }) => size);
  if (product(sizes) > MAX_TERMS) return null;
  const index = unravel(element, result.dims);
  const terms: Source[][] = [[{ operand: 1, element: 0 }]];
  for (const place of indicesOf(sizes)) {
    const own = window.map((dimension, d) =>
      underWindow(dimension, index[d] ?? 0, place[d] ?? 0, array.dims[d] ?? 1),
    );
    if (!own.includes(-1)) terms.push([{ operand: 0, element: ravel(own, array.dims) }]);
  }
  return { kind: 'combined', terms, note: '' };
}
