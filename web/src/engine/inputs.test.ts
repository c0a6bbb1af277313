// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import {
  argumentLists,
  defaultsFor,
  literalProblem,
  readInput,
  type Defaults,
  type Input,
} from './inputs';

const args = (inputs: Input[], shapes: string[], defaults: Defaults = 'auto'): unknown =>
  argumentLists(
    inputs,
    shapes.map((shape, parameter) => ({ shape, parameter })),
    defaults,
  );

test('parameters without a choice are filled with iota', () => {
  expect(args([], ['f32[2]', 's32[]'])).toEqual([{ fill: 'iota' }, { fill: 'iota' }]);
});

test('own values become data of the shape of the parameter', () => {
  const input = { kind: 'literal', json: '[[1, 2], [nan, -inf]]' } as const;
  expect(args([input], ['f32[2,2]{1,0}'])).toEqual([
    {
      shape: 'f32[2,2]{1,0}',
      data: [
        [1, 2],
        ['nan', '-inf'],
      ],
    },
  ]);
});

test('a whole literal is passed on as it is', () => {
  const json = '{"tuple": [{"shape": "f32[]", "data": 1}]}';
  const [argument] = args([{ kind: 'literal', json }], ['(f32[])']) as unknown[];
  expect(argument).toEqual({ tuple: [{ shape: 'f32[]', data: 1 }] });
});

test('words for special values need no quotes, and may have them', () => {
  expect(literalProblem('[nan, inf, -inf, "nan", "-inf", -0.0]')).toBeNull();
});

test('reports text that is not JSON, and uses zeros instead', () => {
  const input = { kind: 'literal', json: '[1, 2' } as const;
  expect(literalProblem(input.json)).not.toBeNull();
  expect(args([input], ['f32[2]'])).toEqual([{ fill: 'zeros' }]);
});

test.each([
  [
    { kind: 'random', seed: 4 },
    { kind: 'random', seed: 4 },
  ],
  [
    { kind: 'random', seed: 'x' },
    { kind: 'random', seed: 1 },
  ],
  [
    { kind: 'literal', json: '[1]' },
    { kind: 'literal', json: '[1]' },
  ],
  [{ kind: 'literal' }, { kind: 'auto' }],
  [null, { kind: 'auto' }],
  ['zeros', { kind: 'auto' }],
])('an input of a link is read with care: %j', (raw, means) => {
  expect(readInput(raw)).toEqual(means);
});

describe('what is left to the page', () => {
  test('is iota for small arrays and whole numbers, random for larger ones that models compute with', () => {
    expect(args([], ['f32[8,8]', 'f32[8,9]', 's32[100]', 'bf16[65]', '(f32[100], s32[])'])).toEqual(
      [
        { fill: 'iota' },
        { fill: 'random', seed: 2 },
        { fill: 'iota' },
        { fill: 'random', seed: 4 },
        { fill: 'random', seed: 5 },
      ],
    );
  });
  test('was always iota in the first links', () => {
    expect(args([{ kind: 'auto' }], ['f32[100]'], 'iota')).toEqual([{ fill: 'iota' }]);
  });
});

describe('inputs that differ between devices', () => {
  const parameters = [
    { shape: 'f32[]', parameter: 0 },
    { shape: 'f32[2]', parameter: 1 },
  ];
  const inputs: Input[] = [{ kind: 'ones' }, { kind: 'devices', json: ['[1, 2]', '[3, 4]'] }];

  test('make one list per device', () => {
    expect(argumentLists(inputs, parameters, 'auto', 2)).toEqual({
      replicas: [
        [{ fill: 'ones' }, { shape: 'f32[2]', data: [1, 2] }],
        [{ fill: 'ones' }, { shape: 'f32[2]', data: [3, 4] }],
      ],
    });
  });

  test('give devices without a list of their own the first one', () => {
    expect(argumentLists(inputs, parameters, 'auto', 3)).toMatchObject({
      replicas: [{}, {}, [{ fill: 'ones' }, { data: [1, 2] }]],
    });
  });

  test('make one list for a single device', () => {
    expect(argumentLists(inputs, parameters, 'auto', 1)).toMatchObject([{}, { data: [1, 2] }]);
  });

  test('survive a link', () => {
    expect(inputs.map(readInput)).toEqual(inputs);
  });
});

test('in what a compiler wrote, all floating-point parameters get random numbers', () => {
  const dump = 'HloModule m, entry_computation_layout={(f32[2]{0})->f32[2]{0}}';
  expect(defaultsFor('auto', dump)).toBe('random');
  expect(defaultsFor('auto', 'ENTRY e { ROOT a = f32[2] parameter(0) }')).toBe('mixed');
  expect(defaultsFor('iota', dump)).toBe('iota');
  expect(args([], ['f32[2]', 'bf16[]', 's32[2]'], 'random')).toEqual([
    { fill: 'random', seed: 1 },
    { fill: 'random', seed: 2 },
    { fill: 'iota' },
  ]);
});

test('random numbers may differ between the devices', () => {
  const input = readInput({ kind: 'random', seed: 5, differs: true });
  const lists = argumentLists([input], [{ shape: 'f32[2]', parameter: 0 }], 'auto', 2);
  const { replicas } = lists as { replicas: { seed: number }[][] };
  expect(replicas.map(([argument]) => argument?.seed)).toEqual([5, 7924]);
  expect(argumentLists([input], [{ shape: 'f32[2]', parameter: 0 }], 'auto')).toEqual([
    { fill: 'random', seed: 5 },
  ]);
});
