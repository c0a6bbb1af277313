// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import createHlo from '../generated/hlo.mjs';
import { inTwoParts } from './parts';
import { part } from './real_engine';

test('the rest of the engine is loaded once, however often its functions are called', async () => {
  const rest = part('hlo-rest.wasm');
  let asked = 0;
  const module = await createHlo(
    inTwoParts(part('hlo.wasm'), () => {
      asked += 1;
      return rest;
    }),
  );
  expect(asked).toBe(0);
  const one = '{"shape": "f32[]", "data": 1}';
  const two = '{"shape": "f32[]", "data": 2}';
  for (let call = 0; call < 3; call += 1) {
    expect(module.difference(one, one, 'bits', 0, 0)).toBe('');
    expect(module.difference(one, two, 'bits', 0, 0)).not.toBe('');
  }
  expect(asked).toBe(1);
});
