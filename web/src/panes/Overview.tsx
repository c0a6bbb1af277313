// SPDX-License-Identifier: Apache-2.0
// What is in here? The whole program beside its text: a tree, a search, the largest buffers.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { groupDigits, plural, shortBytes, shortCount } from '../base/sizes';
import type { Ask } from '../engine/protocol';
import { notUnderstood } from '../engine/filters';
import type { Overview as Data } from '../engine/overview';
import { bareShape } from '../engine/shapes';
import type { Analysis, InstructionOutline } from '../engine/types';
import { findSelected, selectionOf } from '../program/selection';
import type { State } from '../state/state';
import type { Dispatch } from '../state/store';
import { LongList, type RowPart } from './LongList';
import { keysTo, computationKey, roleOf, treeRows, type TreeRow } from './overview_tree';
import { stampOf, useAnswer } from './use_answer';

/** The overview follows the text when it has been still for a moment. */
const STILL_MS = 300;
const FIRST_BUFFERS = 6;

/** The newest of a value that has not changed for a while. */
function useStill<T>(value: T, immediately: boolean): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    if (immediately) {
      setStill(() => value);
      return undefined;
    }
    const timer = setTimeout(() => setStill(() => value), STILL_MS);
    return () => clearTimeout(timer);
  }, [value, immediately]);
  return still;
}

type Measure = 'flops' | 'bytes';

/** `dot.120` with the opcode set off, or the name and the opcode after it. */
function Name({ outline }: { outline: InstructionOutline }): JSX.Element {
  const { name, opcode } = outline;
  if (name.startsWith(opcode) && /^(?:\.|$)/.test(name.slice(opcode.length))) {
    return (
      <>
        <span class="tok-opcode">{opcode}</span>
        {name.slice(opcode.length)}
      </>
    );
  }
  return (
    <>
      {name} <span class="tok-opcode">{opcode}</span>
    </>
  );
}

function workOf(data: Data, id: number): string {
  const transcendentals = data.transcendentals[id] ?? 0;
  const functions = transcendentals > 0 ? `, ${shortCount(transcendentals)} transcendentals` : '';
  return `${shortCount(data.flops[id] ?? 0)} FLOPs${functions}`;
}

function titleOf(outline: InstructionOutline, data: Data | null): string {
  const { id, name, opcode, shape } = outline;
  const lines = [`${name}: ${opcode}`, shape];
  if (data !== null && id >= 0) {
    const bytes = data.bytes[id] ?? 0;
    const padded = data.padded[id] ?? 0;
    const more = padded > bytes ? `, ${shortBytes(padded)} with padding` : '';
    lines.push(`${shortBytes(bytes)}${more}`, workOf(data, id));
  }
  return lines.join('\n');
}

function Bar({ part }: { part: number }): JSX.Element {
  const width = part > 0 ? Math.max(4, Math.round(100 * Math.min(1, part))) : 0;
  return (
    <span class="overview-bar" aria-hidden="true">
      <i style={`width:${width}%`} />
    </span>
  );
}

interface Shared {
  state: State;
  dispatch: Dispatch;
  analysis: Analysis;
  data: Data | null;
  measure: Measure;
  /** Called when one goes to what was clicked. */
  onGo: (() => void) | undefined;
}

const measured = (data: Data | null, measure: Measure, id: number): number =>
  (measure === 'flops' ? data?.flops[id] : data?.padded[id]) ?? 0;

/** What a whole bar stands for: the most of any instruction. */
const wholeOf = (data: Data | null, measure: Measure): number =>
  (measure === 'flops' ? data?.mostFlops : data?.padded[data.largest[0] ?? -1]) ?? 0;

function InstructionLine(props: Shared & { outline: InstructionOutline }): JSX.Element {
  const { outline, data, measure } = props;
  const trips = data?.trips[outline.id] ?? 0;
  const whole = wholeOf(data, measure);
  return (
    <>
      <span class="overview-name">
        <Name outline={outline} />{' '}
        {trips > 0 ? (
          <span class="quiet">{`× ${shortCount(Math.round(trips))}`}</span>
        ) : (
          <span class="tok-type">{bareShape(outline.shape)}</span>
        )}
      </span>
      <Bar part={whole === 0 ? 0 : measured(data, measure, outline.id) / whole} />
    </>
  );
}

function ComputationLine(props: Shared & { index: number; level: number }): JSX.Element {
  const { analysis, index, level } = props;
  const computation = analysis.computations[index];
  const count = computation?.instructions.filter(({ synthesized }) => !synthesized).length ?? 0;
  return (
    <span class="overview-name">
      {level === 0 ? <b>{computation?.name}</b> : computation?.name}{' '}
      <span class="quiet">{`${roleOf(analysis, index)} · ${groupDigits(count)}`}</span>
    </span>
  );
}

/** Selects an instruction; a computation stands for its root. */
function select(shared: Shared, row: RowPart): void {
  const computation = shared.analysis.computations[row.computation];
  const list = computation?.instructions ?? [];
  const outline = row.outline ?? list.find(({ root }) => root) ?? list.at(-1);
  if (computation === undefined || outline === undefined) return;
  const selection = { computation: computation.name, instruction: outline.name };
  shared.dispatch({ kind: 'select', selection });
}

function Tree(props: Shared & { all: boolean }): JSX.Element {
  const { state, analysis, data, all } = props;
  const entry = analysis.computations.findIndex((computation) => computation.entry);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  /** The row that was clicked, among those that show the same instruction. */
  const [byHand, setByHand] = useState('');
  const found = findSelected(analysis, state.selection);
  const way = useMemo(
    () => (state.selection === null ? [] : keysTo(analysis, state.selection)),
    [analysis, state.selection],
  );
  const rows = useMemo(() => {
    const open = new Set([computationKey(entry), ...opened, ...way]);
    for (const key of closed) open.delete(key);
    return treeRows(analysis, { open, all });
  }, [analysis, entry, opened, closed, way, all]);
  const isFound = (row: TreeRow): boolean => row.outline !== null && row.outline === found?.outline;
  const hand = rows.findIndex(
    (row) => row.key === byHand && (row.outline === null || isFound(row)),
  );
  const chosen = hand >= 0 ? hand : state.selection === null ? -1 : rows.findIndex(isFound);
  const setOpen = (row: TreeRow, open: boolean): void => {
    if (!open && !row.expanded) {
      // To the row that holds it.
      const parent = rows.slice(0, rows.indexOf(row)).findLast((other) => other.level < row.level);
      if (parent) choose(parent);
      return;
    }
    const change = (keys: ReadonlySet<string>, has: boolean): ReadonlySet<string> => {
      const next = new Set(keys);
      if (has) next.add(row.key);
      else next.delete(row.key);
      return next;
    };
    setOpened(change(opened, open));
    setClosed(change(closed, !open));
  };
  const choose = (row: TreeRow): void => {
    setByHand(row.key);
    if (row.outline !== null) select(props, row);
  };
  return (
    <LongList
      rows={rows}
      role="tree"
      label="computations and instructions"
      chosen={chosen}
      onChoose={choose}
      onClick={(row) => {
        select(props, row);
        props.onGo?.();
      }}
      onOpen={setOpen}
      attributes={(row) => ({
        role: 'treeitem',
        'aria-level': row.level + 1,
        // Only the rows on screen are there to be counted.
        'aria-posinset': row.position,
        'aria-setsize': row.siblings.count,
        ...(row.expandable ? { 'aria-expanded': row.expanded } : {}),
        style: `padding-inline-start:${12 + row.level * 14}px`,
        title: row.outline ? titleOf(row.outline, data) : '',
        onDblClick: () => setOpen(row, !row.expanded),
      })}
      draw={(row) => (
        <>
          <span
            class="overview-sign"
            aria-hidden="true"
            onClick={(event) => {
              if (!row.expandable) return;
              event.stopPropagation();
              setOpen(row, !row.expanded);
            }}
          >
            {row.expandable ? (row.expanded ? '▾' : '▸') : ''}
          </span>
          {row.outline ? (
            <InstructionLine {...props} outline={row.outline} />
          ) : (
            <ComputationLine {...props} index={row.computation} level={row.level} />
          )}
        </>
      )}
    />
  );
}

/** What a query can say. */
const SYNTAX = 'op:dot type:bf16 name:attn in:body bytes>1M padded>1M flops>1G';

function Results(
  props: Shared & { ids: readonly number[]; total: number; query: string },
): JSX.Element {
  const { analysis, ids, total, data, state, query } = props;
  const unknown = notUnderstood(query);
  const rows = useMemo(() => {
    const wanted = new Map(ids.map((id, k) => [id, k]));
    const out: RowPart[] = [];
    analysis.computations.forEach(({ instructions }, computation) => {
      for (const outline of instructions) {
        if (wanted.has(outline.id)) out.push({ key: `f${outline.id}`, outline, computation });
      }
    });
    return out;
  }, [analysis, ids]);
  const found = findSelected(analysis, state.selection)?.outline;
  return (
    <>
      <p class="overview-note quiet" role="status">
        {total === 0 ? 'No instruction matches.' : plural(total, 'instruction')}
        {unknown !== '' && ` '${unknown}' is searched for as a word; fields are ${SYNTAX}.`}
        {total > ids.length && `, the first ${groupDigits(ids.length)} below`}
      </p>
      <LongList
        rows={rows}
        role="listbox"
        label="found instructions"
        chosen={rows.findIndex(({ outline }) => outline === found)}
        onChoose={(row) => select(props, row)}
        onClick={() => props.onGo?.()}
        attributes={(row, index) => ({
          role: 'option',
          'aria-posinset': index + 1,
          'aria-setsize': rows.length,
          title: row.outline ? titleOf(row.outline, data) : '',
        })}
        draw={(row) => row.outline && <InstructionLine {...props} outline={row.outline} />}
      />
    </>
  );
}

function Buffers(props: Shared): JSX.Element | null {
  const { analysis, data } = props;
  const [more, setMore] = useState(false);
  const [byPadding, setByPadding] = useState(false);
  const ids = byPadding ? data?.mostPadded : data?.largest;
  const byId = useMemo(() => {
    const wanted = new Set(ids);
    const out = new Map<number, RowPart>();
    analysis.computations.forEach(({ instructions }, computation) => {
      for (const outline of instructions) {
        if (wanted.has(outline.id)) out.set(outline.id, { key: '', outline, computation });
      }
    });
    return out;
  }, [analysis, ids]);
  if (data === null || ids === undefined || data.largest.length === 0) return null;
  const shown = more ? ids : ids.slice(0, FIRST_BUFFERS);
  return (
    <details open class="overview-part">
      <summary>
        Largest buffers <span class="quiet">with padding</span>
      </summary>
      {data.mostPadded.length > 0 && (
        <div class="segments" role="group" aria-label="buffers by">
          {['size', 'padding'].map((measure, k) => (
            <button
              key={measure}
              aria-pressed={byPadding === (k === 1)}
              onClick={() => setByPadding(k === 1)}
            >
              {measure}
            </button>
          ))}
        </div>
      )}
      <ul>
        {shown.map((id) => {
          const row = byId.get(id);
          if (row?.outline == null) return null;
          const bytes = data.bytes[id] ?? 0;
          const padded = data.padded[id] ?? 0;
          const ratio = bytes === 0 ? 1 : padded / bytes;
          return (
            <li key={id}>
              <button
                title={titleOf(row.outline, data)}
                onClick={() => {
                  select(props, row);
                  props.onGo?.();
                }}
              >
                <code>
                  {row.outline.name} <span class="tok-type">{bareShape(row.outline.shape)}</span>
                </code>
                <code>
                  {shortBytes(byPadding ? padded - bytes : padded)}
                  {ratio >= 1.05 && (
                    <span
                      class={ratio > 4 ? 'alarm' : 'quiet'}
                    >{` ×${Number(ratio.toPrecision(2))}`}</span>
                  )}
                </code>
              </button>
            </li>
          );
        })}
      </ul>
      {ids.length > FIRST_BUFFERS && (
        <button class="link" onClick={() => setMore(!more)}>
          {more ? 'fewer' : `the first ${ids.length}`}
        </button>
      )}
    </details>
  );
}

function Opcodes(props: { data: Data; onSearch: (query: string) => void }): JSX.Element {
  const { data, onSearch } = props;
  return (
    <details class="overview-part">
      <summary>
        By opcode <span class="quiet">{data.opcodes.length}</span>
      </summary>
      <ul class="overview-opcodes">
        {data.opcodes.map(({ opcode, count }) => (
          <li key={opcode}>
            <button onClick={() => onSearch(`op:${opcode}`)}>
              <code class="tok-opcode">{opcode}</code>
              <code>{groupDigits(count)}</code>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Summary({ data }: { data: Data | null }): JSX.Element {
  const figure = (value: string, name: string): JSX.Element => (
    <div>
      <dd>{value}</dd>
      <dt>{name}</dt>
    </div>
  );
  return (
    <dl class="overview-summary">
      {figure(data ? shortCount(data.instructions) : '…', 'instr.')}
      {figure(data ? shortCount(data.fusions) : '…', 'fusions')}
      {figure(data ? shortCount(data.totalFlops) : '…', 'FLOPs')}
      <div title="the most memory that values take at one time, beside the arguments of the program">
        <dd>{data && data.peakBytes > 0 ? shortBytes(data.peakBytes) : '…'}</dd>
        <dt>peak</dt>
      </div>
    </dl>
  );
}

export interface OverviewProps {
  state: State;
  dispatch: Dispatch;
  ask: Ask;
  /** Whether it covers the text and closes when something is chosen. */
  sheet: boolean;
}

export function Overview({ state, dispatch, ask, sheet }: OverviewProps): JSX.Element {
  const [query, setQuery] = useState('');
  const [measure, setMeasure] = useState<Measure>('flops');
  const [all, setAll] = useState(false);
  // Numbers of loops come with the run; without one, the reading of the text is enough.
  const newest = state.shown?.text === state.text ? state.shown : state.evaluation;
  const evaluation = useStill(newest, newest?.text !== state.text);
  const program = evaluation?.analysis.program ?? 0;
  const stamp = stampOf(evaluation);
  const { value: data } = useAnswer(
    'overview',
    String(stamp),
    program > 0 ? () => ask('overview', program) : null,
  );
  const wanted = useStill(query.trim(), query === '');
  const { value: found } = useAnswer(
    'find',
    `${stamp} ${wanted}`,
    program > 0 && wanted !== '' ? () => ask('find', program, wanted) : null,
  );
  const closing = useRef<HTMLButtonElement>(null);
  const ready = evaluation !== null;
  // A sheet covers the text, so the keyboard goes where the eye does.
  useEffect(() => {
    if (!sheet || !ready) return undefined;
    const before = document.activeElement as HTMLElement | null;
    closing.current?.focus();
    return () => before?.focus();
  }, [sheet, ready]);
  if (evaluation === null) return <div class="overview" />;
  const { analysis } = evaluation;
  const close = (): void => dispatch({ kind: 'overview', overview: sheet ? null : false });
  const shared = { state, dispatch, analysis, data, measure, onGo: sheet ? close : undefined };
  return (
    <nav
      class="overview"
      aria-label="overview of the program"
      onKeyDown={(event) => {
        if (!sheet || event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      {sheet && (
        <button ref={closing} class="plain overview-close" onClick={close}>
          Close
        </button>
      )}
      <input
        class="overview-search"
        type="search"
        aria-label="search the instructions"
        placeholder="op:dot bytes>1M name:attn"
        title={SYNTAX}
        spellcheck={false}
        autocomplete="off"
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query !== '') {
            event.preventDefault();
            setQuery('');
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            const selection = selectionOf(analysis, (wanted !== '' && found?.ids[0]) || -1);
            if (selection !== null) dispatch({ kind: 'select', selection });
            if (event.key === 'Enter') shared.onGo?.();
            const list = event.currentTarget.parentElement?.querySelector('.overview-list');
            (list as HTMLElement | null | undefined)?.focus();
          }
        }}
      />
      <Summary data={data} />
      <div class="overview-tools">
        <div class="segments" role="group" aria-label="bars show">
          {(['flops', 'bytes'] as const).map((kind) => (
            <button key={kind} aria-pressed={measure === kind} onClick={() => setMeasure(kind)}>
              {kind === 'flops' ? 'FLOPs' : 'bytes'}
            </button>
          ))}
        </div>
        {wanted === '' && (
          <label class="choice" title="parameters, constants, tuples and bitcasts, too">
            <input type="checkbox" checked={all} onChange={() => setAll(!all)} /> all rows
          </label>
        )}
      </div>
      {wanted !== '' && found !== null ? (
        <Results {...shared} ids={found.ids} total={found.total} query={wanted} />
      ) : (
        <Tree {...shared} all={all} key={`${state.program} ${state.module}`} />
      )}
      {wanted === '' && (
        <>
          <Buffers {...shared} />
          {data && <Opcodes data={data} onSearch={setQuery} />}
        </>
      )}
    </nav>
  );
}
