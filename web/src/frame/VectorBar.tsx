// SPDX-License-Identifier: Apache-2.0
// Whether the result is what the case of the conformance suite expects.
import type { JSX } from 'preact';
import type { Ask } from '../engine/protocol';
import type { Vector } from '../intake/vectors';
import { stampOf, useAnswer } from '../panes/use_answer';
import { verdictOf } from '../panes/verdict';
import type { State } from '../state/state';

function Bar(props: { state: State; ask: Ask; vector: Vector }): JSX.Element {
  const { state, ask, vector } = props;
  const { shown } = state;
  const ready = shown !== null && shown.done && shown.text === state.text;
  const { value } = useAnswer(
    `vector ${vector.id}`,
    String(stampOf(shown)),
    ready ? () => verdictOf(ask, shown, vector) : null,
  );
  const kind = value === null ? '' : value.agrees ? 'agrees' : 'differs';
  return (
    <div class={`vector-bar ${kind}`} role="note" aria-label="expected result">
      <p>
        <b>{value === null ? '…' : value.agrees ? '✓ As expected:' : '✕ Not as expected:'}</b>{' '}
        {value?.text}
      </p>
      <p class="quiet">{vector.why}</p>
    </div>
  );
}

export function VectorBar({ state, ask }: { state: State; ask: Ask }): JSX.Element | null {
  const vector = state.modules[state.module]?.vector;
  return vector === undefined ? null : <Bar state={state} ask={ask} vector={vector} />;
}
