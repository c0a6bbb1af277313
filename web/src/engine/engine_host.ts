// SPDX-License-Identifier: Apache-2.0
// Which engine answers. A worker begins with the small one; the full-speed engine, when it has loaded,
// takes over with the next evaluation. Until then the one that has the values answers.
import { type EngineService, StaleProgram } from './engine_service';
import type { Job, Question, Request, Response } from './protocol';

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A text that took longer is not read again to warm up the next engine. */
const QUICK_MS = 100;
/** Browsers compile functions when they are first called, and better ones after some calls. */
const WARM_UPS = 3;

/** Lets what has arrived meanwhile go first. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export class EngineHost {
  private heir: EngineService | null = null;
  private last: Job | null = null;
  private milliseconds = 0;

  constructor(
    private current: EngineService,
    private readonly send: (response: Response) => void,
  ) {}

  evaluate({ seq, job }: Extract<Request, { kind: 'evaluate' }>): void {
    const start = performance.now();
    const { text, given, visible, execute } = job;
    const engine = this.heir;
    if (engine !== null) this.current = engine;
    this.heir = null;
    const analysis = this.current.analyse(text);
    // Sent before the run, so that an endless program still shows its messages.
    this.send({ kind: 'analysed', seq, read: this.current.read });
    const runnable = execute !== 'no' && analysis.runnable;
    const outcome = runnable ? this.current.run(given, visible, execute === 'again') : null;
    const milliseconds = performance.now() - start;
    if (engine !== null) this.send({ kind: 'engine', about: engine.about() });
    this.send({ kind: 'evaluated', seq, outcome, milliseconds });
    this.last = execute === 'yes' ? job : null;
    this.milliseconds = milliseconds;
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
      if (job === null || this.milliseconds > QUICK_MS) break;
      if (engine.analyse(job.text).runnable) engine.run(job.given, job.visible);
      await pause();
    }
    this.heir = engine;
  }
}
