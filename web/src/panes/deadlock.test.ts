// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { between, deadlockOf, onCircle } from './deadlock';

test('a message says who waits where for whom, and who has finished', () => {
  expect(deadlockOf('deadlock: device 2 waits in %s for device 3, which has finished')).toEqual({
    waits: [{ devices: [2], place: 's', awaited: [3] }],
    finished: [3],
  });
});

test('lists of devices are expanded', () => {
  const found = deadlockOf(
    'deadlock: devices 0 to 2 and 5 wait in %a.1 (iteration 3) for devices 6 and 7; ' +
      'device 6 waits in %b for device 0 and device 9, which has finished',
  );
  expect(found).toEqual({
    waits: [
      { devices: [0, 1, 2, 5], place: 'a.1 (iteration 3)', awaited: [6, 7] },
      { devices: [6], place: 'b', awaited: [0, 9] },
    ],
    finished: [9],
  });
});

test('a wait for the host is not drawn', () => {
  expect(
    deadlockOf('deadlock: device 0 waits in %i: infeed queue of device 0 is empty'),
  ).toBeNull();
  expect(deadlockOf('step limit of 10 instructions reached')).toBeNull();
});

test('arrows leave room for the circles at their ends', () => {
  const [top, right] = onCircle(4, 10);
  expect(top?.x).toBeCloseTo(0);
  expect(top?.y).toBeCloseTo(-10);
  expect(right?.x).toBeCloseTo(10);
  expect(between({ x: 0, y: 0 }, { x: 10, y: 0 }, 3)).toEqual([
    { x: 3, y: 0 },
    { x: 7, y: 0 },
  ]);
});
