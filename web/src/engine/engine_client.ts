// SPDX-License-Identifier: Apache-2.0
// The engine client, the page's side of the worker: the newest text wins. A run that is to end is
// cancelled, which keeps its values; if that takes too long, the worker is terminated and another
// started.
import type {
  Answer,
  FullEngine,
  FullKind,
  Job,
  LoadRequest,
  Question,
  QuestionArguments,
  Request,
  Response,
} from './protocol';
import type { Given } from './inputs';
import { analysisOf } from './outline_table';
import type { About, Analysis, RunOutcome, Span, Tables } from './types';

export interface WorkerLike {
  postMessage(request: Request): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Response>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export type { LoadRequest };

/** Where a client gets its workers and what they load. */
export interface EngineFiles {
  /** A worker that has not loaded. */
  makeWorker: () => WorkerLike;
  /** `onBytes` gets the number of bytes of the engine that have arrived. */
  load: (full: FullKind, onBytes: (bytes: number) => void) => Promise<LoadRequest>;
  /** Gives up what is being fetched, so that it is fetched anew. */
  forget: () => void;
  /** Brings what later workers and rarer ops need, so that none waits for the network; gives the
   *  rest of the engine, or null where it is to be fetched only when it is needed. */
  fetchAhead: () => Promise<WebAssembly.Module | null>;
  /** Fetches the full-speed engine when the page is idle; null where it is not to be fetched. */
  fetchFull: (full: FullKind) => Promise<FullEngine | null>;
}

export type EngineEvent =
  | { kind: 'ready'; about: About; tables: Tables; milliseconds: number }
  | { kind: 'loading'; bytes: number }
  | { kind: 'engine'; about: About }
  | { kind: 'busy' }
  | { kind: 'analyzed'; text: string; analysis: Analysis }
  | { kind: 'progress'; outcome: RunOutcome; milliseconds: number }
  | { kind: 'evaluated'; outcome: RunOutcome | null; milliseconds: number }
  | { kind: 'stopped' }
  | { kind: 'broken'; message: string };

/** Why a question has no answer: the program or the worker it was about is gone. */
export class Unanswered extends Error {
  override name = 'Unanswered';
}

interface Waiting {
  request: Extract<Request, { kind: 'ask' }>;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** A run that a newer text has overtaken is cancelled once it took this long. */
const PATIENCE_MS = 150;
/** A worker whose run is cancelled hears of it within this time, and ends the run within another one;
 *  otherwise it is terminated. */
const HEAR_MS = 300;
const CANCEL_MS = 2000;
/** When all that the first result needs has long been there. */
const AHEAD_AFTER_MS = 1500;
/** The run after a stop takes less, unless a single operation takes long. */
const AGAIN_MS = 1000;
/** A question about a shape needs no program: when a run keeps it waiting this long, another worker
 *  answers it. */
const ASIDE_AFTER_MS = 120;
/** That worker is terminated when it is idle for this long. */
const ASIDE_FOR_MS = 30_000;

const ABOUT_SHAPES: ReadonlySet<Question> = new Set([
  'describe',
  'sizes',
  'positions',
  'elementsAt',
  'explainIndex',
  'explainPosition',
]);

export class EngineClient {
  private worker: WorkerLike;
  private seq = 0;
  private nextId = 1;
  /** Whether the worker has loaded: until then nothing runs that could take too long. */
  private ready = false;
  /** Whether the worker has the full-speed engine, and which one is tried. */
  private hasFull = false;
  private full: FullKind = 'threads';
  private running: (Job & { since: number }) | null = null;
  private next: Job | null = null;
  /** What to do when the worker, which has been told to end its run, does not; else null. */
  private cancelling: (() => void) | null = null;
  /** Whether the worker can no longer be trusted; the next text gets a new one. */
  private dead = false;
  private last: Job | null = null;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private aside: { worker: WorkerLike; end: ReturnType<typeof setTimeout> } | null = null;

  constructor(
    private readonly files: EngineFiles,
    private readonly listener: (event: EngineEvent) => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.worker = this.start();
  }

  /** Reads and runs a text. Results of any earlier text are dropped from now on. */
  evaluate(text: string, given: Given, visible: Span): void {
    this.last = { text, given, visible, execute: 'yes' };
    this.listener({ kind: 'busy' });
    if (this.dead) this.restart();
    if (this.running === null) {
      this.post(this.last);
      return;
    }
    this.next = this.last;
    if (this.running.execute === 'again') {
      clearTimeout(this.patience);
      this.patience = undefined;
    }
    if (this.ready) this.overtakeAfter(PATIENCE_MS - (this.now() - this.running.since));
  }

  /** Fetches the engine anew, when it does not come. */
  reload(): void {
    if (this.last === null) return;
    const job = this.last;
    this.files.forget();
    this.restart();
    this.post(job);
  }

  /** Ends a run that takes too long; what it has computed stays. */
  stop(): void {
    if (this.running === null) return;
    this.listener({ kind: 'stopped' });
    const hears = this.ready && this.next === null && this.running.execute === 'yes';
    if (hears) this.cancel(() => this.runAgain());
    else this.runAgain();
  }

  /** Ends a run within short. `orElse`: if the worker does not hear, in the middle of an operation. */
  private cancel(orElse: () => void): void {
    if (this.cancelling !== null) return;
    this.cancelling = orElse;
    this.worker.postMessage({ kind: 'cancel' });
    this.wait(HEAR_MS, orElse);
  }

  private wait(milliseconds: number, orElse: () => void): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(orElse, milliseconds);
  }

  /** The text is read again and run a little, so that what comes before the part that takes long has
   *  values. */
  private runAgain(): void {
    if (this.last === null) return;
    this.restart();
    this.post({ ...this.last, execute: 'again' });
  }

  /** The run after a stop may take long after all. */
  private endAgain(): void {
    const { running } = this;
    if (running?.execute !== 'again') return;
    const { text, given, visible } = running;
    this.restart();
    this.post({ text, given, visible, execute: 'no' });
  }

  ask<Q extends Question>(question: Q, ...args: QuestionArguments<Q>): Promise<Answer<Q>> {
    const id = this.nextId++;
    const request = { kind: 'ask', id, question, args } as const;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { request, resolve: resolve as Waiting['resolve'], reject });
      this.worker.postMessage(request);
      if (this.running !== null && ABOUT_SHAPES.has(question)) {
        setTimeout(() => this.waiting.has(id) && this.askAside(request), ASIDE_AFTER_MS);
      }
    });
  }

  private askAside(request: Waiting['request']): void {
    const known = this.aside;
    clearTimeout(known?.end);
    const worker = known?.worker ?? this.startAside();
    this.aside = { worker, end: setTimeout(() => this.endAside(), ASIDE_FOR_MS) };
    worker.postMessage(request);
  }

  private startAside(): WorkerLike {
    const worker = this.files.makeWorker();
    worker.onmessage = ({ data }) => {
      // It only answers questions: its other messages are not about the page's program.
      if (data.kind === 'answer' || data.kind === 'refused') this.receive(data);
    };
    // Its questions wait on for the other worker.
    const fail = (): void => this.endAside();
    worker.onerror = fail;
    const ignore = (): void => undefined;
    this.files.load('plain', ignore).then((load) => worker.postMessage(load), fail);
    return worker;
  }

  private endAside(): void {
    clearTimeout(this.aside?.end);
    this.aside?.worker.terminate();
    this.aside = null;
  }

  private start(): WorkerLike {
    const worker = this.files.makeWorker();
    worker.onmessage = (event) => this.receive(event.data);
    // A worker whose script does not load reports no reason.
    worker.onerror = (event) => this.fail(event.message || 'it did not load');
    const onBytes = (bytes: number): void => {
      if (worker === this.worker) this.listener({ kind: 'loading', bytes });
    };
    this.files.load(this.full, onBytes).then(
      (request) => worker.postMessage(request),
      (error: unknown) => {
        if (worker === this.worker)
          this.fail(error instanceof Error ? error.message : String(error));
      },
    );
    this.ready = false;
    this.hasFull = false;
    return worker;
  }

  private restart(): void {
    this.worker.terminate();
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    this.settle();
    this.next = null;
    this.dead = false;
    this.worker = this.start();
    for (const waiting of asked) {
      const { request, reject } = waiting;
      // What a shape means does not change with the program.
      if (!ABOUT_SHAPES.has(request.question)) reject(new Unanswered('stopped'));
      else {
        this.waiting.set(request.id, waiting);
        this.worker.postMessage(request);
      }
    }
  }

  private fail(message: string): void {
    this.dead = true;
    this.settle();
    this.next = null;
    this.listener({ kind: 'broken', message });
  }

  private async fetchAhead(worker: WorkerLike): Promise<void> {
    // A failure is reported when the missing part is needed.
    const module = await this.files.fetchAhead().catch(() => null);
    if (worker !== this.worker) return;
    if (module !== null) worker.postMessage({ kind: 'rest', module });
    this.fetchFull();
  }

  /** Where it does not come, the page stays with the small engine. */
  private fetchFull(): void {
    const { worker, full: kind } = this;
    if (this.hasFull || kind === 'none') return;
    this.files.fetchFull(kind).then(
      (full) => full && worker === this.worker && worker.postMessage({ kind: 'full', full }),
      () => undefined,
    );
  }

  private overtakeAfter(milliseconds: number): void {
    if (milliseconds <= 0) this.overtake();
    else this.patience ??= setTimeout(() => this.overtake(), milliseconds);
  }

  private overtake(): void {
    if (this.next === null) return;
    this.cancel(() => {
      const job = this.next;
      if (job === null) return;
      this.restart();
      this.post(job);
    });
  }

  private settle(): void {
    this.running = null;
    this.cancelling = null;
    clearTimeout(this.patience);
    this.patience = undefined;
  }

  private post(job: Job): void {
    this.running = { ...job, since: this.now() };
    this.seq += 1;
    this.worker.postMessage({ kind: 'evaluate', seq: this.seq, job });
  }

  private receive(response: Response): void {
    const { worker } = this;
    switch (response.kind) {
      case 'ready':
        this.ready = true;
        this.hasFull = response.about.full;
        if (this.running !== null) this.running.since = this.now();
        if (this.next !== null) this.overtakeAfter(PATIENCE_MS);
        else if (this.running?.execute === 'again') {
          this.patience = setTimeout(() => this.endAgain(), AGAIN_MS);
        }
        this.listener(response);
        setTimeout(() => void this.fetchAhead(worker), AHEAD_AFTER_MS);
        return;
      case 'broken':
        this.fail(response.message);
        return;
      case 'unfit':
        this.full = this.full === 'threads' ? 'plain' : 'none';
        if (this.ready) this.fetchFull();
        return;
      case 'engine':
        this.hasFull = response.about.full;
        this.listener(response);
        return;
      case 'analyzed':
        if (response.seq !== this.seq || this.next !== null || this.running === null) return;
        this.listener({
          kind: 'analyzed',
          text: this.running.text,
          analysis: analysisOf(response.read),
        });
        return;
      case 'cancelling':
        if (this.cancelling !== null) this.wait(CANCEL_MS, this.cancelling);
        return;
      case 'progress':
        if (response.seq === this.seq && this.cancelling === null && this.next === null) {
          this.listener(response);
        }
        return;
      case 'evaluated': {
        if (response.seq !== this.seq) return;
        const { next } = this;
        this.settle();
        this.next = null;
        if (next !== null) this.post(next);
        else this.listener(response);
        return;
      }
      case 'answer':
      case 'refused': {
        const waiting = this.waiting.get(response.id);
        this.waiting.delete(response.id);
        if (response.kind === 'answer') waiting?.resolve(response.answer);
        else if (response.stale) waiting?.reject(new Unanswered(response.message));
        else waiting?.reject(new Error(response.message));
      }
    }
  }
}
