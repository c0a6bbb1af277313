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

test('a text that two tabs have open is listed once, and both find it again', async () => {
  const keeping = keepingOn(memoryShelf());
  await keeping.put(program('a', 1, 'same'));
  await keeping.put(program('b', 2, 'same'));
  expect((await keeping.list()).map(({ id }) => id)).toEqual(['b']);
  expect((await keeping.get('a'))?.shared.text).toBe('same');
  await keeping.remove('b');
  expect(await keeping.list()).toEqual([]);
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

test('copies do not push other programs out', () => {
  const copies = Array.from({ length: MAX_KEPT + 1 }, (_, k) => program(`c${k}`, 10 + k, 'same'));
  // The newest one is no copy, so there are fifty of it.
  expect(surplus([program('other', 1), ...copies])).toEqual([]);
  expect(surplus([program('other', 1), program('c', 2, 'same'), ...copies])).toEqual(['c']);
});

test('one can be deleted, and all but the open one, and what was deleted put again', async () => {
  const keeping = keepingOn(memoryShelf());
  for (const id of ['a', 'b', 'c']) await keeping.put(program(id, 1));
  const removed = await keeping.remove('b');
  expect(removed.map(({ id }) => id)).toEqual(['b']);
  expect(await keeping.get('b')).toBeNull();
  const cleared = await keeping.clear('c');
  expect((await keeping.list()).map(({ id }) => id)).toEqual(['c']);
  for (const entry of [...removed, ...cleared]) await keeping.put(entry);
  expect((await keeping.list()).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
});

test('a program is on its way to the shelf when put returns', () => {
  const begun: string[] = [];
  const shelf = memoryShelf();
  const keeping = keepingOn({
    ...shelf,
    put: (entry) => {
      begun.push(entry.id);
      return shelf.put(entry);
    },
  });
  void keeping.put(program('a', 1));
  expect(begun).toEqual(['a']);
});
