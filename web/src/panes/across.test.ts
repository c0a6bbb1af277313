// SPDX-License-Identifier: Apache-2.0
import { beforeAll, expect, test } from 'vitest';
import type { Analysis, InstructionOutline } from '../engine/types';
import { realService } from '../engine/real_engine';
import { across } from './across';

const TEXT = `HloModule m

fused {
  p = f32[2] parameter(0)
  q = f32[2] parameter(1)
  ROOT s = f32[2] subtract(p, q)
}

once {
  o = f32[2] parameter(0)
  ROOT m = f32[2] negate(o)
}

step {
  t = f32[2] parameter(0)
  ROOT n = f32[2] negate(t)
}

twice {
  v = f32[2] parameter(0)
  ROOT k = f32[2] negate(v)
}

more {
  u = f32[2] parameter(0)
  ROOT c = pred[] constant(false)
}

ENTRY main {
  x = f32[2] parameter(0)
  y = f32[2] parameter(1)
  f = f32[2] fusion(y, x), kind=kLoop, calls=fused
  a = f32[2] call(f), to_apply=once
  w = f32[2] while(a), condition=more, body=step
  b = f32[2] call(w), to_apply=twice
  ROOT d = f32[2] call(b), to_apply=twice
}
`;

let analysis: Analysis;
beforeAll(async () => {
  analysis = (await realService()).analyze(TEXT);
});
const named = (name: string): InstructionOutline => {
  const all = analysis.computations.flatMap(({ instructions }) => instructions);
  const found = all.find((outline) => outline.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
const from = (name: string): string | null => {
  const place = across(analysis, named(name));
  return place && `${place.computation}.${place.outline.name}`;
};

test('the value of a fusion or a call is that of the root inside', () => {
  expect(from('f')).toBe('fused.s');
  expect(from('a')).toBe('once.m');
});

test('the value of a parameter is that of the operand of its only caller', () => {
  expect(from('p')).toBe('main.y');
  expect(from('q')).toBe('main.x');
  expect(from('o')).toBe('main.f');
});

test('a loop and what several instructions call have values of their own', () => {
  for (const name of ['w', 't', 'u', 'x', 's', 'v', 'b', 'd']) expect(from(name)).toBeNull();
});
