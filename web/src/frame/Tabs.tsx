// SPDX-License-Identifier: Apache-2.0
// Which pane is on show: tabs above it, and on a narrow screen a bar at the bottom.
import type { JSX } from 'preact';
import { countMessages, countText, messagesOf } from '../program/messages';
import { PANES, type Pane } from '../base/views';
import { deviceCount } from '../engine/devices';
import { shardedInstructions } from '../program/shardings';
import { comparedModule, type State } from '../state/state';
import type { Dispatch } from '../state/store';
import { hidePopover } from './popover';

const PANE_TEXT: Record<Pane, string> = {
  value: 'Value',
  layout: 'Layout',
  devices: 'Devices',
  inputs: 'Inputs',
  source: 'Source',
  changes: 'Changes',
  messages: 'Messages',
};

function Count({ state }: { state: State }): JSX.Element | null {
  const counts = countMessages(messagesOf(state.evaluation, state.tables?.ops));
  const { errors, warnings, infos } = counts;
  if (errors + warnings + infos === 0) return null;
  const kind = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'info';
  return (
    <span class={`count ${kind}`}>
      <span aria-hidden="true">{errors || warnings || infos}</span>
      <span class="sr">{countText(counts)}</span>
    </span>
  );
}

/** Panes that have something to show of a program: that of devices where there are several, or arrays
 *  are to be split over some; that of the source where the program was imported; that of changes where
 *  there are other modules. */
export function panesOf(state: State): Pane[] {
  const { evaluation, pane, source } = state;
  const several =
    evaluation !== null &&
    (deviceCount(evaluation.analysis) > 1 || shardedInstructions(evaluation).length > 0);
  const empty: Partial<Record<Pane, boolean>> = {
    devices: !several,
    source: source === null,
    changes: comparedModule(state) === null,
  };
  return PANES.filter((name) => empty[name] !== true || pane === name);
}

function DeviceTotal({ state }: { state: State }): JSX.Element | null {
  const count = state.evaluation ? deviceCount(state.evaluation.analysis) : 1;
  return count > 1 ? <span class="tab-note"> {count}</span> : null;
}

export function Tabs({ state, dispatch }: { state: State; dispatch: Dispatch }): JSX.Element {
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const panes = panesOf(state);
    const pane = panes[(panes.indexOf(state.pane) + step + panes.length) % panes.length];
    if (step === 0 || pane === undefined) return;
    event.preventDefault();
    dispatch({ kind: 'pane', pane });
    document.getElementById(`tab-${pane}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="panes" onKeyDown={move}>
      {panesOf(state).map((pane) => (
        <button
          key={pane}
          id={`tab-${pane}`}
          role="tab"
          aria-selected={state.pane === pane}
          aria-controls="pane"
          tabIndex={state.pane === pane ? 0 : -1}
          onClick={() => dispatch({ kind: 'pane', pane })}
        >
          {PANE_TEXT[pane]}
          {pane === 'devices' && <DeviceTotal state={state} />}
          {pane === 'messages' && <Count state={state} />}
        </button>
      ))}
    </div>
  );
}

const BAR_PANES = ['value', 'layout', 'messages'] as const;

export function BottomBar({ state, dispatch }: { state: State; dispatch: Dispatch }): JSX.Element {
  const current = (pane: Pane): boolean => !state.editing && state.pane === pane;
  const more = panesOf(state).filter((pane) => !(BAR_PANES as readonly Pane[]).includes(pane));
  return (
    <nav class="bottom-bar" aria-label="views">
      <button
        aria-current={state.editing ? 'true' : undefined}
        onClick={() => dispatch({ kind: 'editing', editing: true })}
      >
        Text
      </button>
      {BAR_PANES.map((pane) => (
        <button
          key={pane}
          aria-current={current(pane) ? 'true' : undefined}
          onClick={() => dispatch({ kind: 'pane', pane })}
        >
          {PANE_TEXT[pane]}
          {pane === 'messages' && <Count state={state} />}
        </button>
      ))}
      <button popovertarget="more" aria-current={more.some(current) ? 'true' : undefined}>
        More
      </button>
      <div id="more" class="menu" popover="auto">
        <ul aria-label="more views">
          {more.map((pane) => (
            <li key={pane}>
              <button
                aria-current={current(pane) ? 'true' : undefined}
                onClick={() => {
                  dispatch({ kind: 'pane', pane });
                  hidePopover('more');
                }}
              >
                {PANE_TEXT[pane]}
              </button>
            </li>
          ))}
          <li>
            <button
              onClick={() => {
                dispatch({ kind: 'overview', overview: true });
                hidePopover('more');
              }}
            >
              Overview
            </button>
          </li>
        </ul>
      </div>
    </nav>
  );
}
