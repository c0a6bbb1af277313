// SPDX-License-Identifier: Apache-2.0
// Which devices communicate? The selected value on every device, and the groups that exchange values.
import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { byteText, groupDigits } from '../base/sizes';
import { deviceCount, deviceIn, deviceName, keptDevices } from '../engine/devices';
import type { DeviceValue, InstructionOutline, Range, Summary } from '../engine/types';
import type { Evaluation } from '../program/evaluation';
import { failureText } from '../program/messages';
import { isFaulty } from '../engine/outline_table';
import { shardedInstructions } from '../program/shardings';
import { findSelected, type Found } from '../program/selection';
import { Answer } from './Answer';
import { DeadlockDrawing } from './DeadlockDrawing';
import { ShardingDrawing } from './ShardingDrawing';
import { SlicePicker } from './SlicePicker';
import { TuplePicker } from './TuplePicker';
import {
  arrowsOf,
  attributesOf,
  communicating,
  deviceList,
  equalDevices,
  equalSentence,
  exchangeOf,
  groupSentence,
  groupText,
  idSentence,
  type Arrow,
  type Exchange,
} from './collectives';
import type { PaneProps } from './context';
import { planeOf, rowRanges, type Plane } from './indices';
import { chooseFormat, formatNumber, isSpecial } from './number_format';
import { emptyReason, waitingReason } from './reasons';
import { stampOf, useAnswer } from './use_answer';

const MAX_ROWS = 6;
const MAX_COLUMNS = 6;
/** With more devices, those with equal values share a table. */
const MAX_SEPARATE = 8;
const MAX_CARDS = 32;
const MAX_EXCHANGES = 20;
const TINTS = 8;

type Mode = 'all' | 'differences';

/** A color for each group, the same wherever its devices are named. */
function tintOf(groups: readonly (readonly number[])[], devices: readonly number[]): string {
  const group = groups.findIndex((members) => devices.every((device) => members.includes(device)));
  return group < 0 || groups.length < 2 ? '' : `tint-${group % TINTS}`;
}

interface Communication {
  outline: InstructionOutline;
  exchange: Exchange | null;
  arrows: Arrow[];
  groups: number[][];
  /** Which devices communicate, and what the ids mean; "" when the instruction does not communicate. */
  sentence: string;
  ids: string;
}

function communicationOf(evaluation: Evaluation, found: Found): Communication {
  const { analysis } = evaluation;
  const home = analysis.computations.find(({ name }) => name === found.computation);
  const outline = communicating(home?.instructions ?? [], found.outline);
  const exchange = exchangeOf(evaluation, found.computation, outline.name);
  const attributes = attributesOf(evaluation, outline);
  const arrows = arrowsOf(outline.opcode, attributes, analysis);
  const groups = exchange?.groups.map(({ devices }) => devices) ?? [];
  const reducer = analysis.computations[outline.calls[0] ?? -1]?.instructions;
  const by = reducer?.find(({ root }) => root)?.opcode ?? '';
  const sentence = groupSentence(outline.opcode, by, groups, arrows, analysis);
  const ids = idSentence(outline.opcode, attributes, analysis);
  return { outline, exchange, arrows, groups, sentence, ids };
}

interface CardProps {
  /** The devices that the card is of: equal ones, when there are many. */
  devices: readonly number[];
  evaluation: Evaluation;
  value: DeviceValue;
  /** The value that others are compared with, or null. */
  base: DeviceValue | null;
  communication: Communication;
  tint: string;
  chosen: number;
  format: ReturnType<typeof chooseFormat>;
  plane: Plane;
  onChoose: (device: number) => void;
}

/** What is said of a device next to its number. */
function remarkOf({ devices, evaluation, value, communication }: CardProps): string {
  const [device = 0] = devices;
  if (devices.length > 1) return `${devices.length} with the same value`;
  const source = communication.arrows.find(({ to }) => to === device);
  if (source !== undefined) return `from ${source.from}`;
  if (communication.arrows.length > 0) return 'no source';
  if (value.sameAs !== device) return `same as ${value.sameAs}`;
  return deviceName(evaluation.analysis, device);
}

function Cells(props: CardProps): JSX.Element {
  const { value, base, format, plane } = props;
  const texts = value.texts;
  if (texts === null) {
    const reason = value.executions === 0 ? 'not reached' : 'no value to show';
    return <p class="device-empty quiet">{reason}</p>;
  }
  const more = plane.columns > MAX_COLUMNS;
  return (
    <table class="device-table">
      <tbody>
        {texts.map((row, r) => (
          <tr key={r}>
            {row.map((text, c) => {
              const same = base !== null && base !== value && base.texts?.[r]?.[c] === text;
              const name = isSpecial(text) ? 'is-special' : '';
              return (
                <td key={c} class={same ? 'unchanged' : name} title={text}>
                  {same ? (
                    <>
                      <span aria-hidden="true">·</span>
                      <span class="sr">the same</span>
                    </>
                  ) : (
                    formatNumber(text, format)
                  )}
                </td>
              );
            })}
            {more && <td class="quiet">…</td>}
          </tr>
        ))}
        {plane.rows > MAX_ROWS && (
          <tr>
            <td class="quiet">…</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Card(props: CardProps): JSX.Element {
  const { devices, tint, chosen, onChoose } = props;
  const [first = 0] = devices;
  const title = devices.length === 1 ? `device ${first}` : `devices ${deviceList(devices)}`;
  return (
    <section class={`device-card ${tint}`} aria-label={title}>
      <header>
        <button
          class="plain-link"
          aria-pressed={devices.includes(chosen)}
          title="show its values everywhere"
          onClick={() => onChoose(first)}
        >
          {title}
        </button>
        <span class="quiet">{remarkOf(props)}</span>
      </header>
      <Cells {...props} />
    </section>
  );
}

function Segments(props: { mode: Mode; base: number; onMode: (mode: Mode) => void }): JSX.Element {
  const { mode, base, onMode } = props;
  const text: Record<Mode, string> = { all: 'all', differences: `differences from ${base}` };
  return (
    <div class="segments" role="group" aria-label="what is shown of each device">
      {(['all', 'differences'] as const).map((name) => (
        <button key={name} aria-pressed={mode === name} onClick={() => onMode(name)}>
          {text[name]}
        </button>
      ))}
    </div>
  );
}

/** The exchanges of the last run. */
function inProgramOrder({ analysis, outcome }: Evaluation): Exchange[] {
  const place = new Map<string, number>();
  for (const { name, instructions } of analysis.computations) {
    for (const outline of instructions) place.set(`${name}/${outline.name}`, place.size);
  }
  const placeOf = ({ computation, instruction }: Exchange): number =>
    place.get(`${computation}/${instruction}`) ?? 0;
  return [...(outcome?.report.exchanges ?? [])].sort((a, b) => placeOf(a) - placeOf(b));
}

/** All instructions at which devices exchanged values. */
function Exchanges(
  props: PaneProps & { evaluation: Evaluation; found: Found },
): JSX.Element | null {
  const { evaluation, found, dispatch } = props;
  const all = useMemo(() => inProgramOrder(evaluation), [evaluation]);
  if (all.length === 0) {
    return <p class="quiet">No instruction of the last run exchanged values between devices.</p>;
  }
  const chips = (groups: Exchange['groups']): ComponentChildren =>
    groups.slice(0, MAX_SEPARATE).map(({ devices }, k) => (
      <code key={k} class={`group-chip ${groups.length > 1 ? `tint-${k % TINTS}` : ''}`}>
        {groupText(devices)}
      </code>
    ));
  return (
    <section class="exchanges">
      <h3>Where devices exchange values</h3>
      <table>
        <tbody>
          {all.slice(0, MAX_EXCHANGES).map((exchange) => {
            const { computation, instruction, groups } = exchange;
            const here = computation === found.computation && instruction === found.outline.name;
            return (
              <tr key={`${computation}/${instruction}`}>
                <th scope="row">
                  <button
                    class="link"
                    aria-current={here ? 'true' : undefined}
                    onClick={() =>
                      dispatch({ kind: 'select', selection: { computation, instruction } })
                    }
                  >
                    {instruction}
                  </button>
                </th>
                <td>
                  {chips(groups)}
                  {groups.length > MAX_SEPARATE && ` and ${groups.length - MAX_SEPARATE} more`}
                </td>
                <td class="quiet">{`${byteText(groups[0]?.bytes ?? 0)} each`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {all.length > MAX_EXCHANGES && (
        <p class="quiet">{`and ${groupDigits(all.length - MAX_EXCHANGES)} more`}</p>
      )}
    </section>
  );
}

interface Answered {
  info: Summary['info'];
  plane: Plane;
  path: readonly number[];
  values: DeviceValue[];
}

/** The value of an instruction on all devices. */
function useValues(props: PaneProps, evaluation: Evaluation, found: Found): Answered | null {
  const { state, ask } = props;
  const { analysis, outcome } = evaluation;
  const { program } = analysis;
  const { id } = found.outline;
  const device = deviceIn(analysis, state.device);
  const subject = `devices ${found.computation}/${found.instruction} ${found.outline.shape}`;
  const where = JSON.stringify([state.path, state.slice, device]);
  const { value } = useAnswer<Answered>(
    `${subject} ${JSON.stringify(state.path)}`,
    `${stampOf(evaluation)} ${where}`,
    outcome === null || id < 0
      ? null
      : async () => {
          const { info } = await ask('summary', program, device, id, state.path);
          const wanted = JSON.stringify(state.path);
          const leaf =
            info.leaves.find(({ path }) => JSON.stringify(path) === wanted) ?? info.leaves[0];
          const path = leaf?.path ?? [];
          const plane = planeOf(leaf?.dims ?? [], state.slice, 4);
          const rows = Math.min(plane.rows, MAX_ROWS);
          const columns = Math.min(plane.columns, MAX_COLUMNS);
          const window = { row: 0, column: 0, rows, columns };
          const ranges: Range[] = rowRanges(plane, window);
          const values = await ask('devices', program, deviceCount(analysis), id, path, ranges);
          return { info, plane, path, values };
        },
  );
  return value;
}

function Several(
  props: PaneProps & { evaluation: Evaluation; found: Found; answered: Answered },
): JSX.Element {
  const { state, dispatch, evaluation, found, answered } = props;
  const { analysis } = evaluation;
  const { info, plane, path, values } = answered;
  const [mode, setMode] = useState<Mode>('all');
  const communication = useMemo(() => communicationOf(evaluation, found), [evaluation, found]);
  const chosen = deviceIn(analysis, state.device);
  const format = useMemo(
    () => chooseFormat(values.flatMap(({ texts }) => texts?.flat() ?? [])),
    [values],
  );
  const valued = values.filter(({ texts }) => texts !== null);
  const classes = equalDevices(valued);
  // Colors tell groups apart, or devices that agree; they would say nothing where all differ.
  const agreeing = classes.length < valued.length ? classes : [];
  const groups = communication.groups.length > 0 ? communication.groups : agreeing;
  const collapsed = values.length > MAX_SEPARATE && valued.length === values.length;
  const cards = collapsed ? classes : values.map(({ device }) => [device]);
  const base = mode === 'differences' ? (values[chosen] ?? null) : null;
  const left = deviceCount(analysis) - keptDevices(analysis);
  return (
    <>
      {communication.sentence !== '' && (
        <Answer question="Which devices communicate?">
          {communication.sentence} {communication.ids}
        </Answer>
      )}
      <Answer question="What does each device have?">
        {valued.length === 0
          ? 'No device has a value of it.'
          : equalSentence(classes, valued.length + left)}
      </Answer>
      <TuplePicker leaves={info.leaves} path={path} dispatch={dispatch} />
      <div class="grid-tools">
        <Segments mode={mode} base={chosen} onMode={setMode} />
        <SlicePicker plane={plane} onChange={(slice) => dispatch({ kind: 'slice', slice })} />
      </div>
      <div class="device-cards">
        {cards.slice(0, MAX_CARDS).flatMap((devices) => {
          const value = values[devices[0] ?? 0];
          if (value === undefined) return [];
          return (
            <Card
              key={devices[0]}
              devices={devices}
              evaluation={evaluation}
              value={value}
              base={base}
              communication={communication}
              tint={tintOf(groups, devices)}
              chosen={chosen}
              format={format}
              plane={plane}
              onChoose={(device) => dispatch({ kind: 'device', device })}
            />
          );
        })}
      </div>
      {cards.length > MAX_CARDS && (
        <p class="quiet">{`and ${groupDigits(cards.length - MAX_CARDS)} more`}</p>
      )}
      {left > 0 && (
        <p class="quiet">
          {`Values are kept of the first ${keptDevices(analysis)} devices, not of the other ${groupDigits(left)}.`}
        </p>
      )}
    </>
  );
}

export function DevicesPane(props: PaneProps): JSX.Element {
  const { state } = props;
  const evaluation = state.shown;
  const found = evaluation && findSelected(evaluation.analysis, state.selection);
  if (evaluation === null || found === null) {
    return <p class="reason">{emptyReason(state)}</p>;
  }
  return <OfEvaluation {...props} evaluation={evaluation} found={found} />;
}

/** What there is to say of a program that runs on one device. */
function OneDevice(props: PaneProps & { evaluation: Evaluation; found: Found }): JSX.Element {
  const { dispatch, evaluation, found } = props;
  const sharded = shardedInstructions(evaluation);
  const sharding = attributesOf(evaluation, found.outline).get('sharding');
  const others = sharded.filter(({ outline }) => outline !== found.outline);
  return (
    <div class="pane-body">
      {sharding !== undefined && <ShardingDrawing attribute={sharding} />}
      <p class="reason">
        The program runs on one device. <code>replica_count=4</code> or{' '}
        <code>num_partitions=4</code> after the name of the module runs it on four.
        {sharded.length > 0 &&
          ' A sharding is for the partitioner: the values of a run do not depend on it.'}
      </p>
      {others.length > 0 && (
        <p>
          <span class="quiet">{sharding === undefined ? 'Sharded: ' : 'Also sharded: '}</span>
          {others.slice(0, MAX_EXCHANGES).map(({ computation, outline }, k) => (
            <span key={`${computation}/${outline.name}`}>
              {k > 0 && <span class="quiet">, </span>}
              <button
                class="link"
                onClick={() =>
                  dispatch({
                    kind: 'select',
                    selection: { computation, instruction: outline.name },
                  })
                }
              >
                {outline.name}
              </button>
            </span>
          ))}
          {others.length > MAX_EXCHANGES && (
            <span class="quiet">{` and ${groupDigits(others.length - MAX_EXCHANGES)} more`}</span>
          )}
        </p>
      )}
    </div>
  );
}

function OfEvaluation(props: PaneProps & { evaluation: Evaluation; found: Found }): JSX.Element {
  const { state, evaluation, found } = props;
  const answered = useValues(props, evaluation, found);
  const error = evaluation.outcome?.report.error;
  const sharding = attributesOf(evaluation, found.outline).get('sharding');
  if (deviceCount(evaluation.analysis) === 1) return <OneDevice {...props} />;
  return (
    <div class="pane-body">
      {error && <p class="note error-note">{failureText(error)}.</p>}
      {error && <DeadlockDrawing message={error.message} />}
      {sharding !== undefined && <ShardingDrawing attribute={sharding} />}
      {isFaulty(found.outline) ? (
        <p class="reason">No device has a value of it, because it has an error.</p>
      ) : answered === null ? (
        <p class="reason waiting">{waitingReason(state)}</p>
      ) : (
        <Several {...props} answered={answered} />
      )}
      <Exchanges {...props} evaluation={evaluation} found={found} />
    </div>
  );
}
