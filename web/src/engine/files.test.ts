// SPDX-License-Identifier: Apache-2.0
// What the page fetches of the engine, and when it does without.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { engineFiles } from './files';

const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
let fetched: string[];
const files = (): string[] => fetched.map((url) => /hlo[\w-]*/.exec(url)?.[0] ?? url);

beforeEach(() => {
  fetched = [];
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url);
    return Promise.resolve(new Response(EMPTY));
  });
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

test('the full-speed engine is fetched once, and later workers begin with it', async () => {
  const own = engineFiles();
  const full = await own.fetchFull('threads');
  expect(full?.threads).toBeNull();
  expect(await own.fetchFull('threads')).toBe(full);
  expect(files()).toEqual(['hlo-full']);
  const ignore = (): void => undefined;
  expect((await own.load('threads', ignore)).full).toBe(full);
  expect((await own.load('plain', ignore)).full).toBe(full);
  expect((await own.load('none', ignore)).full).toBeNull();
});

test.each([
  ['wants to save data', { connection: { saveData: true } }],
  ['has a slow connection', { connection: { effectiveType: '2g' } }],
  ['has little memory', { deviceMemory: 1 }],
])('it is not fetched by a page that %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  expect(await engineFiles().fetchFull('threads')).toBeNull();
  expect(fetched).toEqual([]);
});

test('it is fetched over a fast connection, and again after a failure', async () => {
  vi.stubGlobal('navigator', { connection: { effectiveType: '4g' }, deviceMemory: 8 });
  const own = engineFiles();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  await expect(own.fetchFull('threads')).rejects.toThrow('no network');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(EMPTY)));
  expect((await own.fetchFull('plain'))?.module).toBeInstanceOf(WebAssembly.Module);
});
