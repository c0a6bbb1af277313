// SPDX-License-Identifier: Apache-2.0
// What is it? The value of the selected instruction.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Cells, InstructionOutline, Range, Statistics, Summary } from '../engine/types';
import { ALL_PARTITIONS, deviceIn } from '../engine/devices';
import { messagePieces } from '../program/message_text';
import { isFaulty } from '../engine/outline_table';
import { findSelected, sameSelection, selectionOf } from '../program/selection';
import type { Evaluation } from '../program/evaluation';
import { shardedInstructions } from '../program/shardings';
import { hasShardMap } from '../intake/device_parts';
import { Grid, useWidth, type Cell } from './Grid';
import { SaveValue } from './SaveValue';
import { SlicePicker } from './SlicePicker';
import { TuplePicker } from './TuplePicker';
import type { PaneProps } from './context';
import { FIRST_WINDOW, clipped, type CellPlace, type GridWindow } from './grid';
import { heatOf, heatScale, heatStyle, type HeatScale } from './heat';
import {
  cellOfElement,
  columnName,
  hasCell,
  indexOfCell,
  planeOf,
  ravel,
  rowName,
  rowRanges,
} from './indices';
import { indexText } from './layout';
import {
  chooseFormat,
  fittedNumber,
  isSpecial,
  longestNumber,
  statisticText,
} from './number_format';
import { stampOf, useAnswer } from './use_answer';
import { valueSentence } from './value_sentence';
import { emptyReason, missingReason, outdatedReason, waitingReason } from './reasons';
import { Answer } from './Answer';
import { Why } from './Why';
import { DeviceNote } from './DeviceNote';

function Sentence({ leaf, statistics }: { leaf: Leaf; statistics: Statistics }): JSX.Element {
  const clauses = valueSentence(leaf.elementType, leaf.elements, statistics);
  return (
    <Answer question="What is it?">
      {leaf.dims.length === 0 ? 'A scalar' : clauses[0]?.text}
      {clauses.slice(1).map(({ text, alarm }, k) => (
        <span key={k}>
          {'; '}
          <span class={alarm === true ? 'alarm' : ''}>{text}</span>
        </span>
      ))}
      .
    </Answer>
  );
}

/** What the colors of the cells mean. */
function Legend({ scale }: { scale: HeatScale }): JSX.Element | null {
  if (scale.kind === 'flat') return null;
  return (
    <p class="legend" aria-hidden="true">
      <code>{statisticText(scale.low)}</code>
      <span class={`legend-bar ${scale.kind}`} />
      <code>{statisticText(scale.high)}</code>
    </p>
  );
}

type Leaf = NonNullable<Summary['leaf']>;

interface TableProps extends PaneProps {
  evaluation: Evaluation;
  outline: InstructionOutline;
  summary: Summary;
  program: number;
  device: number;
  instruction: number;
  subject: string;
  stamp: number;
}

/** Cells that the summary brought along, which saves a question; null when some are not among them. */
function sampledCells({ sample, sampleNumbers }: Summary, ranges: Range[]): Cells | null {
  if (ranges.some(([begin, count]) => begin + count > sample.length)) return null;
  return {
    texts: ranges.map(([begin, count]) => sample.slice(begin, begin + count)),
    numbers: ranges.map(([begin, count]) => sampleNumbers.subarray(begin, begin + count)),
  };
}

function ValueTable(props: TableProps): JSX.Element {
  const {
    state,
    dispatch,
    ask,
    evaluation,
    outline,
    summary,
    program,
    device,
    instruction,
    subject,
    stamp,
  } = props;
  const dims = summary.leaf?.dims ?? [];
  const [frame, room] = useWidth();
  const format = useMemo(() => chooseFormat(summary.sample), [summary]);
  const scale = useMemo(() => heatScale(summary.statistics), [summary]);
  const last = dims.length >= 2 ? (dims.at(-1) ?? 1) - 1 : 99;
  const widest = useMemo(() => {
    const { sample, statistics } = summary;
    const extremes = statistics === null ? [] : [statistics.min, statistics.max];
    const longest = longestNumber(sample, extremes, format);
    return Math.max(3, String(Math.max(0, last)).length, longest);
  }, [summary, format, last]);
  const cellWidth = Math.ceil(widest * 7.25) + 18;
  const headerWidth = Math.max(30, String(dims.at(-2) ?? dims[0] ?? 0).length * 7.25 + 14);
  const plane = planeOf(dims, state.slice, Math.floor((room - headerWidth - 4) / cellWidth));
  const [seen, setWindow] = useState(FIRST_WINDOW);
  const window = clipped(seen, plane);
  const [pointed, setPointed] = useState<CellPlace | null>(null);
  const where = JSON.stringify([plane.columns, plane.slice, window]);
  const ranges = rowRanges(plane, window);
  const sampled = window && sampledCells(summary, ranges);
  const { value: answered } = useAnswer<{ cells: Cells; window: GridWindow; stamp: number }>(
    `${subject} ${device} ${plane.columns} ${plane.slice}`,
    `${stamp} ${where}`,
    window === null || sampled !== null
      ? null
      : async () => ({
          cells: await ask('cells', program, device, instruction, state.path, ranges),
          window,
          stamp,
        }),
  );
  const held = window && sampled ? { cells: sampled, window, stamp } : answered;

  const exactText = ([row, column]: CellPlace): string | null => {
    if (held === null) return null;
    return held.cells.texts[row - held.window.row]?.[column - held.window.column] ?? null;
  };
  const cell = (row: number, column: number): Cell | null => {
    if (!hasCell(plane, row, column)) return null;
    const text = exactText([row, column]);
    if (text === null || held === null) return { text: '' };
    const number = held.cells.numbers[row - held.window.row]?.[column - held.window.column] ?? NaN;
    if (isSpecial(text)) return { text, name: /nan/i.test(text) ? 'is-nan' : 'is-inf' };
    const { name, style } = heatStyle(heatOf(scale, number));
    return { text: fittedNumber(text, format, widest), name, style };
  };

  const pinned = state.element === null ? null : cellOfElement(plane, state.element);
  const active = pointed ?? pinned;
  const activeText = active && exactText(active);
  const pinnedText = pinned && exactText(pinned);
  if (plane.rows === 0) return <p class="reason">No elements: a dimension has size 0.</p>;
  return (
    <div class="value-table" data-stamp={held?.stamp} ref={frame}>
      <div class="grid-tools">
        <SlicePicker plane={plane} onChange={(slice) => dispatch({ kind: 'slice', slice })} />
        <Legend scale={scale} />
      </div>
      <Grid
        label={`value of ${subject}`}
        rows={plane.rows}
        columns={plane.columns}
        {...(dims.length === 1 ? { count: dims[0] ?? 0 } : {})}
        cellWidth={cellWidth}
        headerWidth={headerWidth}
        {...(dims.length > 0
          ? { columnHeader: (column: number) => columnName(plane, column) }
          : {})}
        rowHeader={(row) => rowName(plane, row)}
        cell={cell}
        lit={active}
        onWindow={setWindow}
        onPoint={setPointed}
        onPick={([row, column]) =>
          dispatch({ kind: 'element', element: ravel(indexOfCell(plane, row, column), dims) })
        }
        maxHeight="58vh"
      />
      <p class="readout">
        {active !== null && activeText !== null && (
          <>
            <code>{`${indexText(indexOfCell(plane, active[0], active[1]))} = `}</code>
            <code class="strong">{activeText}</code>
          </>
        )}
      </p>
      {state.element !== null && pinnedText !== null && (
        <Why
          {...props}
          evaluation={evaluation}
          outline={outline}
          element={state.element}
          result={pinnedText}
        />
      )}
    </div>
  );
}

/** The instructions of the same computation that the engine knows. */
function siblings({ analysis }: Evaluation, outline: InstructionOutline): number[] {
  const home = analysis.computations.find(({ instructions }) => instructions.includes(outline));
  return (home?.instructions ?? []).map(({ id }) => id).filter((id) => id >= 0);
}

/** Whether the partitions have the parts of its array, or of the arrays of its tuple. */
function hasParts({ text, analysis }: Evaluation, outline: InstructionOutline): boolean {
  if (analysis.partitions < 2 || hasShardMap(text)) return false;
  return shardedInstructions({ text, analysis }).some((sharded) => sharded.outline === outline);
}

/** Why there is no value, with a way to the cause. */
function NoValue(
  props: PaneProps & { evaluation: Evaluation; outline: InstructionOutline },
): JSX.Element {
  const { state, dispatch, ask, evaluation, outline } = props;
  const ids = siblings(evaluation, outline);
  const device = deviceIn(evaluation.analysis, state.device);
  const { value: executions } = useAnswer(
    `executions ${outline.id}`,
    `${stampOf(evaluation)} ${outline.id} ${device}`,
    evaluation.outcome === null
      ? null
      : () => ask('executions', evaluation.analysis.program, device, ids),
  );
  const valued = new Set(ids.filter((_, k) => (executions?.[k] ?? 0) > 0));
  const { text, cause } = missingReason(evaluation, outline, state.tables?.ops ?? [], valued);
  const home = evaluation.analysis.computations.find(({ instructions }) =>
    instructions.some((other) => other === cause),
  );
  return (
    <div class="pane-body">
      <p class="reason">
        {messagePieces(text).map((piece, k) =>
          piece.code ? <code key={k}>{piece.text}</code> : <span key={k}>{piece.text}</span>,
        )}
      </p>
      {cause && home && (
        <p>
          <button
            class="plain"
            onClick={() =>
              dispatch({
                kind: 'select',
                selection: { computation: home.name, instruction: cause.name },
              })
            }
          >
            Go to <code>{cause.name}</code>
          </button>
        </p>
      )}
    </div>
  );
}

/** Where the first NaN of the run is made. */
function NanOrigin(
  props: PaneProps & { evaluation: Evaluation; outline: InstructionOutline },
): JSX.Element | null {
  const { state, dispatch, ask, evaluation, outline } = props;
  const { analysis } = evaluation;
  const device = deviceIn(analysis, state.device);
  const { value: id } = useAnswer(
    'nan origin',
    `${stampOf(evaluation)} ${device}`,
    evaluation.outcome === null ? null : () => ask('nanOrigin', analysis.program, device),
  );
  const selection = id === null ? null : selectionOf(analysis, id);
  if (selection === null) return null;
  if (id === outline.id) {
    return (
      <p class="origin">
        <b>The first nan is made here:</b> no operand has one.
      </p>
    );
  }
  return (
    <p class="origin">
      <b>The first nan</b> of the run is made by{' '}
      <button class="link" onClick={() => dispatch({ kind: 'select', selection })}>
        {selection.instruction}
      </button>
      .{' '}
      <span class="key-hint">
        <kbd>F</kbd> goes there.
      </span>
    </p>
  );
}

export function ValuePane(props: PaneProps): JSX.Element {
  const { state, dispatch, ask } = props;
  const evaluation = state.shown;
  const found = evaluation && findSelected(evaluation.analysis, state.selection);
  const ran = evaluation?.outcome != null;
  const [wantsJoined, setWantsJoined] = useState(false);
  const canJoin = evaluation !== null && found !== null && hasParts(evaluation, found.outline);
  const joined = canJoin && wantsJoined;
  const device = joined ? ALL_PARTITIONS : deviceIn(evaluation?.analysis, state.device);
  const subject = found
    ? `${found.computation}/${found.instruction} ${found.outline.shape} ${device}`
    : '';
  const stamp = stampOf(evaluation);
  const path = JSON.stringify(state.path);
  const { value: summary } = useAnswer<
    Summary & { program: number; device: number; instruction: number; stamp: number }
  >(
    `${subject} ${path}`,
    `${stamp} ${path}`,
    evaluation && found && ran && found.outline.id >= 0
      ? async () => {
          const { program } = evaluation.analysis;
          const instruction = found.outline.id;
          let answer = await ask('summary', program, device, instruction, state.path);
          const [first] = answer.info.leaves;
          if (answer.leaf === null && first !== undefined) {
            answer = await ask('summary', program, device, instruction, first.path);
          }
          return { ...answer, program, device, instruction, stamp };
        }
      : null,
  );
  if (evaluation === null || found === null) {
    return <p class="reason">{emptyReason(state)}</p>;
  }
  // The values on show are those of the program before, which may have been another one.
  const newest = state.evaluation && findSelected(state.evaluation.analysis, state.selection);
  if (newest && !sameSelection(newest, found)) {
    return <p class="reason">{waitingReason(state)}</p>;
  }
  if (isFaulty(found.outline)) {
    return <NoValue {...props} evaluation={evaluation} outline={found.outline} />;
  }
  const outdated = outdatedReason(state);
  if (summary === null) {
    return <p class={outdated ? 'reason' : 'reason waiting'}>{waitingReason(state)}</p>;
  }
  const { info, leaf, statistics } = summary;
  const note = (
    <DeviceNote
      {...props}
      evaluation={evaluation}
      joined={canJoin ? joined : null}
      onJoin={setWantsJoined}
    />
  );
  if (info.executions === 0)
    return <NoValue {...props} evaluation={evaluation} outline={found.outline} />;
  return (
    <div class={outdated ? 'pane-body outdated' : 'pane-body'}>
      {outdated && <p class="reason">{outdated} Below: the last good value.</p>}
      <TuplePicker leaves={info.leaves} path={leaf?.path ?? []} dispatch={dispatch} />
      {!info.kept && joined ? (
        <>
          <p class="reason">The parts of the partitions cannot be joined.</p>
          {note}
        </>
      ) : !info.kept ? (
        <p class="reason">The value was too large to keep.</p>
      ) : leaf === null ? (
        <p class="reason">An empty tuple: it has no elements.</p>
      ) : leaf.elementType === 'token' || leaf.elementType === 'opaque' ? (
        <p class="reason">{`A ${leaf.elementType} carries no data, only order.`}</p>
      ) : (
        <>
          {statistics && <Sentence leaf={leaf} statistics={statistics} />}
          {note}
          {statistics !== null && statistics.nan > 0 && (
            <NanOrigin {...props} evaluation={evaluation} outline={found.outline} />
          )}
          <ValueTable
            {...props}
            evaluation={evaluation}
            outline={found.outline}
            state={{ ...state, path: leaf.path }}
            summary={summary}
            program={summary.program}
            device={summary.device}
            instruction={summary.instruction}
            subject={`${found.instruction} ${leaf.shape}`}
            stamp={summary.stamp}
          />
          <SaveValue
            ask={props.ask}
            program={summary.program}
            device={summary.device}
            instruction={summary.instruction}
            name={found.instruction}
            path={leaf.path}
            type={leaf.elementType}
            dims={leaf.dims}
          />
        </>
      )}
    </div>
  );
}
