// SPDX-License-Identifier: Apache-2.0
// Every pane begins with the question that it answers, and with the answer in a sentence.
import type { ComponentChildren, JSX } from 'preact';

export function Answer(props: { question: string; children?: ComponentChildren }): JSX.Element {
  return (
    <p class="answer">
      <b>{props.question}</b> <span class="quiet">{props.children}</span>
    </p>
  );
}
