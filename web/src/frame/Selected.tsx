// SPDX-License-Identifier: Apache-2.0
// The instruction on show: its name, where it comes from and where it goes.
import type { JSX } from 'preact';
import type { Analysis } from '../engine/types';
import { findSelected, type Found } from '../program/selection';
import { type State } from '../state/state';
import type { Dispatch } from '../state/store';

/** Operands and users of an instruction, each once, in textual order. */
export function relatives(analysis: Analysis, found: Found): { from: string[]; to: string[] } {
  const computation = analysis.computations.find(({ name }) => name === found.computation);
  const all = computation?.instructions ?? [];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const from = found.outline.operands
    .map((id) => names.get(id))
    .filter((name) => name !== undefined);
  const to = all
    .filter(({ operands }) => operands.includes(found.outline.id))
    .map(({ name }) => name);
  return { from: [...new Set(from)], to };
}

export function Selected({ state, dispatch }: { state: State; dispatch: Dispatch }): JSX.Element {
  const analysis = state.evaluation?.analysis;
  const found = analysis ? findSelected(analysis, state.selection) : null;
  if (analysis === undefined || found === null) {
    return <div class="selected quiet">nothing selected</div>;
  }
  const { name, opcode, shape, root } = found.outline;
  const { from, to } = relatives(analysis, found);
  const link = (target: string): JSX.Element => (
    <button
      class="link"
      onClick={() =>
        dispatch({
          kind: 'select',
          selection: { computation: found.computation, instruction: target },
        })
      }
    >
      {target}
    </button>
  );
  const list = (names: readonly string[]): JSX.Element[] =>
    names.map((target, k) => (
      <span key={target}>
        {k > 0 && <span class="quiet comma">, </span>}
        {link(target)}
      </span>
    ));
  const executions = state.shown?.outcome?.previews.find(
    ({ instruction }) => instruction === found.outline.id,
  )?.executions;
  return (
    <div class={state.evaluation?.text === state.text ? 'selected' : 'selected behind'}>
      <h2>
        <code>{name}</code>
      </h2>
      <code class="shape">{shape.replace(/\/\*.*?\*\//g, '')}</code>
      <p class="family">
        <span class="quiet">{root ? 'root of ' : 'in '}</span>
        <code>{found.computation}</code>
        <span class="quiet">: </span>
        <code class="op">{opcode}</code>
        {from.length > 0 && (
          <>
            <span class="quiet"> of </span>
            {list(from)}
          </>
        )}
        {to.length > 0 && (
          <>
            <span class="quiet"> used by </span>
            {list(to)}
          </>
        )}
        {executions !== undefined && executions > 1 && (
          <span class="quiet">{`, ran ${executions} times`}</span>
        )}
      </p>
    </div>
  );
}
