// SPDX-License-Identifier: Apache-2.0
// What elements are made of, checked by hand, and by computing every element again from its terms.
import { beforeAll, expect, test } from 'vitest';
import type { EngineService } from '../engine/engine_service';
import { provenanceOf } from './provenance';
import { attributesOf } from './arithmetic';
import type { Provenance } from './traced';
import { realService } from '../engine/real_engine';

let service: EngineService;
beforeAll(async () => {
  service = await realService();
});

interface Run {
  values: number[][];
  result: number[];
  trace: (element: number) => Promise<Provenance | null>;
}

/** Runs a program and gives the values of its root and of the root's operands. */
function runRoot(body: string): Run {
  const text = `HloModule m
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
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
  const traced = {
    opcode: root.opcode,
    shape: root.shape,
    operandShapes: operands.map(({ shape }) => shape),
    attributes: attributesOf(text, root),
  };
  return {
    values,
    result: numbers(root),
    trace: (element) =>
      provenanceOf(traced, element, (operand, wanted) =>
        Promise.resolve(wanted.map((k) => values[operand]?.[k] ?? NaN)),
      ),
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
