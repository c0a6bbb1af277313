// SPDX-License-Identifier: Apache-2.0
// The text as the build draws it into the page: what the editor shows a moment later.
import type { JSX } from 'preact';
import { byteToUnit } from '../base/text';
import type { Store } from '../state/store';
import { findSelected } from '../program/selection';
import { PAINT_CLASS, paintLine } from './highlight';

function painted(line: string): JSX.Element[] {
  const out: JSX.Element[] = [];
  let at = 0;
  paintLine(line, { comment: false }, (from, to, paint) => {
    if (at < from) out.push(<span>{line.slice(at, from)}</span>);
    out.push(<span class={PAINT_CLASS[paint]}>{line.slice(from, to)}</span>);
    at = to;
  });
  return [...out, <span>{line.slice(at)}</span>];
}

export function TextAhead({ store }: { store: Store }): JSX.Element {
  const { text, shown } = store.state();
  const unit = byteToUnit(text);
  const outlines = shown?.analysis.computations.flatMap(({ instructions }) => instructions) ?? [];
  const selected = shown && findSelected(shown.analysis, store.state().selection)?.outline;
  const valueIn = (from: number, to: number): string => {
    const found = outlines.find(({ span }) => from <= unit(span[0]) && unit(span[0]) <= to);
    const previews = shown?.outcome?.previews ?? [];
    return previews.find(({ instruction }) => instruction === found?.id)?.text ?? '';
  };
  let from = 0;
  return (
    <div class="text-ahead">
      {text.split('\n').map((line, k) => {
        const value = valueIn(from, from + line.length);
        const begin = unit(selected?.span[0] ?? -1);
        const isSelected = selected && from <= begin && begin <= from + line.length;
        from += line.length + 1;
        return (
          <div key={k}>
            <span class="text-ahead-number">{k + 1}</span>
            <code class={isSelected ? 'selected-line' : ''}>
              {painted(line)}
              {value !== '' && <span class="inline-value">{value}</span>}
            </code>
          </div>
        );
      })}
    </div>
  );
}
