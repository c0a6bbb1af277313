// SPDX-License-Identifier: Apache-2.0
// The text that the program was imported from, such as StableHLO. What is selected here is selected in the HLO text,
// and the other way around; edits are imported anew (frame/watch_source.ts).
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { SourceView } from '../editor/source_view';
import { askedSizes, withoutAdvice, type Sizes } from '../intake/sizes';
import { linkOf, selectionAt, type Source } from '../intake/source';
import { findSelected } from '../program/selection';
import type { PaneProps } from './context';
import { SizesForm } from './SizesForm';

function Findings(props: { source: Source; goTo: (line: number) => void }): JSX.Element | null {
  const { findings } = props.source;
  if (findings.length === 0) return null;
  return (
    <ul class="source-findings" aria-label="messages of the importer">
      {findings.map(({ severity, line, message, code }, k) => (
        <li key={k} class={severity}>
          {line > 0 && (
            <button class="link" onClick={() => props.goTo(line)}>
              line {line}
            </button>
          )}{' '}
          {withoutAdvice(message)} <code class="quiet">{code}</code>
        </li>
      ))}
    </ul>
  );
}

export function SourcePane(props: PaneProps): JSX.Element {
  const { state } = props;
  const { source, evaluation, selection } = state;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<SourceView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  /** The line that was clicked, until its instruction is selected. */
  const wanted = useRef(0);
  const select = (): void => {
    const { state: now, dispatch: send } = latest.current;
    if (now.source?.links == null || wanted.current === 0) return;
    const preferred = now.selection?.computation ?? '';
    const found = selectionAt(now.source, wanted.current, preferred);
    wanted.current = 0;
    if (found !== null) send({ kind: 'select', selection: found });
  };
  const text = source?.text ?? null;
  useLayoutEffect(() => {
    if (parent.current === null || text === null) return undefined;
    if (view.current === null) {
      view.current = new SourceView(parent.current, text, {
        onLine(line) {
          wanted.current = line;
          select();
        },
        onEdit(edited) {
          const { state: now, dispatch: send } = latest.current;
          const { sizes, findings = [], made = null } = now.source ?? {};
          const next = { text: edited, sizes, links: null, findings, made, edited: true };
          send({ kind: 'source', program: now.program, source: next });
        },
      });
    } else view.current.show(text);
    return undefined;
  }, [text]);
  useEffect(
    () => () => {
      view.current?.destroy();
      view.current = null;
    },
    [],
  );
  const analysis = evaluation?.analysis;
  const found = analysis ? findSelected(analysis, selection) : null;
  const link = source === null || found === null ? null : linkOf(source, found);
  const line = link?.line ?? 0;
  const column = link?.column ?? 0;
  const unread = source?.links === null;
  useEffect(() => {
    if (!unread) select();
  }, [unread]);
  useEffect(() => {
    if (!unread) view.current?.mark(line === 0 ? null : { line, column });
  }, [line, column, text, unread]);
  if (source === null) {
    return <p class="reason">This program was not imported from another format.</p>;
  }
  const asked = askedSizes(source.findings, source.sizes);
  const convert = (sizes: Sizes): void => {
    const next = { ...source, sizes, links: null, edited: true };
    props.dispatch({ kind: 'source', program: state.program, source: next });
    // It says which sizes were given.
    props.dispatch({ kind: 'notice', notice: null });
  };
  return (
    <div class="source">
      <Findings source={source} goTo={(place) => view.current?.goTo(place)} />
      {asked !== null && (
        <div class="source-findings">
          <SizesForm key={state.program} sizes={asked} onConvert={convert} />
        </div>
      )}
      <div class="editor" dir="ltr" ref={parent} />
    </div>
  );
}
