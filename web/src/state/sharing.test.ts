// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { decodeFragment, encodeShared } from './permalink';
import { openedOf, shareOf, sizeOf } from './sharing';
import { INITIAL, reduce, type State } from './state';

const FILE: State = reduce(INITIAL, {
  kind: 'open',
  program: 'p',
  text: 'B',
  modules: [
    { name: 'a', text: 'A', inputs: [{ kind: 'ones' }] },
    { name: 'b', text: 'B' },
  ],
  module: 1,
});

test('the modules of a file come back with a link, as they were left', async () => {
  const edited = reduce(FILE, { kind: 'edit', text: 'B edited' });
  const decoded = await decodeFragment(await encodeShared(shareOf(edited)));
  if (decoded.kind !== 'shared') throw new Error(decoded.kind);
  const again = reduce(INITIAL, { kind: 'open', ...openedOf(decoded.shared, 'p') });
  expect(again).toMatchObject({ text: 'B edited', module: 1 });
  expect(again.modules.map(({ name }) => name)).toEqual(['a', 'b']);
  const first = reduce(again, { kind: 'module', module: 0 });
  expect(first).toMatchObject({ text: 'A', inputs: [{ kind: 'ones' }] });
  expect(reduce(first, { kind: 'module', module: 1 }).text).toBe('B edited');
});

test('a module that is not in the list is not believed', async () => {
  const shared = { ...shareOf(FILE), module: 7 };
  const decoded = await decodeFragment(await encodeShared(shared));
  expect(decoded).toMatchObject({ kind: 'shared', shared: { text: 'B' } });
  expect(decoded).not.toHaveProperty('shared.modules');
});

test('values of a file and other modules count for the size of a program', () => {
  const inputs = [{ kind: 'literal', json: '12345' }];
  const modules = [{ name: 'a', text: '123', source: '12' }];
  expect(sizeOf({ text: '1234567', inputs, modules })).toBe(7 + 5 + 3 + 2);
});

test('the sizes that were given for a source come back with a link', async () => {
  const source = { text: 's', links: [], findings: [], made: null, edited: false };
  const modules = [
    { name: 'a', text: 'A', source: { ...source, sizes: { b: 2 } } },
    { name: 'b', text: 'B', source },
  ];
  const opened = { text: 'B', program: 'p', modules, module: 1 };
  const state = reduce(INITIAL, {
    kind: 'open',
    ...opened,
    source: { ...source, sizes: { 'arg0.1': 3 } },
  });
  const decoded = await decodeFragment(await encodeShared(shareOf(state)));
  if (decoded.kind !== 'shared') throw new Error(decoded.kind);
  const again = reduce(INITIAL, { kind: 'open', ...openedOf(decoded.shared, 'p') });
  expect(again.source?.sizes).toEqual({ 'arg0.1': 3 });
  expect(again.modules[0]?.source?.sizes).toEqual({ b: 2 });
});
