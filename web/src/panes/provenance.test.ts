// SPDX-License-Identifier: Apache-2.0
// What elements are made of, checked by hand, and by computing every element again from its terms.
import { beforeAll, expect, test } from 'vitest';
import type { EngineService } from '../engine/engine_service';
import { provenanceOf } from './provenance';
import { attributesOf } from './arithmetic';
import { directionOf } from './terms';
import type { Provenance, Reader } from './traced';
import { realService } from '../engine/real_engine';

let service: EngineService;
beforeAll(async () => {
  service = await realService();
});

interface Run {
  values: number[][];
  result: number[];
  /** `part`: the array of a tuple. */
  trace: (element: number, part?: number) => Promise<Provenance | null>;
}

/** Runs a program and gives the values of its root and of the root's operands. */
function runRoot(body: string): Run {
  const text = `HloModule m
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ge {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = pred[] compare(a, b), direction=GE
}
lt {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = pred[] compare(a, b), direction=LT
}
odd {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  n = f32[] negate(b)
  ROOT s = pred[] compare(a, n), direction=GE
}
by_first {
  a = s32[] parameter(0)
  b = s32[] parameter(1)
  c = f32[] parameter(2)
  d = f32[] parameter(3)
  ROOT s = pred[] compare(a, b), direction=LT
}
ENTRY e {
${body}
}
`;
  const analysis = service.analyze(text);
  expect(analysis.diagnostics, text).toEqual([]);
  service.run({ inputs: [], defaults: 'iota' });
  const entry = analysis.computations.find((computation) => computation.entry);
  const all = entry?.instructions ?? [];
  const root = all.find((outline) => outline.root);
  if (root === undefined) throw new Error('no root');
  const operands = root.operands.flatMap((id) => all.find((outline) => outline.id === id) ?? []);
  const numbers = ({ id, elements }: { id: number; elements: number }): number[] =>
    Array.from(service.cells(analysis.program, 0, id, [], [[0, elements]]).numbers[0] ?? []);
  const values = operands.map(numbers);
  const attributes = attributesOf(text, root);
  const traced = {
    opcode: root.opcode,
    shape: root.shape,
    operandShapes: operands.map(({ shape }) => shape),
    attributes,
    direction: directionOf(analysis, text, attributes),
  };
  const gather = (id: number, path: number[], wanted: number[]): Promise<string[]> =>
    Promise.resolve(service.gather(analysis.program, 0, id, path, wanted));
  const read: Reader = {
    operand: (operand, wanted) => gather(operands[operand]?.id ?? -1, [], wanted),
    result: (part, wanted) => gather(root.id, root.shape.startsWith('(') ? [part] : [], wanted),
  };
  return {
    values,
    result: numbers(root),
    trace: (element, part = 0) => provenanceOf({ ...traced, part }, element, read),
  };
}

const IOTA = (name: string, shape: string): string =>
  `  ${name}.n = f32[${shape.split(',').reduce((n, size) => n * Number(size), 1)}] iota(), iota_dimension=0\n` +
  `  ${name} = f32[${shape}] reshape(${name}.n)\n`;

test.each([
  [
    'dot',
    `${IOTA('x', '2,3')}${IOTA('y', '3,4')}  ROOT r = f32[2,4] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}`,
  ],
  [
    'a batched dot',
    `${IOTA('x', '3,2,5')}${IOTA('y', '5,2,4')}  ROOT r = f32[2,3,4] dot(x, y), lhs_batch_dims={1}, rhs_batch_dims={1}, lhs_contracting_dims={2}, rhs_contracting_dims={0}`,
  ],
  [
    'a strided convolution with padding',
    `${IOTA('x', '1,5,5,2')}${IOTA('k', '3,3,2,3')}  ROOT r = f32[1,3,3,3] convolution(x, k), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f`,
  ],
  [
    'a dilated, reversed convolution in groups',
    `${IOTA('x', '2,7,4')}${IOTA('k', '2,2,6')}  ROOT r = f32[2,12,6] convolution(x, k), window={size=2 pad=1_0 lhs_dilate=2 rhs_dilate=2 rhs_reversal=1}, dim_labels=b0f_0io->b0f, feature_group_count=2`,
  ],
  [
    'reduce',
    `${IOTA('x', '2,3,4')}  z = f32[] constant(5)\n  ROOT r = f32[3] reduce(x, z), dimensions={0,2}, to_apply=sum`,
  ],
  [
    'reduce-window',
    `${IOTA('x', '4,5')}  z = f32[] constant(1)\n  ROOT r = f32[2,5] reduce-window(x, z), window={size=2x3 stride=2x1 pad=0_0x1_1}, to_apply=sum`,
  ],
  [
    'gather',
    `${IOTA('x', '3,3')}  i = s32[2,1] constant({{5}, {0}})\n  ROOT r = f32[2,3] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}`,
  ],
  [
    'gather of windows',
    `${IOTA('x', '4,5')}  i = s32[2,3] constant({{0, 3, 2}, {1, 1, 9}})\n  ROOT r = f32[2,3,2] gather(x, i), offset_dims={0,2}, collapsed_slice_dims={}, start_index_map={1,0}, index_vector_dim=0, slice_sizes={2,2}`,
  ],
  [
    'scatter',
    `${IOTA('x', '4')}  i = s32[3,1] constant({{1}, {5}, {1}})\n  u = f32[3] constant({10, 20, 30})\n  ROOT r = f32[4] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum`,
  ],
  [
    'scatter of windows',
    `${IOTA('x', '4,3')}  i = s32[2] constant({2, 0})\n${IOTA('u', '2,2,3')}  ROOT r = f32[4,3] scatter(x, i, u), update_window_dims={1,2}, inserted_window_dims={}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum`,
  ],
  [
    'sort',
    `  x = f32[2,5] constant({{3, -1, 3, nan, 0}, {5, 7, 0, 7, 1}})\n  ROOT r = f32[2,5] sort(x), dimensions={1}, to_apply=lt`,
  ],
  [
    'sort along the first dimension',
    `  x = f32[3,2] constant({{3, 5}, {-1, 9}, {2, 4}})\n  ROOT r = f32[3,2] sort(x), dimensions={0}, to_apply=lt`,
  ],
  [
    'select-and-scatter',
    `  x = f32[4,5] constant({{7, 2, 5, 3, 8}, {3, 8, 9, 3, 4}, {1, 5, 7, 5, 6}, {0, 6, 2, 7, 2}})\n  s = f32[2,2] constant({{2, 6}, {3, 1}})\n  z = f32[] constant(0.5)\n  ROOT r = f32[4,5] select-and-scatter(x, s, z), window={size=2x3 stride=2x2 pad=0_0x0_0}, select=ge, scatter=sum`,
  ],
  [
    'select-and-scatter with ties and padding',
    `  x = f32[6] constant({1, 1, 0, 0, 2, 2})\n  s = f32[6] constant({1, 2, 4, 8, 16, 32})\n  z = f32[] constant(0)\n  ROOT r = f32[6] select-and-scatter(x, s, z), window={size=3 pad=1_1}, select=lt, scatter=sum`,
  ],
  ['broadcast', `${IOTA('x', '2,3')}  ROOT r = f32[2,4,3] broadcast(x), dimensions={0,2}`],
  ['transpose', `${IOTA('x', '2,3,4')}  ROOT r = f32[4,2,3] transpose(x), dimensions={2,0,1}`],
  ['reverse', `${IOTA('x', '2,3')}  ROOT r = f32[2,3] reverse(x), dimensions={1}`],
  ['slice', `${IOTA('x', '4,6')}  ROOT r = f32[2,2] slice(x), slice={[1:3], [1:6:3]}`],
  [
    'pad',
    `${IOTA('x', '2,3')}  z = f32[] constant(-9)\n  ROOT r = f32[4,5] pad(x, z), padding=1_1x-1_1_1`,
  ],
  [
    'concatenate',
    `${IOTA('x', '2,2')}${IOTA('y', '2,3')}  ROOT r = f32[2,5] concatenate(x, y), dimensions={1}`,
  ],
  [
    'dynamic-slice',
    `${IOTA('x', '4,5')}  a = s32[] constant(3)\n  b = s32[] constant(1)\n  ROOT r = f32[2,2] dynamic-slice(x, a, b), dynamic_slice_sizes={2,2}`,
  ],
])('the terms of %s give all of its elements', async (_, body) => {
  const { values, result, trace } = runRoot(body);
  for (const [element, expected] of result.entries()) {
    const found = await trace(element);
    if (found === null) throw new Error(`nothing for element ${element}`);
    if (found.kind === 'copy') expect(found.terms).toHaveLength(1);
    const terms = found.terms.map((sources) =>
      sources.reduce(
        (total, source) => total * (values[source.operand]?.[source.element] ?? NaN),
        1,
      ),
    );
    const sum = terms.reduce((total, term) => total + term, 0);
    expect(sum, `element ${element}`).toBe(expected);
  }
});

test('elements of several arrays that are sorted together stay together', async () => {
  // The keys 2 and 1 are there twice: equal rows keep their order.
  const { trace } = runRoot(
    `  k = s32[5] constant({2, 1, 2, 0, 1})\n  v = f32[5] constant({10, 20, 30, 40, 20})\n  ROOT r = (s32[5], f32[5]) sort(k, v), dimensions={0}, to_apply=by_first, is_stable=true`,
  );
  const from = [3, 1, 4, 0, 2];
  for (const part of [0, 1]) {
    for (const [to, element] of from.entries()) {
      expect(await trace(to, part), `part ${part} of ${to}`).toEqual({
        kind: 'copy',
        terms: [[{ operand: part, element }]],
        note: '',
      });
    }
  }
});

test('a selection that is no comparison of its parameters has no terms', async () => {
  const { trace } = runRoot(
    `  x = f32[4] constant({1, 2, 3, 4})\n  s = f32[2] constant({1, 2})\n  z = f32[] constant(0)\n  ROOT r = f32[4] select-and-scatter(x, s, z), window={size=2 stride=2}, select=odd, scatter=sum`,
  );
  expect(await trace(0)).toBeNull();
});

test('a gathered slice that is clamped says so', async () => {
  const { trace } = runRoot(
    `${IOTA('x', '3,3')}  i = s32[1,1] constant({{5}})\n  ROOT r = f32[1,3] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}`,
  );
  // Row 5 does not exist: the last one is row 2, whose element 1 is number 7.
  expect(await trace(1)).toEqual({
    kind: 'copy',
    terms: [[{ operand: 0, element: 7 }]],
    note: 'the slice starts at (5,0), clamped to (2,0)',
  });
});

test('an element of a reduction is made of the initial value and what is reduced', async () => {
  const { trace } = runRoot(
    `${IOTA('x', '2,3')}  z = f32[] constant(0)\n  ROOT r = f32[3] reduce(x, z), dimensions={0}, to_apply=sum`,
  );
  expect(await trace(1)).toEqual({
    kind: 'combined',
    terms: [
      [{ operand: 1, element: 0 }],
      [{ operand: 0, element: 1 }],
      [{ operand: 0, element: 4 }],
    ],
    note: '',
  });
});
