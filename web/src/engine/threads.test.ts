// SPDX-License-Identifier: Apache-2.0
// Threads that cannot start are given up soon, so that the page does without.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { START_MS, startThreads } from './threads';
import type { HloModule, ModuleOptions } from './types';

const EMPTY = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
const ENGINE = {} as HloModule;
class ThreadDouble extends EventTarget {
  ended = false;
  terminate(): void {
    this.ended = true;
  }
}

type Start = (options: ModuleOptions) => Promise<HloModule>;
let threads: ThreadDouble[];
const ended = (): number => threads.filter((thread) => thread.ended).length;

/** What comes of a module's glue: it adds its threads to the options, as Emscripten does, and starts. */
const outcome = (start: Start): Promise<HloModule | string> =>
  startThreads(
    (options) => {
      Object.assign(options, { PThread: { unusedWorkers: threads } });
      return start(options);
    },
    EMPTY,
    { threads: 4 },
  ).catch(() => 'given up');

/** Asks for its instance, and waits for threads in vain. */
const waits: Start = (options) => {
  options.instantiateWasm?.({}, () => undefined);
  return new Promise(() => undefined);
};

/** Whether those who listen to the thread for longer, and so the page, hear of its failure. */
const failureIsHeard = (thread = threads[1]): boolean => {
  const event = new Event('error', { cancelable: true });
  const heard = vi.fn();
  thread?.addEventListener('error', heard, { once: true });
  thread?.dispatchEvent(event);
  return heard.mock.calls.length > 0 || !event.defaultPrevented;
};

beforeEach(() => {
  vi.useFakeTimers();
  threads = [new ThreadDouble(), new ThreadDouble(), new ThreadDouble()];
});
afterEach(() => vi.useRealTimers());

test('an engine whose threads start is used, with the options it was given', async () => {
  let given: ModuleOptions = {};
  const engine = await outcome((options) => {
    given = options;
    return Promise.resolve(ENGINE);
  });
  expect(engine).toBe(ENGINE);
  expect(given.threads).toBe(4);
  expect(ended()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('the instance is made of the module that was given', async () => {
  const receive = vi.fn();
  void outcome((options) => {
    options.instantiateWasm?.({}, receive);
    return new Promise(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(receive).toHaveBeenCalledWith(expect.any(WebAssembly.Instance), EMPTY);
});

test('a module that has no room is given up at once', async () => {
  const full: Start = (options) => {
    options.instantiateWasm?.({}, () => {
      throw new RangeError('no memory');
    });
    return new Promise(() => undefined);
  };
  expect(await outcome(full)).toBe('given up');
  expect(ended()).toBe(3);
});

test('threads that never answer are ended after a time', async () => {
  const engine = outcome(waits);
  await vi.advanceTimersByTimeAsync(START_MS - 1);
  expect(ended()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(await engine).toBe('given up');
  expect(ended()).toBe(3);
});

test('a thread that fails ends the others at once, and the page hears of no error', async () => {
  const engine = outcome(waits);
  expect(failureIsHeard()).toBe(false);
  expect(await engine).toBe('given up');
  expect(ended()).toBe(3);
  expect(failureIsHeard(threads[2])).toBe(false);
});

test('errors after the start are left to the page', async () => {
  await outcome(() => Promise.resolve(ENGINE));
  expect(failureIsHeard()).toBe(true);
});

test('what the engine complains of is kept until it has started, then it is told', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let complain: ((text: string) => void) | undefined;
  await outcome((options) => {
    complain = options.printErr;
    complain?.('no thread');
    return Promise.resolve(ENGINE);
  });
  expect(told).not.toHaveBeenCalled();
  complain?.('out of memory');
  expect(told).toHaveBeenCalledWith('out of memory');
  told.mockRestore();
});

test('an engine that cannot even begin is given up', async () => {
  const refuse = (): never => {
    throw new RangeError('no memory');
  };
  expect(await outcome(refuse)).toBe('given up');
  expect(await outcome(() => Promise.reject(new Error('no threads')))).toBe('given up');
});
