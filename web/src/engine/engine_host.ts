// SPDX-License-Identifier: Apache-2.0
// Evaluates texts and answers questions. A worker begins with the small engine; the full-speed engine,
// when it has loaded, takes over with the next evaluation. Until then the one that has the values
// answers.
import { type EngineService, StaleProgram } from './engine_service';
import type { Job, Question, Request, Response } from './protocol';
import type { RunOutcome } from './types';

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Of a text that took longer, the next engine only reads the beginning to warm up. */
const QUICK_MS = 100;
const BEGINNING = 1 << 18;
/** Browsers compile functions when they are first called, and better ones after some calls. */
const WARM_UPS = 3;

/** How often a long run reports what it has computed. */
const PROGRESS_MS = 300;

/** Lets messages through that have arrived. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

export class EngineHost {
  private heir: EngineService | null = null;
  private last: Job | null = null;
  private milliseconds = 0;
  private cancelled = false;

  constructor(
    private current: EngineService,
    private readonly send: (response: Response) => void,
  ) {}

  async evaluate({ seq, job }: Extract<Request, { kind: 'evaluate' }>): Promise<void> {
    const start = performance.now();
    const elapsed = (): number => performance.now() - start;
    const takesOver = this.heir !== null;
    this.current = this.heir ?? this.current;
    this.heir = null;
    this.last = null;
    this.cancelled = false;
    const engine = this.current;
    const analysis = engine.analyze(job.text);
    // Sent before the run, so that an endless program still shows its messages.
    this.send({ kind: 'analyzed', seq, read: engine.read });
    let outcome: RunOutcome | null = null;
    if (job.execute !== 'no' && analysis.runnable) {
      outcome = engine.begin(job.given, job.visible, job.execute === 'again');
      let told = 0;
      while (outcome.report.suspended) {
        await breathe();
        if (elapsed() - told >= PROGRESS_MS) {
          const soFar = engine.progress(outcome);
          this.send({ kind: 'progress', seq, outcome: soFar, milliseconds: elapsed() });
          told = elapsed();
        }
        outcome = this.isCancelled() ? engine.cancel() : engine.resume();
      }
    }
    this.milliseconds = elapsed();
    if (takesOver) this.send({ kind: 'engine', about: engine.about() });
    this.send({ kind: 'evaluated', seq, outcome, milliseconds: this.milliseconds });
    this.last = job.execute === 'yes' ? job : null;
  }

  private isCancelled(): boolean {
    return this.cancelled;
  }

  /** Ends the run of the last evaluation; it is heard between two slices. */
  cancel(): void {
    this.cancelled = true;
    this.send({ kind: 'cancelling' });
  }

  answer({ id, question, args }: Extract<Request, { kind: 'ask' }>): void {
    try {
      const asked = this.current as unknown as Record<Question, (...args: unknown[]) => unknown>;
      this.send({ kind: 'answer', id, answer: asked[question](...args) });
    } catch (error) {
      const stale = error instanceof StaleProgram;
      this.send({ kind: 'refused', id, message: messageOf(error), stale });
    }
  }

  /** Uses `engine` from the next evaluation on. */
  async replace(engine: EngineService): Promise<void> {
    for (let k = 0; k < WARM_UPS; k++) {
      const job = this.last;
      if (job === null) break;
      if (this.milliseconds > QUICK_MS) engine.analyze(job.text.slice(0, BEGINNING));
      else if (engine.analyze(job.text).runnable) engine.run(job.given, job.visible);
      await breathe();
    }
    this.heir = engine;
  }
}
