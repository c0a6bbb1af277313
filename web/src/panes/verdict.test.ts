// SPDX-License-Identifier: Apache-2.0
// Cases of the conformance suite in the page: the suite's own cases agree, and changed programs do not.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { EngineService } from '../engine/engine_service';
import type { Ask } from '../engine/protocol';
import type { ModuleText } from '../intake/modules';
import { readVectors } from '../intake/vectors';
import { verdictOf, type Verdict } from './verdict';
import { realService } from '../engine/real_engine';

let service: EngineService;
let ask: Ask;
beforeAll(async () => {
  service = await realService();
  const answer = (question: 'literal' | 'difference', ...args: unknown[]): Promise<unknown> =>
    Promise.resolve((service[question] as (...given: unknown[]) => unknown)(...args));
  ask = answer as unknown as Ask;
});

const casesOf = (op: string): ModuleText[] => {
  const path = new URL(`../../../conformance/vectors/${op}.json`, import.meta.url);
  return readVectors(readFileSync(path, 'utf8'))?.modules ?? [];
};

async function verdict({ text, inputs = [], vector }: ModuleText): Promise<Verdict> {
  if (vector === undefined) throw new Error('no vector');
  const analysis = service.analyze(text);
  const outcome = analysis.runnable ? service.run({ inputs, defaults: 'auto' }) : null;
  return verdictOf(ask, { text, analysis, outcome, done: true, milliseconds: 0 }, vector);
}

const PATIENCE = 60_000;

test.each(['pad', 'tanh'])(
  'all cases of %s agree',
  async (op) => {
    const cases = casesOf(op);
    expect(cases.length).toBeGreaterThan(8);
    for (const entry of cases) {
      const { agrees, text } = await verdict(entry);
      expect(agrees ? '' : text, entry.name).toBe('');
    }
  },
  PATIENCE,
);

const named = (op: string, id: string): ModuleText => {
  const found = casesOf(op).find(({ name }) => name === id);
  if (found === undefined) throw new Error(id);
  return found;
};

test('every device is compared', async () => {
  const entry = named('all-reduce', 'all-reduce.c128.two-devices');
  expect((await verdict(entry)).agrees).toBe(true);
  const expected = { ...entry.vector?.expected, '1,0': [{ shape: 'c128[]', data: [0, 0] }] };
  const changed = { ...entry, vector: { ...entry.vector, expected } as ModuleText['vector'] };
  expect((await verdict(changed as ModuleText)).text).toMatch(/^device 1: /);
});

test('the first element that differs is named', async () => {
  const entry = named('pad', 'pad.f32.interior-then-negative-edge');
  const text = entry.text.replace('ROOT r = f32[5] pad(a, z)', 'ROOT r = f32[5] pad(a, a0)');
  const changed = text.replace('  ROOT', '  a0 = f32[] constant(7)\n  ROOT');
  // [0, 2, 0, 3, 0] is expected; the zeros are padding.
  expect(await verdict({ ...entry, text: changed })).toEqual({
    agrees: false,
    text: expect.stringMatching(/^element [({]0[)}]: got 7, expected 0/) as string,
  });
});

test('an error at another place is not the expected one', async () => {
  const entry = named('pad', 'pad.f32.rejects-negative-interior');
  expect((await verdict(entry)).text).toBe('rejected with pad.C3 at 5:30');
  const text = `\n${entry.text}`;
  expect(await verdict({ ...entry, text })).toEqual({
    agrees: false,
    text: 'rejected with pad.C3 at 6:30, expected pad.C3 at 5:30',
  });
  const accepted = entry.text.replace('f32[1] pad(a, z), padding=0_0_-1', 'f32[3] copy(a)');
  expect((await verdict({ ...entry, text: accepted })).text).toBe(
    'accepted, expected pad.C3 at 5:30',
  );
});
