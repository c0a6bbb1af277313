// SPDX-License-Identifier: Apache-2.0
// Which comparisons the worker is asked for, and when it ends.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Client from './client';
import type { Reply, Request } from './client';
import type { Texts } from './compare';

vi.mock('./comparison_worker?worker&url', () => ({ default: 'worker.js' }));

let workers: FakeWorker[] = [];
class FakeWorker {
  onmessage: (event: { data: Reply }) => void = () => undefined;
  onerror: () => void = () => undefined;
  ended = false;
  asked: Request[] = [];
  constructor() {
    workers.push(this);
  }
  postMessage(request: Request): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(): void {
    this.onmessage({ data: { answer: null, error: '' } });
  }
}

const texts = (after: string): Texts => ({
  before: '',
  after,
  given: { inputs: [], defaults: 'auto' },
});
const askedOf = (worker: FakeWorker | undefined): string[] =>
  (worker?.asked ?? []).map((request) => request.texts.after);

let client: typeof Client;
beforeEach(async () => {
  workers = [];
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.resetModules();
  client = await import('./client');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('one comparison is made at a time, and of those that wait only the newest of a kind', async () => {
  const first = client.compare('results', texts('1'));
  const second = client.compare('results', texts('2'));
  const other = client.compare('instructions', texts('3'));
  const stages = client.compare('results', texts('4'), 'stages');
  const third = client.compare('results', texts('5'));
  await expect(second).rejects.toBeInstanceOf(client.Superseded);
  const [worker] = workers;
  expect(askedOf(worker)).toEqual(['1']);
  for (let k = 0; k < 4; k += 1) worker?.answer();
  await Promise.all([first, other, stages, third]);
  expect(askedOf(worker)).toEqual(['1', '3', '4', '5']);
});

test('a worker that is not needed ends, and another one starts with the next comparison', async () => {
  const first = client.compare('instructions', texts('1'));
  workers[0]?.answer();
  await first;
  vi.advanceTimersByTime(59_000);
  const second = client.compare('instructions', texts('2'));
  vi.advanceTimersByTime(59_000);
  expect(workers[0]?.ended).toBe(false);
  workers[0]?.answer();
  await second;
  vi.advanceTimersByTime(60_000);
  expect(workers[0]?.ended).toBe(true);
  void client.compare('instructions', texts('3'));
  expect(askedOf(workers[1])).toEqual(['3']);
});

test('a worker that does not load fails all comparisons, and the next one tries again', async () => {
  const all = ['1', '2'].map((text) => client.compare('results', texts(text), text));
  workers[0]?.onerror();
  for (const one of all) await expect(one).rejects.toThrow('did not load');
  void client.compare('results', texts('3'));
  expect(askedOf(workers[1])).toEqual(['3']);
});
