// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { hidePopover } from './popover';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['?', 'this list'],
  ['/', 'search in the text'],
  ['[  ]', 'previous and next instruction'],
  ['Alt 1 … 7', 'the views, in the order of their tabs'],
  ['f', 'to the instruction that made the first nan'],
  ['Ctrl Enter', 'run again'],
  ['Esc', 'leave the text; stop a run'],
  ['e', 'into the text'],
  ['o', 'the overview of the program'],
  ['m, Alt M', 'fold metadata and the like to chips, or show all of the text'],
  ['v, Alt V', 'hide the values in the text, or show them'],
  ['Alt Shift F', 'format the text; comments are dropped'],
  ['arrows, Page, Home, End', 'walk through a grid, also the memory'],
  ['Enter', 'pin a cell, on both sides of the layout'],
  ['Ctrl Space', 'complete'],
  ['F8, Shift F8', 'next and previous message, in the text'],
  ['Ctrl .', 'the fixes of the message at the cursor'],
  ['F12', 'to the definition of a name'],
  ['Alt ←, Alt →', 'back to the previous computation, and forward again'],
  ['Ctrl F, Ctrl Z', 'find; undo, across examples too'],
];

export function Help(): JSX.Element {
  return (
    <div
      id="help"
      class="menu help"
      popover="auto"
      role="dialog"
      aria-label="keyboard and help"
      tabIndex={-1}
      onToggle={(event) => {
        if (event.newState === 'open') event.currentTarget.focus();
      }}
    >
      <p>
        The text runs in this page at every edit. Nothing is sent anywhere; a shared link holds all
        of it after the <code>#</code>.
      </p>
      <p>
        Click an instruction, or put the cursor on it: the panes show its value and where its
        elements live in memory. Keys without Ctrl or Alt work outside of the text.
      </p>
      <p>
        Open two programs together, or the folder of a compiler’s dump: Changes shows what differs
        between them, including their results.
      </p>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button class="plain" onClick={() => hidePopover('help')}>
        Close
      </button>
    </div>
  );
}
