// SPDX-License-Identifier: Apache-2.0
// Draws the page with the first example for the build (scripts/prerender.mjs), which runs it in Node.
import { renderToString } from 'preact-render-to-string';
import { App } from './App';
import { EngineService } from './engine/engine_service';
import { inTwoParts } from './engine/parts';
import type { Span } from './engine/types';
import type { Ask } from './engine/protocol';
import { FIRST } from './examples/first';
import { loadPane } from './frame/PaneView';
import { openExample } from './frame/open';
import createHlo from './generated/hlo.mjs';
import { answersAhead } from './panes/use_answer';
import { answerKey, packed, type PrerenderedData } from './state/prerendered';
import { keepingOn, memoryShelf } from './state/keeping';
import { createStore } from './state/store';

/** Questions that depend on answers come after these; three rounds are enough for all panes. */
const MAX_ROUNDS = 10;

export async function prerender(
  first: WebAssembly.Module,
  rest: () => WebAssembly.Module,
): Promise<{ html: string; data: string }> {
  const service = new EngineService(await createHlo(inTwoParts(first, rest)));
  const { text } = FIRST;
  const analysis = service.analyze(text);
  const outcome = service.run({ inputs: FIRST.inputs, defaults: 'auto' });
  // Times and sizes of memory differ from build to build.
  outcome.report.milliseconds = 0;
  analysis.milliseconds = 0;
  const answers: PrerenderedData['answers'] = {};
  const ask: Ask = (question, ...args) => {
    const asked = service as unknown as Record<string, (...list: unknown[]) => unknown>;
    const answer = asked[question]?.(...args);
    answers[answerKey(question, args)] = answer;
    return Promise.resolve(answer as ReturnType<EngineService[typeof question]>);
  };
  const store = createStore();
  openExample(store.dispatch, FIRST);
  const evaluation = { text, analysis, outcome, done: true, milliseconds: 0 };
  store.dispatch({ kind: 'evaluation', evaluation });
  await loadPane(FIRST.pane);
  const nothing = (): void => undefined;
  const playground = {
    store,
    ask,
    stop: nothing,
    rerun: nothing,
    reload: nothing,
    link: () => Promise.resolve(''),
    keeping: keepingOn(memoryShelf()),
    viewport: { bytes: [0, 0] as Span },
    openKept: () => Promise.resolve(),
    firstValues: Promise.resolve(),
    recognizeExample: nothing,
  };
  const never = new Promise<never>(nothing);
  const draw = (): string => renderToString(<App playground={playground} late={never} />);
  let html = draw();
  for (let k = 0; k < MAX_ROUNDS && answersAhead.waiting.length > 0; k++) {
    await Promise.all(answersAhead.waiting.splice(0));
    html = draw();
  }
  if (answersAhead.waiting.length > 0) throw new Error('the first example asks without end');
  const data: PrerenderedData = { text, analysis, outcome, answers };
  return { html, data: JSON.stringify(data, packed) };
}
