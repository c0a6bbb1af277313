// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { MAX_KEPT, keepingOn, memoryShelf, surplus, type KeptProgram } from './keeping';

const program = (id: string, changed: number, text = `ENTRY ${id} {\n}\n`): KeptProgram => ({
  id,
  title: `module ${id}`,
  changed,
  shared: { text },
});

test('programs are listed newest first, with their lines', async () => {
  const keeping = keepingOn(memoryShelf());
  await keeping.put(program('a', 1));
  await keeping.put(program('b', 2, 'x\ny\nz'));
  expect(await keeping.list()).toEqual([
    { id: 'b', title: 'module b', changed: 2, lines: 3 },
    { id: 'a', title: 'module a', changed: 1, lines: 2 },
  ]);
});

test('a program that is changed keeps its place in the list once', async () => {
  const keeping = keepingOn(memoryShelf());
  await keeping.put(program('a', 1));
  await keeping.put(program('b', 2));
  await keeping.put(program('a', 3, 'new'));
  expect((await keeping.list()).map(({ id }) => id)).toEqual(['a', 'b']);
  expect((await keeping.get('a'))?.shared.text).toBe('new');
});

test('a text that is opened again takes the place of the old one', async () => {
  const keeping = keepingOn(memoryShelf());
  await keeping.put(program('a', 1, 'same'));
  await keeping.put(program('b', 2, 'same'));
  expect((await keeping.list()).map(({ id }) => id)).toEqual(['b']);
});

test('words are looked for in titles and texts', async () => {
  const keeping = keepingOn(memoryShelf());
  await keeping.put(program('a', 1, 'r = f32[2] all-reduce(x)'));
  await keeping.put(program('b', 2));
  const ids = async (words: string): Promise<string[]> =>
    (await keeping.list(words)).map(({ id }) => id);
  expect(await ids('All-Reduce f32')).toEqual(['a']);
  expect(await ids('module')).toEqual(['b', 'a']);
  expect(await ids('nowhere')).toEqual([]);
});

test('of more than fifty the oldest go', async () => {
  const keeping = keepingOn(memoryShelf());
  for (let k = 0; k < MAX_KEPT + 3; k++) await keeping.put(program(`p${k}`, k));
  const ids = (await keeping.list()).map(({ id }) => id);
  expect(ids).toHaveLength(50);
  expect(ids).not.toContain('p2');
  expect(ids).toContain('p3');
});

test('the newest stays, however long it is', () => {
  const long = ' '.repeat(70 << 20);
  expect(surplus([program('a', 1), program('b', 2, long)])).toEqual(['a']);
});

test('one can be deleted, and all of them', async () => {
  const keeping = keepingOn(memoryShelf());
  await keeping.put(program('a', 1));
  await keeping.put(program('b', 2));
  await keeping.remove('b');
  expect(await keeping.get('b')).toBeNull();
  await keeping.clear();
  expect(await keeping.list()).toEqual([]);
});
