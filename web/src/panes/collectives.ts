// SPDX-License-Identifier: Apache-2.0
// Which devices an instruction communicates with, in sentences. The groups are those of the last run;
// ids and modes follow docs/reference/collectives.md, section 3.
import { plural } from '../base/sizes';
import { deviceCount } from '../engine/devices';
import { byteToUnit } from '../base/text';
import type { Analysis, InstructionOutline, RunReport } from '../engine/types';
import { instructionLine } from '../program/line';
import type { Evaluation } from '../program/evaluation';

export type Exchange = RunReport['exchanges'][number];
type Sizes = Pick<Analysis, 'replicas' | 'partitions'>;

const MAX_RUNS = 16;

const join = (texts: readonly string[], more: number): string =>
  texts.join(', ') + (more > 0 ? ` and ${more} more` : '');

/** `0-3, 6`; of many that are not in a row the first ones. */
export function deviceList(devices: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const device of devices) {
    const last = runs.at(-1);
    if (last?.[1] === device - 1) last[1] = device;
    else runs.push([device, device]);
  }
  const shown = runs.slice(0, MAX_RUNS);
  const listed = shown.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const texts = shown.map(([from, to]) =>
    from === to ? `${from}` : from === to - 1 ? `${from}, ${to}` : `${from}-${to}`,
  );
  return join(texts, devices.length - listed);
}

/** `{0-3,6}` */
export const groupText = (devices: readonly number[]): string =>
  `{${deviceList(devices).replaceAll(', ', ',')}}`;

/** The instruction that communicates: of an asynchronous pair the one that starts. */
export function communicating(
  instructions: readonly InstructionOutline[],
  outline: InstructionOutline,
): InstructionOutline {
  if (!outline.opcode.endsWith('-done')) return outline;
  return instructions.find(({ id }) => id === outline.operands[0]) ?? outline;
}

/** The groups of devices in which an instruction exchanged values in the last run. */
export function exchangeOf(
  { outcome }: Evaluation,
  computation: string,
  instruction: string,
): Exchange | null {
  const all = outcome?.report.exchanges ?? [];
  const found = all.find(
    (entry) => entry.computation === computation && entry.instruction === instruction,
  );
  return found ?? null;
}

/** The attributes of an instruction as they are written. */
export function attributesOf(
  { text }: Evaluation,
  { span }: InstructionOutline,
): ReadonlyMap<string, string> {
  const unit = byteToUnit(text);
  const line = text.slice(unit(span[0]), unit(span[1]));
  const parts = instructionLine(line)?.attributes ?? [];
  return new Map(parts.map(({ name, value }) => [name, line.slice(value.from, value.to)]));
}

/** Ops whose groups can span replicas and partitions. */
const HAS_GLOBAL_IDS = new Set([
  'all-gather',
  'all-gather-start',
  'all-reduce',
  'all-reduce-start',
  'reduce-scatter',
]);
/** Ops with groups or pairs of ids. */
const HAS_IDS = new Set([
  ...HAS_GLOBAL_IDS,
  'all-to-all',
  'ragged-all-to-all',
  'collective-broadcast',
  'collective-permute',
  'collective-permute-start',
]);

/** What the ids in groups or pairs stand for, and why; "" where there are none. */
export function idSentence(
  opcode: string,
  attributes: ReadonlyMap<string, string>,
  { replicas, partitions }: Sizes,
): string {
  if (!HAS_IDS.has(opcode)) return '';
  const count = Math.max(1, partitions);
  const flattened = `device = replica × ${count} + partition`;
  if (!attributes.has('channel_id')) {
    return count === 1
      ? 'Ids are replicas, because there is no channel_id; replica and device numbers are the same.'
      : `Ids are replicas, because there is no channel_id; each group is formed once per partition (${flattened}).`;
  }
  if (!HAS_GLOBAL_IDS.has(opcode)) {
    const per = replicas > 1 ? `; each group is formed once per replica (${flattened})` : '';
    return `Ids are partitions, because there is a channel_id${per}.`;
  }
  if (attributes.get('use_global_device_ids') === 'true') {
    return `Ids are devices, because of use_global_device_ids (${flattened}).`;
  }
  return (
    'Ids are replicas, because there is a channel_id without use_global_device_ids; each group spans ' +
    `${count === 1 ? 'the one partition' : `all ${count} partitions`} of its replicas (${flattened}).`
  );
}

export interface Arrow {
  from: number;
  to: number;
}

/** The transfers of a collective-permute, between devices. */
export function arrowsOf(
  opcode: string,
  attributes: ReadonlyMap<string, string>,
  sizes: Sizes,
): Arrow[] {
  if (!/^collective-permute(?:-start)?$/.test(opcode)) return [];
  const pairs = [...(attributes.get('source_target_pairs') ?? '').matchAll(/(\d+)\s*,\s*(\d+)/g)];
  const replicas = Math.max(1, sizes.replicas);
  const partitions = Math.max(1, sizes.partitions);
  const overPartitions = attributes.has('channel_id');
  const copies = overPartitions ? replicas : partitions;
  const device = (id: number, copy: number): number =>
    overPartitions ? copy * partitions + id : id * partitions + copy;
  const arrows = pairs.flatMap(([, from, to]) =>
    Array.from({ length: copies }, (_, copy) => ({
      from: device(Number(from), copy),
      to: device(Number(to), copy),
    })),
  );
  return arrows.sort((a, b) => a.from - b.from || a.to - b.to);
}

const MAX_LISTED = 8;

function verbOf(opcode: string, reducer: string): string {
  const by = reducer === '' ? '' : ` with ${reducer}`;
  switch (opcode.replace(/-start$/, '')) {
    case 'all-reduce':
      return `combine their values${by}`;
    case 'reduce-scatter':
      return `combine their values${by} and keep one part each`;
    case 'all-gather':
      return 'concatenate their values';
    case 'all-to-all':
    case 'ragged-all-to-all':
      return 'exchange parts of their values';
    case 'collective-broadcast':
      return 'receive the value of the first device of the group';
    default:
      return 'exchange values';
  }
}

/** Who communicates with whom, in a sentence. */
export function groupSentence(
  opcode: string,
  reducer: string,
  groups: readonly (readonly number[])[],
  arrows: readonly Arrow[],
  sizes: Sizes,
): string {
  if (arrows.length > 0) {
    const shown = arrows.slice(0, MAX_LISTED).map(({ from, to }) => `${from} → ${to}`);
    return `Values move between devices: ${join(shown, arrows.length - shown.length)}. Devices without a source get zeros.`;
  }
  const verb = verbOf(opcode, reducer);
  const [first] = groups;
  if (first === undefined) return '';
  if (groups.every((group) => group.length === 1)) return 'Each device is a group of its own.';
  if (groups.length === 1) {
    const all = first.length === deviceCount(sizes);
    return `${all ? `All ${first.length} devices` : `Devices ${deviceList(first)}`} ${verb}.`;
  }
  if (groups.length <= 4) {
    const rest = groups.slice(1).map((group) => deviceList(group));
    return `Devices ${deviceList(first)} ${verb}; so do ${rest.join('; ')}.`;
  }
  const same = groups.every((group) => group.length === first.length);
  const sizesText = same ? ` of ${plural(first.length, 'device')}` : '';
  const shown = groups.slice(0, MAX_LISTED).map(groupText);
  return `${groups.length} groups${sizesText} ${verb}: ${join(shown, groups.length - shown.length)}.`;
}

/** Devices with equal values, by the lowest of them. */
export function equalDevices(values: readonly { device: number; sameAs: number }[]): number[][] {
  const classes = new Map<number, number[]>();
  for (const { device, sameAs } of values) {
    classes.set(sameAs, [...(classes.get(sameAs) ?? []), device]);
  }
  return [...classes.values()];
}

/** How the values of the devices compare, in a sentence. Of `total` devices the first ones have known
 *  values. */
export function equalSentence(classes: readonly (readonly number[])[], total: number): string {
  const count = classes.reduce((sum, { length }) => sum + length, 0);
  const first = count < total;
  if (classes.length === 1) {
    return first
      ? `The same on the first ${count} of ${total} devices.`
      : `The same on all ${count} devices.`;
  }
  if (classes.length === count) {
    return `Different on each of the ${first ? `first ${count} of ${total}` : count} devices.`;
  }
  const shown = classes.slice(0, MAX_LISTED).map((devices) => deviceList(devices));
  const rest = classes.length - shown.length;
  return `${classes.length} different values: devices ${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
}
