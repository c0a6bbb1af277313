// SPDX-License-Identifier: Apache-2.0
// How the results of two programs differ.
import type { HloModule, ValueInfo } from '../engine/types';

const CHUNK = 1 << 16;
/** Elements of an array that are compared. */
const MAX_COMPARED = 1 << 23;

/** Two arrays at the same place of the results of two programs. */
export interface ArrayComparison {
  device: number;
  path: readonly number[];
  /** The shapes in the first program and in the second one. */
  shapes: readonly [string, string];
  /** Whether they have the same sizes; otherwise no elements are compared. */
  comparable: boolean;
  /** Elements that were compared, of `elements`. */
  compared: number;
  elements: number;
  /** Elements that are not the same number; NaN is the same as NaN. */
  different: number;
  /** The largest |a - b| and |a - b| / max(|a|, |b|); infinite if one of a and b is NaN or infinite. */
  absolute: number;
  relative: number;
  /** The element with the largest absolute difference, as a row-major number. */
  worst: { element: number; dims: readonly number[]; texts: readonly [string, string] } | null;
}

/** A value of a program. */
export interface ValueAt {
  program: number;
  instruction: number;
}

const isNumber = (type: string): boolean => !/^(?:c\d|[su]64)/.test(type);

const distance = (a: number, b: number): number => {
  if (Object.is(a, b) || a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  const difference = Math.abs(a - b);
  return Number.isNaN(difference) ? Infinity : difference;
};

const relativeTo = (absolute: number, a: number, b: number): number =>
  absolute === Infinity ? Infinity : absolute / Math.max(Math.abs(a), Math.abs(b));

type Leaf = ValueInfo['leaves'][number];

class ArraysAt {
  constructor(
    private readonly module: HloModule,
    private readonly values: readonly [ValueAt, ValueAt],
    private readonly device: number,
    private readonly path: string,
  ) {}

  numbers(which: 0 | 1, begin: number, count: number): Float64Array {
    const { program, instruction } = this.values[which];
    return this.module.numbers(program, instruction, this.device, this.path, begin, count);
  }

  texts(which: 0 | 1, begin: number, count: number): string[] {
    const { program, instruction } = this.values[which];
    return JSON.parse(
      this.module.elements(program, instruction, this.device, this.path, begin, count),
    ) as string[];
  }
}

function compareLeaves(
  arrays: ArraysAt,
  device: number,
  [before, after]: readonly [Leaf, Leaf],
): ArrayComparison {
  const { path, elements, dims } = after;
  const comparable = before.dims.join() === dims.join();
  const compared = comparable ? Math.min(elements, MAX_COMPARED) : 0;
  const numeric = isNumber(before.elementType) && isNumber(after.elementType);
  let different = 0;
  let absolute = 0;
  let relative = 0;
  let worst = -1;
  for (let begin = 0; begin < compared; begin += CHUNK) {
    const count = Math.min(CHUNK, compared - begin);
    const [a, b] = numeric
      ? [arrays.numbers(0, begin, count), arrays.numbers(1, begin, count)]
      : [arrays.texts(0, begin, count), arrays.texts(1, begin, count)];
    for (let k = 0; k < count; k += 1) {
      const [x, y] = [a[k], b[k]];
      if (x === y || x === undefined || y === undefined) continue;
      const apart =
        typeof x === 'number' && typeof y === 'number' ? distance(x, y) : Number(x !== y);
      if (apart === 0) continue;
      different += 1;
      if (typeof x === 'number' && typeof y === 'number') {
        relative = Math.max(relative, relativeTo(apart, x, y));
      }
      if (apart > absolute || worst < 0) {
        absolute = apart;
        worst = begin + k;
      }
    }
  }
  const textOf = (which: 0 | 1): string => arrays.texts(which, worst, 1)[0] ?? '';
  return {
    device,
    path,
    shapes: [before.shape, after.shape],
    comparable,
    compared,
    elements,
    different,
    absolute: numeric ? absolute : NaN,
    relative: numeric ? relative : NaN,
    worst: worst < 0 ? null : { element: worst, dims, texts: [textOf(0), textOf(1)] },
  };
}

/** Compares the arrays of two values on some devices, or tells why they cannot be compared. */
export function compareValues(
  module: HloModule,
  values: readonly [ValueAt, ValueAt],
  devices: number,
): ArrayComparison[] | string {
  const all: ArrayComparison[] = [];
  for (let device = 0; device < devices; device += 1) {
    const [before, after] = values.map(
      ({ program, instruction }) =>
        JSON.parse(module.value(program, instruction, device)) as ValueInfo,
    );
    if (before?.kept !== true || after?.kept !== true) return 'A result was not computed.';
    const leaves = [before, after].map((info) =>
      info.leaves.filter(({ elementType }) => elementType !== 'token'),
    );
    const [old = [], now = []] = leaves;
    const paths = leaves.map((list) => JSON.stringify(list.map(({ path }) => path)));
    if (paths[0] !== paths[1]) return 'The results are not tuples of the same form.';
    for (const [k, leaf] of now.entries()) {
      const arrays = new ArraysAt(module, values, device, JSON.stringify(leaf.path));
      all.push(compareLeaves(arrays, device, [old[k] ?? leaf, leaf]));
    }
  }
  return all;
}
