// SPDX-License-Identifier: Apache-2.0
// What is in a program, with the real module.
import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineService } from './engine_service';
import { notUnderstood, queryTest, type Searched } from './filters';
import type { Analysis } from './types';
import { realService } from './real_engine';

let service: EngineService;
beforeAll(async () => {
  service = await realService();
});

const TEXT = `HloModule m

twice {
  p = s32[] parameter(0)
  one = s32[] constant(1)
  ROOT next = s32[] add(p, one)
}

below_five {
  p = s32[] parameter(0)
  five = s32[] constant(5)
  ROOT less = pred[] compare(p, five), direction=LT
}

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

fused {
  q = f32[16,3]{1,0:T(8,128)} parameter(0)
  e = f32[16,3]{1,0:T(8,128)} exponential(q)
  ROOT n = f32[16,3]{1,0:T(8,128)} negate(e)
}

ENTRY main {
  x = f32[8,16] parameter(0)
  y = f32[8,3] parameter(1)
  d = f32[16,3]{1,0:T(8,128)} dot(x, y), lhs_contracting_dims={0}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/attention/dot_general" source_file="a.py"}
  f = f32[16,3]{1,0:T(8,128)} fusion(d), kind=kLoop, calls=fused
  z = f32[] constant(0)
  r = f32[16] reduce(f, z), dimensions={1}, to_apply=sum
  i = s32[] constant(0)
  w = s32[] while(i), condition=below_five, body=twice
  ROOT t = (f32[16], s32[]) tuple(r, w)
}
`;

const given = { inputs: [], defaults: 'auto' } as const;
let analysis: Analysis;
const idOf = (name: string): number =>
  analysis.computations
    .flatMap(({ instructions }) => instructions)
    .find((outline) => outline.name === name)?.id ?? -1;

describe('the overview of a program', () => {
  beforeAll(() => {
    analysis = service.analyze(TEXT);
    service.run(given);
  });
  const overview = (): ReturnType<EngineService['overview']> => service.overview(analysis.program);

  test('counts instructions and opcodes', () => {
    expect(overview()).toMatchObject({ instructions: 21, fusions: 1 });
    expect(overview().opcodes[0]).toEqual({ opcode: 'parameter', count: 7 });
    expect(overview().opcodes.reduce((total, { count }) => total + count, 0)).toBe(21);
  });

  test('knows what tiles add', () => {
    // 16 rows of 3 in tiles of 8 by 128: 2 tiles of 4 KiB.
    expect(overview().bytes[idOf('d')]).toBe(16 * 3 * 4);
    expect(overview().padded[idOf('d')]).toBe(2 * 8 * 128 * 4);
  });

  test('adds up the work of called computations, of loops as often as they ran', () => {
    // Counted by the rules of core/engine/cost.h.
    const { flops, transcendentals, trips, totalFlops } = overview();
    const dot = 2 * 48 * 8;
    expect(flops[idOf('d')]).toBe(dot);
    expect(flops[idOf('f')]).toBe(48);
    expect(transcendentals[idOf('f')]).toBe(48);
    // 48 elements to 16 sums.
    expect(flops[idOf('r')]).toBe(32);
    // Five iterations of an addition and a comparison.
    expect(trips[idOf('w')]).toBe(5);
    expect(flops[idOf('w')]).toBe(10);
    expect(totalFlops).toBe(dot + 48 + 32 + 10);
  });

  test('counts the peak memory of a run that keeps no values, whatever is shown', () => {
    expect(overview().peakBytes).toBeGreaterThan(0);
    const before = overview().peakBytes;
    service.run(given);
    expect(overview().peakBytes).toBe(before);
  });

  test('lists the largest buffers, and no values inside of fusions', () => {
    expect(overview().largest.slice(0, 3)).toEqual([idOf('d'), idOf('f'), idOf('x')]);
    expect(overview().largest).not.toContain(idOf('e'));
    expect(overview().mostPadded).toEqual([idOf('d'), idOf('f')]);
    expect(overview().largest).not.toContain(idOf('t'));
  });

  test.each([
    ['op:dot', ['d']],
    ['op:red*', ['r']],
    ['type:pred', ['less']],
    ['bytes>200', ['x']],
    ['padded>1K op:dot', ['d']],
    ['flops>700', ['d']],
    ['flops<60 op:reduce', ['r']],
    ['name:attention', ['d']],
    ['attention a.py', ['d']],
    ['in:below constant', ['five']],
    ['nothing_like_it', []],
  ])('is searched: %s', (query, names) => {
    const { ids, total } = service.find(analysis.program, query);
    expect(ids).toEqual(names.map(idOf));
    expect(total).toBe(names.length);
  });
});

test('the work grows no faster than the text, up to a hundred thousand instructions', () => {
  const timeOf = (count: number): number => {
    const lines = Array.from(
      { length: count },
      (_, k) =>
        `  v${k} = f32[4,${8 + (k % 50)}]{1,0} broadcast(c), dimensions={}, ` +
        `metadata={op_name="jit(f)/layer_${k}/broadcast"}`,
    );
    const large = service.analyze(`ENTRY e {\n  c = f32[] constant(1)\n${lines.join('\n')}\n}\n`);
    const start = performance.now();
    expect(service.overview(large.program).instructions).toBe(count + 1);
    expect(service.find(large.program, `name:layer_${count - 1}`).total).toBe(1);
    return performance.now() - start;
  };
  timeOf(10_000);
  const small = Math.max(timeOf(10_000), timeOf(10_000));
  // Ten times the text; a quadratic search would take a hundred times as long.
  expect(timeOf(100_000)).toBeLessThan(40 * small);
}, 30_000);

test('a program that calls itself while it is written does no harm', () => {
  const odd = service.analyze(
    'a {\n  p = f32[] parameter(0)\n  ROOT c = f32[] call(p), to_apply=a\n}\n',
  );
  if (odd.program !== 0) expect(service.overview(odd.program).instructions).toBeGreaterThan(0);
});

test('sizes may have units: memory in powers of 1024, work in powers of 1000', () => {
  const item = (fields: Partial<Searched>): Searched => ({
    name: '',
    opcode: '',
    shape: '',
    computation: '',
    bytes: 0,
    padded: 0,
    flops: 0,
    metadata: () => '',
    ...fields,
  });
  expect(queryTest('bytes>1M')(item({ bytes: 1024 * 1024 }))).toBe(false);
  expect(queryTest('bytes>1MiB')(item({ bytes: 1024 * 1024 + 1 }))).toBe(true);
  expect(queryTest('flops>1.5k')(item({ flops: 1501 }))).toBe(true);
  expect(queryTest('flops>1.5k')(item({ flops: 1500 }))).toBe(false);
  expect(queryTest('flops>=1.5k')(item({ flops: 1500 }))).toBe(true);
  expect(queryTest('bytes<=1k')(item({ bytes: 1025 }))).toBe(false);
});

const WRAPPED: Searched = {
  name: 'wrapped_add',
  opcode: 'fusion',
  shape: 'f32[2]',
  computation: 'e',
  bytes: 8,
  padded: 8,
  flops: 2,
  metadata: () => '',
};

test('names are found as they are written, with %', () => {
  expect(queryTest('%wrapped')(WRAPPED)).toBe(true);
  expect(queryTest('name:%wrapped')(WRAPPED)).toBe(true);
});

test('says which part of a query is not understood', () => {
  expect(notUnderstood('op:dot bytes>=1K attn f32[2]')).toBe('');
  expect(notUnderstood('op:dot foo:bar')).toBe('foo:bar');
  expect(notUnderstood('padding>1')).toBe('padding>1');
});

describe('the largest buffers', () => {
  test('are counted once, where they are made', () => {
    analysis = service.analyze(`ENTRY main {
  x = f32[8,16] parameter(0)
  s = (f32[8,16]{1,0:S(1)}, f32[8,16], u32[]) copy-start(x)
  d = f32[8,16]{1,0:S(1)} copy-done(s)
  g = ((f32[8,16]), f32[8,16]) negate-start(d)
  ROOT n = f32[8,16] negate-done(g)
}
`);
    const { largest, bytes } = service.overview(analysis.program);
    expect(largest).toEqual([idOf('x'), idOf('s'), idOf('g')]);
    expect(largest.map((id) => bytes[id])).toEqual([512, 512, 512]);
  });
});
