// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { Ask } from '../engine/protocol';
import { readArguments } from '../intake/arguments';
import { INITIAL, type State } from '../state/state';
import { argumentsJson, fileName } from './save';

test.each([
  ['step.mlir', 'step'],
  ['module_0001.jit_f.before_optimizations.txt', 'module_0001.jit_f.before_optimizations'],
  ['a dump.log.gz', 'a_dump'],
  ['', 'jit_f'],
])('a program that came from "%s" is saved as %s', (title, name) => {
  expect(fileName({ ...INITIAL, title, text: 'HloModule jit_f\n' })).toBe(name);
});

test('one module of a file has a name of its own', () => {
  const modules = ['a', 'b'].map((name) => ({ name, text: '' }));
  expect(fileName({ title: 'dump.txt', text: '', modules, module: 1 })).toBe('b');
});

describe('arguments', () => {
  const parameter = (id: number): object => ({ id, parameter: id, opcode: 'parameter' });
  const computations = [{ entry: true, instructions: [parameter(0), parameter(1)] }];
  const analysis = { program: 1, replicas: 2, partitions: 1, computations };
  const shown = { analysis, outcome: {} } as unknown as State['shown'];
  const literal = (value: number): string => `{"shape":"f32[]","data":${value}}`;
  const ask = ((_: string, __: number, ___: number, id: number) =>
    Promise.resolve(literal(id))) as unknown as Ask;

  test('are those of the run, and can be opened again', async () => {
    const json = await argumentsJson({ ...INITIAL, shown }, ask);
    expect(readArguments(json ?? '')).toEqual({
      devices: 0,
      inputs: [0, 1].map((value) => ({ kind: 'literal', json: literal(value) })),
    });
  });

  test('that differ between devices are saved for each', async () => {
    const inputs = [{ kind: 'devices' as const, json: [literal(5), literal(6)] }];
    const json = await argumentsJson({ ...INITIAL, shown, inputs }, ask);
    expect(readArguments(json ?? '')).toEqual({
      devices: 2,
      inputs: [inputs[0], { kind: 'literal', json: literal(1) }],
    });
  });

  test('are missing where nothing has run', async () => {
    expect(await argumentsJson(INITIAL, ask)).toBeNull();
  });
});
