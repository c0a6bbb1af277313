// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { argumentList, literalProblem, readInput } from './inputs';

test('parameters without a choice are filled with iota', () => {
  expect(argumentList([], [{ shape: 'f32[2]' }, { shape: 's32[]' }])).toEqual([
    { fill: 'iota' },
    { fill: 'iota' },
  ]);
});

test('own values become data of the shape of the parameter', () => {
  const input = { kind: 'literal', json: '[[1, 2], [nan, -inf]]' } as const;
  expect(argumentList([input], [{ shape: 'f32[2,2]{1,0}' }])).toEqual([
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
  const [argument] = argumentList([{ kind: 'literal', json }], [{ shape: '(f32[])' }]);
  expect(argument).toEqual({ tuple: [{ shape: 'f32[]', data: 1 }] });
});

test('words for special values need no quotes, and may have them', () => {
  expect(literalProblem('[nan, inf, -inf, "nan", "-inf", -0.0]')).toBeNull();
});

test('what is no JSON is told, and zeros take its place', () => {
  const input = { kind: 'literal', json: '[1, 2' } as const;
  expect(literalProblem(input.json)).not.toBeNull();
  expect(argumentList([input], [{ shape: 'f32[2]' }])).toEqual([{ fill: 'zeros' }]);
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
  [{ kind: 'literal' }, { kind: 'iota' }],
  [null, { kind: 'iota' }],
  ['zeros', { kind: 'iota' }],
])('an input of a link is read with care: %j', (raw, means) => {
  expect(readInput(raw)).toEqual(means);
});
