// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { readVectors } from './vectors';

const HLO = ['HloModule m', 'ENTRY e {', '  ROOT x = f32[] parameter(0)', '}'];
const value = (data: number): object => ({ shape: 'f32[]', data });
const file = (...cases: object[]): string => JSON.stringify({ format: 1, op: 'add', cases });

test('a case is a program with its arguments and what is expected of it', () => {
  const tol = { class: 'close', ulp: 2 };
  const json = file({
    id: 'add.f32.one',
    kind: 'run',
    why: 'one and one',
    hlo: HLO,
    args: [value(1)],
    expect: value(2),
    tol,
  });
  expect(readVectors(json)).toEqual({
    others: 0,
    modules: [
      {
        name: 'add.f32.one',
        text: `${HLO.join('\n')}\n`,
        inputs: [{ kind: 'literal', json: '{"shape":"f32[]","data":1}' }],
        vector: {
          id: 'add.f32.one',
          why: 'one and one',
          expected: { all: [value(2)] },
          tolerance: { kind: 'close', amount: 2, scale: 0 },
          reject: null,
        },
      },
    ],
  });
});

test('a case for several devices has its topology in the text, and values for each', () => {
  const json = file({
    id: 'add.f32.two',
    kind: 'run',
    hlo: HLO,
    topology: { replicas: 2, partitions: 1 },
    args: { '0,0': [value(1)], '1,0': [value(2)] },
    expect: { '0,0': value(1), '1,0': { oneOf: [value(2), value(3)] } },
  });
  const module = readVectors(json)?.modules[0];
  expect(module?.text).toMatch(/^HloModule m, replica_count=2\n/);
  expect(module?.inputs).toEqual([
    { kind: 'devices', json: [1, 2].map((data) => JSON.stringify(value(data))) },
  ]);
  expect(module?.vector?.expected).toEqual({ '0,0': [value(1)], '1,0': [value(2), value(3)] });
});

test('a case may demand an error, and others have no program to run', () => {
  const reject = { phase: 'shape', code: 'pad.C3', line: 5, col: 30 };
  const found = readVectors(
    file({ id: 'a.b', kind: 'reject', hlo: HLO, reject }, { id: 'a.c', kind: 'layout', hlo: [''] }),
  );
  expect(found?.others).toBe(1);
  expect(found?.modules[0]?.vector).toMatchObject({
    expected: null,
    reject: { code: 'pad.C3', line: 5, column: 30 },
  });
});

test('other JSON is none', () => {
  for (const json of ['{}', '[1]', '{"format": 2, "op": "a", "cases": []}', '{']) {
    expect(readVectors(json)).toBeNull();
  }
});
