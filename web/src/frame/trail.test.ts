// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { Trail } from './trail';

const at = (computation: string) => ({ computation, instruction: 'x' });

test('goes back over what was left, and forward again', () => {
  const trail = new Trail();
  trail.note(at('main'));
  trail.note(at('body'));
  expect(trail.step(at('inner'), -1)).toEqual(at('body'));
  expect(trail.step(at('body'), -1)).toEqual(at('main'));
  expect(trail.step(at('main'), -1)).toBeNull();
  expect(trail.step(at('main'), 1)).toEqual(at('body'));
  expect(trail.step(at('body'), 1)).toEqual(at('inner'));
  expect(trail.step(at('inner'), 1)).toBeNull();
});

test('going elsewhere replaces what was ahead', () => {
  const trail = new Trail();
  trail.note(at('main'));
  expect(trail.step(at('body'), -1)).toEqual(at('main'));
  trail.note(at('main'));
  expect(trail.step(at('other'), 1)).toBeNull();
  expect(trail.step(at('other'), -1)).toEqual(at('main'));
});

test('keeps the last hundred', () => {
  const trail = new Trail();
  for (let k = 0; k < 120; k++) trail.note(at(`c${k}`));
  let steps = 0;
  while (trail.step(null, -1) !== null) steps++;
  expect(steps).toBe(100);
});
