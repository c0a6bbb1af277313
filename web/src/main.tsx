// SPDX-License-Identifier: Apache-2.0
import { render } from 'preact';
import { App } from './App';
import { FIRST } from './examples/first';
import { loadPane } from './frame/PaneView';
import { startPlayground } from './frame/playground';
import { loadLate } from './late';
import { readPrerendered } from './state/prerendered';
import './styles/base.css';
import './styles/frame.css';
import './styles/editor.css';
import './styles/panes.css';
import './styles/forced.css';
import './styles/touch.css';

const TRIES = 3;
const TRY_AGAIN_MS = 4000;
const LATE_MS = 4000;

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let k = 1; k < TRIES; k++) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
  return load();
}

const root = document.getElementById('app');
if (root !== null) {
  const playground = await startPlayground(readPrerendered(FIRST.text));
  await loadPane(playground.store.state().pane).catch(() => undefined);
  root.replaceChildren();
  root.removeAttribute('class');
  // The rest of the page works without the engine.
  const patience = new Promise((resolve) => setTimeout(resolve, LATE_MS));
  const late = Promise.race([playground.firstValues, patience]).then(() => patiently(loadLate));
  render(<App playground={playground} late={late} />, root);
  late
    .then(({ examples, ruleBook }) => {
      playground.recognizeExample(examples);
      return ruleBook();
    })
    .catch(() => undefined); // the page works without, and what is missing says so
}
