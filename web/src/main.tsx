// SPDX-License-Identifier: Apache-2.0
import { render } from 'preact';
import { App } from './App';
import { startPlayground } from './frame/playground';
import './styles/base.css';
import './styles/frame.css';
import './styles/editor.css';
import './styles/panes.css';

const root = document.getElementById('app');
if (root !== null) {
  const playground = await startPlayground();
  render(<App playground={playground} />, root);
}
