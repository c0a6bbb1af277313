// SPDX-License-Identifier: Apache-2.0
// The files were written by NumPy.
import { expect, test } from 'vitest';
import { isNpz, readNpz } from './npz';
import { writeNumpy } from './numpy';

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

// numpy.savez(file, x=float32([[1.5, -2]]), n=int32([3, 4]))
const STORED =
  'UEsDBBQAAAAAAAAAIQD9z6UIiAAAAIgAAAAFABQAeC5ucHkBABAAiAAAAAAAAACIAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmNCcsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgxLCAyKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKAADAPwAAAMBQSwMEFAAAAAAAAAAhAKqh5EqIAAAAiAAAAAUAFABuLm5weQEAEACIAAAAAAAAAIgAAAAAAAAAk05VTVBZAQB2AHsnZGVzY3InOiAnPGk0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoDAAAABAAAAFBLAQIUAxQAAAAAAAAAIQD9z6UIiAAAAIgAAAAFAAAAAAAAAAAAAACAAQAAAAB4Lm5weVBLAQIUAxQAAAAAAAAAIQCqoeRKiAAAAIgAAAAFAAAAAAAAAAAAAACAAb8AAABuLm5weVBLBQYAAAAAAgACAGYAAAB+AQAAAAA=';
// numpy.savez_compressed(file, int8([0, 1, 2]))
const DEFLATED =
  'UEsDBBQAAAAIAAAAIQCsmP8zRwAAAIMAAAAJABQAYXJyXzAubnB5AQAQAIMAAAAAAAAARwAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBek2morqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RrGOpo6CrUKFAAuBkYmAFBLAQIUAxQAAAAIAAAAIQCsmP8zRwAAAIMAAAAJAAAAAAAAAAAAAACAAQAAAABhcnJfMC5ucHlQSwUGAAAAAAEAAQA3AAAAggAAAAAA';

test('all arrays of an archive are read, with their names', async () => {
  expect(isNpz(bytesOf(STORED))).toBe(true);
  expect(await readNpz(bytesOf(STORED))).toEqual([
    { name: 'x', shape: 'f32[1,2]', data: [[1.5, -2]] },
    { name: 'n', shape: 's32[2]', data: [3, 4] },
  ]);
});

test('arrays may be compressed', async () => {
  expect(await readNpz(bytesOf(DEFLATED))).toEqual([
    { name: 'arr_0', shape: 's8[3]', data: [0, 1, 2] },
  ]);
});

test('an archive that ends early says so', async () => {
  expect(await readNpz(bytesOf(STORED).subarray(0, 300))).toEqual(['the archive is cut short']);
  const unknown = bytesOf(DEFLATED);
  unknown.set([99], unknown.length - 22 - 55 + 10); // the method of the only entry
  expect(await readNpz(unknown)).toEqual(['arr_0: it cannot be unpacked']);
});

test('no more is unpacked than the archive says', async () => {
  const bomb = bytesOf(DEFLATED);
  bomb.set([100], bomb.length - 22 - 55 + 24); // the size, of which there are 131 bytes
  expect(await readNpz(bomb)).toEqual(['arr_0: it cannot be unpacked']);
});

test('other archives are not arrays', () => {
  const other = bytesOf(STORED);
  other[30 + 4] = 0x78; // x.npx
  expect(isNpz(other)).toBe(false);
  expect(isNpz(bytesOf(STORED).subarray(0, 20))).toBe(false);
});

const HEAD = 'k05VTVBZAQB2AHsnZGVzY3InOiAn';
test.each([
  [
    'f32',
    [2, 2],
    [
      [1.5, -2],
      ['inf', 0.25],
    ],
    `${HEAD}PGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDIpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAMA/AAAAwAAAgH8AAIA+`,
  ],
  [
    's64',
    [2],
    [1, '-1'],
    `${HEAD}PGk4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoBAAAAAAAAAP//////////`,
  ],
  [
    'pred',
    [],
    true,
    `${HEAD}fGIxJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoB`,
  ],
  [
    'c64',
    [1],
    [[1, 2]],
    `${HEAD}PGM4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDEsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAIA/AAAAQA==`,
  ],
])('a file of %s is what NumPy writes', (type, dims, data, expected) => {
  expect(writeNumpy(type, dims, data)).toEqual(bytesOf(expected));
});

test('types that NumPy lacks are written as wider ones', () => {
  const header = (type: string, data: unknown): string =>
    new TextDecoder('latin1').decode(writeNumpy(type, [1], data)).slice(10, 30);
  expect(header('bf16', ['nan'])).toContain("'<f4'");
  expect(header('s4', [-3])).toContain("'|i1'");
  expect(header('u4', [3])).toContain("'|u1'");
});
