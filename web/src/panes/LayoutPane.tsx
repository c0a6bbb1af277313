// SPDX-License-Identifier: Apache-2.0
// Where is it in memory? The elements of the selected array in memory.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Sizes } from '../engine/overview';
import type { IndexReport, LayoutReport, ShapeReport } from '../engine/types';
import { deviceIn } from '../engine/devices';
import { layoutText, withoutLayout } from '../engine/shapes';
import { findSelected, type Found } from '../program/selection';
import { LogicalGrid, MemoryGrid, type Spot, type ValueSource } from './LayoutGrids';
import { useWidth } from './Grid';
import { Bits, Steps } from './LayoutSteps';
import { SlicePicker } from './SlicePicker';
import type { PaneProps } from './context';
import { byteText, shortBytes } from '../base/sizes';
import { Answer } from './Answer';
import { TuplePicker, type TupleLeaf } from './TuplePicker';
import { planeOf, unravel } from './indices';
import {
  expansion,
  isInOrder,
  isWasteful,
  paddedDims,
  leastOf,
  otherOrders,
  suggestedLayouts,
  withDims,
  withLayout,
  withLayoutAt,
} from './layout';
import { emptyReason } from './reasons';
import { stampOf, useAnswer } from './use_answer';

/** The report on a shape and, where it applies, on the same shape grown to whole tiles. */
export interface Place {
  report: LayoutReport;
  padded: LayoutReport | null;
}

async function placeOf(
  ask: PaneProps['ask'],
  shape: string,
  path: readonly number[],
): Promise<{ place: Place | null; leaves: TupleLeaf[]; error: ShapeReport['error'] }> {
  const answer = await ask('describe', shape);
  const key = JSON.stringify(path);
  const report =
    answer.leaves.find((leaf) => JSON.stringify(leaf.path) === key) ?? answer.leaves[0] ?? null;
  const { leaves } = answer;
  if (report === null) return { place: null, leaves, error: answer.error };
  const dims = paddedDims(report);
  if (dims === null || report.dims.includes(0))
    return { place: { report, padded: null }, leaves, error: null };
  const grown = (await ask('describe', withDims(report.shape, dims))).leaves[0] ?? null;
  const same = grown?.finalSizes.join() === report.finalSizes.join();
  return { place: { report, padded: same ? grown : null }, leaves, error: null };
}

interface SizesProps {
  report: LayoutReport;
  /** Set when another layout is being tried. */
  written: LayoutReport | null;
}

function SizesSentence({ report, written }: SizesProps): JSX.Element {
  const used = report.bytes === 0 ? 0 : (100 * report.unpaddedBytes) / report.bytes;
  const saved = written === null ? 0 : written.bytes - report.bytes;
  return (
    <div class="sizes">
      <Answer question="Where is it in memory?">
        In {byteText(report.bytes)}
        {report.wastedBytes === 0 ? (
          ', without padding'
        ) : (
          <>
            {', of which '}
            <span class="padding-sample" aria-hidden="true" /> {byteText(report.wastedBytes)} are
            padding:{' '}
            <span class={isWasteful(report) ? 'alarm' : 'strong'}>{expansion(report)}</span> what
            its elements need
          </>
        )}
        {saved !== 0 &&
          `; ${byteText(Math.abs(saved))} ${saved > 0 ? 'less' : 'more'} than as it is written`}
        .
      </Answer>
      <div class="size-bar" aria-hidden="true">
        <span class="used" style={`width:${used}%`} />
      </div>
    </div>
  );
}

function Parts({ report }: { report: LayoutReport }): JSX.Element {
  return (
    <section class="parts" aria-label="the shape, part by part">
      <dl>
        {report.parts.map(({ text, title, explanation }, k) => (
          <div key={k}>
            <dt>
              <code>{text}</code>
            </dt>
            <dd>
              <span class="quiet">{title}</span> {explanation}
            </dd>
          </div>
        ))}
        {report.formula !== '' && (
          <div>
            <dt>
              <span class="quiet">formula</span>
            </dt>
            <dd>
              <code>{report.formula}</code>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** How much more memory a layout takes than the elements. */
function Factor({ sizes }: { sizes: Sizes | undefined }): JSX.Element | null {
  if (sizes === undefined || sizes.bytes === 0) return null;
  const { bytes, padded } = sizes;
  const name = padded > 4 * bytes ? 'factor alarm' : 'factor';
  return <span class={name}>{expansion({ bytes: padded, unpaddedBytes: bytes })}</span>;
}

interface WhatIfProps {
  ask: PaneProps['ask'];
  written: string;
  current: string | null;
  report: LayoutReport;
  /** The layout on show; null if it is invalid. */
  tried: LayoutReport | null;
  error: ShapeReport['error'];
  /** Whether the text has changed since it was read. */
  behind: boolean;
  onChange: (layout: string | null) => void;
  onWrite: (layout: string) => void;
}

function WhatIf({
  ask,
  written,
  current,
  report,
  tried,
  error,
  behind,
  onChange,
  onWrite,
}: WhatIfProps): JSX.Element {
  const shown = current ?? layoutText(written);
  const bare = withoutLayout(written);
  const choices = suggestedLayouts(report);
  const orders = tried === null ? [] : otherOrders(tried);
  const shapes = [...choices, ...orders].map((layout) => withLayout(written, layout));
  const { value: sizes, fresh } = useAnswer(written, shapes.join(), () => ask('sizes', shapes));
  const least =
    tried && sizes && fresh ? leastOf(tried, orders, sizes.slice(choices.length)) : null;
  return (
    <div class="what-if">
      <label class="shape-field">
        <code class="quiet">{bare}</code>
        <input
          type="text"
          aria-label="layout to try"
          aria-invalid={error !== null}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          style={`width:${Math.max(16, shown.length) + 3}ch`}
          value={shown}
          onInput={(event) => {
            const text = event.currentTarget.value;
            onChange(text === layoutText(written) ? null : text);
          }}
        />
      </label>
      <div class="what-if-side">
        {current === null ? (
          <span class="quiet">Type another layout: what if?</span>
        ) : (
          <>
            <span class="badge">what if</span>
            <button class="plain" onClick={() => onChange(null)}>
              back to the text
            </button>
            <button
              class="plain"
              disabled={error !== null || behind}
              onClick={() => onWrite(shown)}
            >
              write it into the text
            </button>
          </>
        )}
      </div>
      {error !== null && (
        <p class="note error-note">
          <code class="rule">{error.code}</code> {error.message}
        </p>
      )}
      <div class="chips" role="group" aria-label="layouts to try">
        {choices.map((layout, k) => (
          <button
            key={layout}
            class="chip"
            aria-pressed={shown === layout}
            onClick={() => onChange(layout === layoutText(written) ? null : layout)}
          >
            {layout} <Factor sizes={sizes?.[k]} />
          </button>
        ))}
      </div>
      {tried && least && (
        <p class="advice">
          <b>Which order takes least?</b> <span class="quiet">With the same tiles</span>{' '}
          <button class="link" onClick={() => onChange(least.layout)}>
            {least.layout}
          </button>{' '}
          <span class="quiet">
            {`takes ${shortBytes(least.bytes)} instead of ${shortBytes(tried.bytes)}.`}
          </span>
        </p>
      )}
    </div>
  );
}

export function LayoutPane(props: PaneProps): JSX.Element {
  const { state, ask, dispatch } = props;
  const analysis = state.evaluation?.analysis ?? null;
  const found = analysis && findSelected(analysis, state.selection);
  const { value: leaf } = useAnswer(
    'leaf',
    `${found?.outline.shape} ${JSON.stringify(state.path)}`,
    found ? () => placeOf(ask, found.outline.shape, state.path) : null,
  );
  const written = leaf?.place?.report ?? null;
  const shape =
    written && (state.whatIf === null ? written.shape : withLayout(written.shape, state.whatIf));
  const { value: tried } = useAnswer(
    'tried',
    shape ?? '',
    shape ? () => placeOf(ask, shape, []) : null,
  );
  if (found === null) return <p class="reason">{emptyReason(state)}</p>;
  if (leaf !== null && written === null) {
    return (
      <p class="reason">
        <code>{found.outline.shape}</code>{' '}
        {leaf.error ? leaf.error.message : 'has no place in memory: it carries no data.'}
      </p>
    );
  }
  if (written === null || tried === null) {
    return <p class="reason">{state.phase === 'broken' && emptyReason(state)}</p>;
  }
  return (
    <div class="pane-body">
      <TuplePicker leaves={leaf?.leaves ?? []} path={written.path} dispatch={dispatch} />
      <WhatIf
        ask={ask}
        written={written.shape}
        current={state.whatIf}
        report={written}
        tried={tried.place?.report ?? null}
        error={tried.error}
        behind={state.evaluation?.text !== state.text}
        onChange={(layout) => dispatch({ kind: 'whatIf', layout })}
        onWrite={(layout) => {
          props.text.replace(found.outline.shapeSpan, (old) =>
            withLayoutAt(old, written.path, layout),
          );
          dispatch({ kind: 'whatIf', layout: null });
        }}
      />
      <View {...props} place={tried.place} written={written} found={found} />
    </div>
  );
}

/** Where the selected value can be read, when the last run has one. */
function useSource(
  props: PaneProps,
  found: Found,
  path: readonly number[],
): Omit<ValueSource, 'bytes'> | null {
  const { state, ask } = props;
  const { shown } = state;
  const { id } = found.outline;
  const ran = shown?.outcome != null && shown.analysis === state.evaluation?.analysis;
  const stamp = stampOf(shown);
  const device = deviceIn(shown?.analysis, state.device);
  const { value } = useAnswer(
    `source ${id}`,
    `${stamp} ${id} ${device}`,
    ran && id >= 0 ? () => ask('executions', shown.analysis.program, device, [id]) : null,
  );
  if (!ran || (value?.[0] ?? 0) === 0) return null;
  return { program: shown.analysis.program, device, instruction: id, path, stamp };
}

function View(
  props: PaneProps & { place: Place | null; written: LayoutReport; found: Found },
): JSX.Element | null {
  const { state, dispatch, ask, written } = props;
  // An unreadable layout keeps the last good picture.
  const [good, setGood] = useState<Place | null>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [showing, setShowing] = useState<'places' | 'values' | 'bytes'>('places');
  if (props.place !== null && props.place !== good) setGood(props.place);
  const place = props.place ?? good;
  const [grids, room] = useWidth();
  // As the style sheet has it.
  const alike = place !== null && isInOrder(place.report);
  const sideBySide =
    !alike && (import.meta.env.SSR || !globalThis.matchMedia('(max-width: 1180px)').matches);
  const pinned: Spot | null = state.element === null ? null : { element: state.element };
  const active = spot ?? pinned;
  const { value: explained } = useAnswer<IndexReport>(
    place?.report.shape ?? '',
    JSON.stringify([place?.report.shape, active]),
    place === null || active === null
      ? null
      : () =>
          active.position !== undefined
            ? ask('explainPosition', place.report.shape, active.position)
            : ask('explainIndex', place.report.shape, unravel(active.element, place.report.dims)),
  );
  const source = useSource(props, props.found, written.path);
  if (place === null) return null;
  const { report, padded } = place;
  const plane = planeOf(report.dims, state.slice);
  const pick = (picked: Spot): void => {
    if (picked.element !== undefined) dispatch({ kind: 'element', element: picked.element });
  };
  const shared = {
    ask,
    report,
    slice: plane.slice,
    active: active === null ? null : explained,
    values:
      showing === 'places' || source === null ? null : { ...source, bytes: showing === 'bytes' },
    onSpot: setSpot,
    onPick: pick,
  };
  return (
    <div class={props.place === null ? 'outdated' : ''}>
      <SizesSentence report={report} written={state.whatIf === null ? null : written} />
      {report.elements === 0 ? (
        <p class="reason">No elements: a dimension has size 0.</p>
      ) : (
        <>
          <div class="grid-tools">
            <div class="segments" role="group" aria-label="cells show">
              {(['places', 'values', 'bytes'] as const).map((kind) => (
                <button
                  key={kind}
                  aria-pressed={showing === kind}
                  disabled={kind !== 'places' && source === null}
                  onClick={() => setShowing(kind)}
                >
                  {kind}
                </button>
              ))}
            </div>
            <SlicePicker plane={plane} onChange={(slice) => dispatch({ kind: 'slice', slice })} />
          </div>
          <div class={alike ? 'grids alone' : 'grids'} ref={grids}>
            <LogicalGrid
              {...shared}
              padded={padded}
              room={sideBySide ? room / 2 - 10 : room}
              alone={alike}
            />
            {!alike && <MemoryGrid {...shared} />}
          </div>
          <Steps explained={active === null ? null : explained} report={report}>
            {showing === 'bytes' && source !== null && active?.element !== undefined && (
              <Bits ask={ask} report={report} source={source} element={active.element} />
            )}
          </Steps>
        </>
      )}
      <Parts report={report} />
    </div>
  );
}
