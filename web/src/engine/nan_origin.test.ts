// SPDX-License-Identifier: Apache-2.0
import { beforeAll, expect, test } from 'vitest';
import type { EngineService } from './engine_service';
import { realService } from './real_engine';

let service: EngineService;
beforeAll(async () => {
  service = await realService();
});

function originIn(text: string, device = 0): string {
  const analysis = service.analyze(text);
  service.run({ inputs: [], defaults: 'iota' });
  const id = service.nanOrigin(analysis.program, device);
  const all = analysis.computations.flatMap(({ instructions }) => instructions);
  return all.find((outline) => outline.id === id)?.name ?? '';
}

test('it is the first one with no nan in its operands', () => {
  const text = `ENTRY e {
    x = f32[3] parameter(0)
    one = f32[] constant(1)
    ones = f32[3] broadcast(one), dimensions={}
    y = f32[3] subtract(x, ones)
    root = f32[3] sqrt(y)
    z = f32[3] add(root, x)
    ROOT w = f32[3] log(z)
  }`;
  expect(originIn(text)).toBe('root');
});

test('of a fusion it is the instruction inside', () => {
  const text = `HloModule m
    inside {
      p = f32[2] parameter(0)
      n = f32[2] negate(p)
      l = f32[2] log(n)
      ROOT m = f32[2] add(l, p)
    }
    ENTRY e {
      x = f32[2] parameter(0)
      ROOT f = f32[2] fusion(x), kind=kLoop, calls=inside
    }`;
  expect(originIn(text)).toBe('l');
});

test('a constant can be one', () => {
  expect(originIn('ENTRY e { c = f32[] constant(nan) ROOT d = f32[] negate(c) }')).toBe('c');
});

test('infinity is none, and neither is a run without nan', () => {
  expect(originIn('ENTRY e { c = f32[] constant(-inf) ROOT d = f32[] negate(c) }')).toBe('');
});

test('devices are told apart', () => {
  const text = `HloModule m, replica_count=2
    ENTRY e {
      id = u32[] replica-id()
      f = f32[] convert(id)
      n = f32[] negate(f)
      ROOT s = f32[] sqrt(n)
    }`;
  expect(originIn(text, 0)).toBe('');
  expect(originIn(text, 1)).toBe('s');
});
