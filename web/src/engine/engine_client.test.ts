// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Given } from './inputs';
import type { FullEngine, FullKind, LoadRequest, Request, Response } from './protocol';
import { EngineClient, Unanswered, type EngineEvent, type WorkerLike } from './engine_client';
import type { About, RunOutcome, Tables } from './types';

class WorkerDouble implements WorkerLike {
  onmessage: ((event: MessageEvent<Response>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly got: Request[] = [];
  ended = false;
  postMessage(request: Request): void {
    this.got.push(request);
  }
  terminate(): void {
    this.ended = true;
  }
  say(response: Response): void {
    this.onmessage?.({ data: response } as MessageEvent<Response>);
  }
  load(full = false): void {
    const about = { ...SMALL, full };
    this.say({ kind: 'ready', about, tables: {} as Tables, milliseconds: 1 });
  }
  /** Answers the evaluation it got last. */
  finish(): void {
    const last = this.got.filter((request) => request.kind === 'evaluate').at(-1);
    if (last?.kind !== 'evaluate') throw new Error('nothing to finish');
    const outline = { json: '', numbers: new Int32Array() };
    this.say({ kind: 'analyzed', seq: last.seq, read: { head: '{}', outline } });
    this.say({ kind: 'evaluated', seq: last.seq, outcome: null, milliseconds: 1 });
  }
  cancels(): number {
    return this.got.filter(({ kind }) => kind === 'cancel').length;
  }
  texts(): string[] {
    return this.got.flatMap((request) => (request.kind === 'evaluate' ? [request.job.text] : []));
  }
}

const SMALL: About = { version: '', simd: true, threads: 1, full: false };
const NOTHING: Given = { inputs: [], defaults: 'auto' };
let workers: WorkerDouble[];
let events: EngineEvent[];
let client: EngineClient;
/** Which full-speed engine each worker was to have. */
let loads: FullKind[];
/** What was asked for of the full-speed engines. */
let asked: FullKind[];
let full: () => Promise<FullEngine | null>;
const forget = vi.fn();
let files: () => Promise<LoadRequest>;
const REST = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
const LOAD: LoadRequest = {
  kind: 'load',
  first: REST,
  rest: null,
  restUrl: '',
  full: null,
};
const FULL: FullEngine = { module: REST, threads: null };
const worker = (): WorkerDouble => {
  const last = workers.at(-1);
  if (last === undefined) throw new Error('no worker');
  return last;
};
const kinds = (): string[] => events.map(({ kind }) => kind).filter((kind) => kind !== 'ready');

const newClient = (fetchAhead = () => Promise.resolve(REST)): EngineClient =>
  new EngineClient(
    {
      makeWorker: () => {
        const made = new WorkerDouble();
        workers.push(made);
        return made;
      },
      load: (kind) => {
        loads.push(kind);
        return files();
      },
      fetchAhead,
      fetchFull: (kind) => {
        asked.push(kind);
        return full();
      },
      forget,
    },
    (event) => events.push(event),
    () => Date.now(),
  );

/** A run that does not hear that it is stopped. */
function replaceWorker(): void {
  client.evaluate('a', NOTHING, [0, 99]);
  client.stop();
  vi.advanceTimersByTime(300);
}

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  events = [];
  loads = [];
  asked = [];
  files = () => Promise.resolve(LOAD);
  full = () => Promise.resolve(FULL);
  client = newClient();
  worker().load();
});
afterEach(() => vi.useRealTimers());

describe('evaluating', () => {
  test('sends a text at once and reports both stages', () => {
    client.evaluate('a', NOTHING, [0, 99]);
    worker().finish();
    expect(worker().texts()).toEqual(['a']);
    expect(kinds()).toEqual(['busy', 'analyzed', 'evaluated']);
  });

  test('of many texts during a run only the newest is run, and only its result is told', () => {
    client.evaluate('a', NOTHING, [0, 99]);
    for (const text of ['b', 'c', 'd']) client.evaluate(text, NOTHING, [0, 99]);
    worker().finish();
    expect(worker().texts()).toEqual(['a', 'd']);
    expect(kinds()).not.toContain('evaluated');
    worker().finish();
    expect(events.filter(({ kind }) => kind === 'analyzed')).toMatchObject([{ text: 'd' }]);
    expect(kinds().at(-1)).toBe('evaluated');
  });

  test('a long run that a newer text overtakes is cancelled', () => {
    client.evaluate('slow', NOTHING, [0, 99]);
    vi.advanceTimersByTime(50);
    client.evaluate('new', NOTHING, [0, 99]);
    vi.advanceTimersByTime(99);
    expect(worker().cancels()).toBe(0);
    vi.advanceTimersByTime(2);
    client.evaluate('newest', NOTHING, [0, 99]);
    expect(worker().cancels()).toBe(1);
    worker().finish();
    expect(workers).toHaveLength(1);
    expect(worker().texts()).toEqual(['slow', 'newest']);
    vi.advanceTimersByTime(1000);
    expect(workers).toHaveLength(1);
  });

  test('a worker that does not hear that its run is cancelled is ended', () => {
    client.evaluate('slow', NOTHING, [0, 99]);
    client.evaluate('new', NOTHING, [0, 99]);
    vi.advanceTimersByTime(150 + 299);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(workers).toHaveLength(2);
    expect(workers[0]?.ended).toBe(true);
    expect(worker().texts()).toEqual(['new']);
  });

  test('a long run tells its progress, unless a newer text waits', () => {
    client.evaluate('slow', NOTHING, [0, 99]);
    const outcome = {} as RunOutcome;
    const tell = () => worker().say({ kind: 'progress', seq: 1, outcome, milliseconds: 300 });
    tell();
    expect(events.at(-1)).toEqual({ kind: 'progress', seq: 1, outcome, milliseconds: 300 });
    client.evaluate('new', NOTHING, [0, 99]);
    tell();
    expect(kinds().filter((kind) => kind === 'progress')).toHaveLength(1);
  });
});

describe('loading', () => {
  beforeEach(() => {
    client.evaluate('a', NOTHING, [0, 99]);
    client.stop();
    vi.advanceTimersByTime(300);
  });

  test('is not begun again by newer texts, however long it takes', () => {
    const loading = worker();
    client.evaluate('b', NOTHING, [0, 99]);
    vi.advanceTimersByTime(1000);
    client.evaluate('c', NOTHING, [0, 99]);
    vi.advanceTimersByTime(1000);
    expect(worker()).toBe(loading);
  });

  test('is no part of the time after which a run is overtaken', () => {
    const loading = worker();
    client.evaluate('b', NOTHING, [0, 99]);
    vi.advanceTimersByTime(1000);
    loading.load();
    vi.advanceTimersByTime(149);
    expect(loading.cancels()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(loading.cancels()).toBe(1);
    loading.finish();
    expect(loading.texts()).toEqual(['a', 'b']);
  });

  test('that fails has a reason, and the next text tries again', async () => {
    files = () => Promise.reject(new Error('it did not load (there is no network)'));
    client = newClient();
    await vi.advanceTimersByTimeAsync(0);
    const message = 'it did not load (there is no network)';
    expect(events.at(-1)).toEqual({ kind: 'broken', message });
    files = () => Promise.resolve(LOAD);
    client.evaluate('a', NOTHING, [0, 99]);
    await vi.advanceTimersByTimeAsync(0);
    expect(worker().got).toContain(LOAD);
  });

  test('that does not come is begun anew when it is asked for', () => {
    const loading = worker();
    client.evaluate('b', NOTHING, [0, 99]);
    client.reload();
    expect(forget).toHaveBeenCalledOnce();
    expect(loading.ended).toBe(true);
    expect(worker().texts()).toEqual(['b']);
  });

  test('goes on with the rest of the engine some time after the first part', async () => {
    client = newClient();
    worker().load();
    await vi.advanceTimersByTimeAsync(1000);
    expect(worker().got.map(({ kind }) => kind)).toEqual(['load']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(worker().got).toContainEqual({ kind: 'rest', module: REST });
  });
});

describe('the full-speed engine', () => {
  const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2000);

  test('comes after the rest, and once it answers the page knows', async () => {
    await later();
    expect(worker().got.map(({ kind }) => kind)).toEqual(['load', 'rest', 'full']);
    expect(worker().got.at(-1)).toEqual({ kind: 'full', full: FULL });
    const about = { ...SMALL, full: true, threads: 4 };
    worker().say({ kind: 'engine', about });
    expect(events.at(-1)).toEqual({ kind: 'engine', about });
  });

  test('is fetched without the rest, too', async () => {
    client = newClient(() => Promise.reject(new Error('404')));
    worker().load();
    await later();
    expect(worker().got.map(({ kind }) => kind)).toEqual(['load', 'full']);
  });

  test('is not asked for by a worker that began with it', async () => {
    client.evaluate('a', NOTHING, [0, 99]);
    client.stop();
    asked = [];
    worker().load(true);
    worker().finish();
    await later();
    expect(asked).toEqual([]);
  });

  test('that does not start is tried without threads, then no more', async () => {
    await later();
    worker().say({ kind: 'unfit' });
    await later();
    worker().say({ kind: 'unfit' });
    await later();
    replaceWorker();
    worker().load();
    worker().finish();
    await later();
    expect(asked).toEqual(['threads', 'plain']);
    expect(loads).toEqual(['threads', 'none']);
    expect(events.map(({ kind }) => kind)).not.toContain('broken');
  });

  test('that does not come changes nothing', async () => {
    full = () => Promise.reject(new Error('it did not load (there is no network)'));
    await later();
    client.evaluate('a', NOTHING, [0, 99]);
    worker().finish();
    expect(worker().got.map(({ kind }) => kind)).toEqual(['load', 'rest', 'evaluate']);
    expect(kinds()).toEqual(['busy', 'analyzed', 'evaluated']);
  });

  test('that is not to be fetched is not sent', async () => {
    full = () => Promise.resolve(null);
    await later();
    expect(worker().got.map(({ kind }) => kind)).toEqual(['load', 'rest']);
  });

  test('that comes for a worker that was stopped goes to the next one', async () => {
    let arrive: (engine: FullEngine) => void = () => undefined;
    full = () => new Promise((resolve) => (arrive = resolve));
    await later();
    replaceWorker();
    arrive(FULL);
    await vi.advanceTimersByTimeAsync(0);
    expect(worker().got.map(({ kind }) => kind)).not.toContain('full');
    full = () => Promise.resolve(FULL);
    worker().load();
    worker().finish();
    await later();
    expect(worker().got.at(-1)).toEqual({ kind: 'full', full: FULL });
  });
});

describe('stopping', () => {
  beforeEach(() => client.evaluate('endless', NOTHING, [0, 99]));

  test('cancels the run, whose values stay', () => {
    client.stop();
    expect(worker().cancels()).toBe(1);
    worker().finish();
    vi.advanceTimersByTime(1000);
    expect(workers).toHaveLength(1);
    expect(kinds()).toEqual(['busy', 'stopped', 'analyzed', 'evaluated']);
  });

  test('ends a worker that does not hear, and runs the text again for a short while', () => {
    client.stop();
    vi.advanceTimersByTime(299);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(workers[0]?.ended).toBe(true);
    expect(worker().got).toMatchObject([
      { kind: 'evaluate', job: { text: 'endless', execute: 'again' } },
    ]);
  });

  test('gives a worker that hears more time', () => {
    client.stop();
    vi.advanceTimersByTime(299);
    worker().say({ kind: 'cancelling' });
    vi.advanceTimersByTime(1999);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(workers).toHaveLength(2);
    expect(worker().got).toMatchObject([{ kind: 'evaluate', job: { execute: 'again' } }]);
  });

  test('gives up running it when even that takes too long', async () => {
    client.stop();
    vi.advanceTimersByTime(300);
    worker().load();
    await vi.advanceTimersByTimeAsync(999);
    expect(workers).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(worker().got[0]).toMatchObject({ job: { text: 'endless', execute: 'no' } });
    worker().finish();
    expect(kinds().at(-1)).toBe('evaluated');
  });

  test('ends nothing when nothing runs', () => {
    worker().finish();
    client.stop();
    expect(worker().cancels()).toBe(0);
    expect(kinds()).not.toContain('stopped');
  });

  test('the next edit runs again', () => {
    client.stop();
    worker().finish();
    client.evaluate('better', NOTHING, [0, 99]);
    expect(worker().got.at(-1)).toMatchObject({ job: { text: 'better', execute: 'yes' } });
  });

  test('pending questions are rejected when the worker is ended', async () => {
    const answer = client.ask('literal', 1, 0, 1);
    client.stop();
    vi.advanceTimersByTime(300);
    await expect(answer).rejects.toBeInstanceOf(Unanswered);
  });
});

test('after a failure of the engine the next text gets a new one', () => {
  client.evaluate('a', NOTHING, [0, 99]);
  worker().say({ kind: 'broken', message: 'out of memory' });
  expect(events.at(-1)).toEqual({ kind: 'broken', message: 'out of memory' });
  client.evaluate('b', NOTHING, [0, 99]);
  expect(workers).toHaveLength(2);
  expect(worker().texts()).toEqual(['b']);
});

test('a worker that does not come is a failure that has a reason, too', () => {
  worker().onerror?.({} as ErrorEvent);
  expect(events.at(-1)).toEqual({ kind: 'broken', message: 'it did not load' });
});

describe('asking', () => {
  test('answers find their question in any order', async () => {
    const first = client.ask('describe', 'f32[1]');
    const second = client.ask('describe', 'f32[2]');
    worker().say({ kind: 'answer', id: 2, answer: 'two' });
    worker().say({ kind: 'answer', id: 1, answer: 'one' });
    expect(await first).toBe('one');
    expect(await second).toBe('two');
  });

  test('a question about a replaced program is unanswered, not an error', async () => {
    const answer = client.ask('literal', 1, 0, 1);
    worker().say({ kind: 'refused', id: 1, message: 'gone', stale: true });
    await expect(answer).rejects.toBeInstanceOf(Unanswered);
  });
});

describe('a question about a shape', () => {
  const answerTo = (double: WorkerDouble | undefined): void =>
    double?.say({ kind: 'answer', id: 1, answer: 'here' });

  test('is answered by another worker while a program runs on and on', async () => {
    client.evaluate('endless', NOTHING, [0, 99]);
    const answer = client.ask('describe', 'f32[2]');
    await vi.advanceTimersByTimeAsync(119);
    expect(workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(workers).toHaveLength(2);
    expect(workers[1]?.got).toMatchObject([
      { kind: 'ask', question: 'describe' },
      { kind: 'load' },
    ]);
    answerTo(workers[1]);
    expect(await answer).toBe('here');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(workers.map(({ ended }) => ended)).toEqual([false, true]);
  });

  test('needs no other worker when the answer comes in time', async () => {
    client.evaluate('quick', NOTHING, [0, 99]);
    const answer = client.ask('describe', 'f32[2]');
    answerTo(worker());
    await answer;
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers).toHaveLength(1);
  });

  test('is asked again of the worker that follows a stopped one', async () => {
    client.evaluate('endless', NOTHING, [0, 99]);
    const answer = client.ask('describe', 'f32[2]');
    client.stop();
    vi.advanceTimersByTime(300);
    expect(worker().got).toMatchObject([{ kind: 'ask', id: 1 }, { kind: 'evaluate' }]);
    answerTo(worker());
    expect(await answer).toBe('here');
  });
});
