// SPDX-License-Identifier: Apache-2.0
// The selected instruction: its name, operands and users.
import type { JSX } from 'preact';
import { groupDigits } from '../base/sizes';
import { usesOperand } from '../engine/outline_table';
import type { Ask } from '../engine/protocol';
import type { Analysis, InstructionOutline } from '../engine/types';
import { deviceIn } from '../engine/devices';
import { stampOf, useAnswer } from '../panes/use_answer';
import { findSelected, type Found, type Selection } from '../program/selection';
import { type State } from '../state/state';
import type { Dispatch } from '../state/store';

interface Relatives {
  from: string[];
  to: string[];
}

const known = new WeakMap<InstructionOutline, Relatives>();

/** Operands and users of an instruction, each once, in textual order. */
export function relatives(analysis: Analysis, { computation, outline }: Found): Relatives {
  const before = known.get(outline);
  if (before !== undefined) return before;
  const all = analysis.computations.find(({ name }) => name === computation)?.instructions ?? [];
  const wanted = new Set(outline.operands);
  const names = new Map(all.filter(({ id }) => wanted.has(id)).map(({ id, name }) => [id, name]));
  const from = outline.operands.map((id) => names.get(id)).filter((name) => name !== undefined);
  const to = all.filter((other) => usesOperand(other, outline.id)).map(({ name }) => name);
  const found = { from: [...new Set(from)], to };
  known.set(outline, found);
  return found;
}

const callers = new WeakMap<Analysis, Map<string, Selection | null>>();

/** The first instruction that calls a computation. */
function callerOf(analysis: Analysis, computation: string): Selection | null {
  const known = callers.get(analysis) ?? new Map<string, Selection | null>();
  callers.set(analysis, known);
  const before = known.get(computation);
  if (before !== undefined) return before;
  const index = analysis.computations.findIndex(({ name }) => name === computation);
  let found: Selection | null = null;
  for (const { name, instructions } of analysis.computations) {
    const caller = instructions.find(({ calls }) => calls.includes(index));
    if (caller !== undefined) {
      found = { computation: name, instruction: caller.name };
      break;
    }
  }
  known.set(computation, found);
  return found;
}

/** More than this many are counted, not listed. */
const MAX_LISTED = 12;

/** How often an instruction ran, once that is known. */
function useExecutions(state: State, ask: Ask, outline: InstructionOutline | undefined): number {
  const { shown } = state;
  const ran = shown?.outcome != null && shown.analysis === state.evaluation?.analysis;
  const id = outline?.id ?? -1;
  const device = deviceIn(shown?.analysis, state.device);
  const { value } = useAnswer(
    `executions ${id}`,
    `${stampOf(shown)} ${id} ${device}`,
    ran && id >= 0 ? () => ask('executions', shown.analysis.program, device, [id]) : null,
  );
  return value?.[0] ?? 0;
}

export function Selected(props: { state: State; dispatch: Dispatch; ask: Ask }): JSX.Element {
  const { state, dispatch, ask } = props;
  const analysis = state.evaluation?.analysis;
  const found = analysis ? findSelected(analysis, state.selection) : null;
  const executions = useExecutions(state, ask, found?.outline);
  if (analysis === undefined || found === null) {
    return <div class="selected quiet">nothing selected</div>;
  }
  const { name, opcode, shape, root } = found.outline;
  const { from, to } = relatives(analysis, found);
  const caller = callerOf(analysis, found.computation);
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
    names.slice(0, MAX_LISTED).map((target, k) => (
      <span key={target}>
        {k > 0 && <span class="quiet comma">, </span>}
        {link(target)}
      </span>
    ));
  const more = (names: readonly string[]): JSX.Element | false =>
    names.length > MAX_LISTED && (
      <span class="quiet">{` and ${groupDigits(names.length - MAX_LISTED)} more`}</span>
    );
  return (
    <div class={state.evaluation?.text === state.text ? 'selected' : 'selected behind'}>
      <h2>
        <code>{name}</code>
      </h2>
      <code class="shape">{shape.replace(/\/\*.*?\*\//g, '')}</code>
      <p class="family">
        <span class="quiet">{root ? 'root of ' : 'in '}</span>
        <code>{found.computation}</code>
        {caller !== null && (
          <>
            <span class="quiet"> of </span>
            <button
              class="link"
              title="the instruction that calls this computation"
              onClick={() => dispatch({ kind: 'select', selection: caller })}
            >
              {caller.instruction}
            </button>
          </>
        )}
        <span class="quiet">: </span>
        <code class="op">{opcode}</code>
        {from.length > 0 && (
          <>
            <span class="quiet"> of </span>
            {list(from)}
            {more(from)}
          </>
        )}
        {to.length > 0 && (
          <>
            <span class="quiet"> used by </span>
            {list(to)}
            {more(to)}
          </>
        )}
        {executions > 1 && (
          <span class="quiet">{`, ran ${executions} times: the last value is shown`}</span>
        )}
      </p>
    </div>
  );
}
