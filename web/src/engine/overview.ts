// SPDX-License-Identifier: Apache-2.0
// What is in a program: sizes and work of its instructions, its opcodes, its largest buffers. Made in
// the worker, in one pass over the outline.
import { byteToUnit } from '../base/text';
import { APPLIES, runsItsComputations } from './calls';
import { tupleElements } from './shapes';
import { queryTest, type Searched } from './filters';
import type { Analysis, InstructionOutline, LoopCount } from './types';

export interface Sizes {
  bytes: number;
  padded: number;
}

/** Lists by the ids of instructions. */
export interface Overview {
  bytes: Float64Array;
  /** With the padding of tiles. */
  padded: Float64Array;
  /** With those of called computations, and of loops as often as they ran. */
  flops: Float64Array;
  transcendentals: Float64Array;
  /** How often the body of a loop ran per execution of the loop; 0 for other ops. */
  trips: Float64Array;
  instructions: number;
  fusions: number;
  /** Of the entry. */
  totalFlops: number;
  /** The most memory of values at one time in a run that keeps none, beside its arguments; 0 if the
   *  program cannot be run. */
  peakBytes: number;
  /** The most of an instruction of the entry. */
  mostFlops: number;
  opcodes: { opcode: string; count: number }[];
  /** Ids, by padded bytes. */
  largest: number[];
  /** Ids of buffers with padding, by its bytes. */
  mostPadded: number[];
}

export interface Found {
  /** The first ones. */
  ids: number[];
  total: number;
}

const MAX_LARGEST = 50;
const MAX_FOUND = 2000;

/** Instructions that hand on what another one has made. */
const NO_BUFFER = new Set([
  ...['tuple', 'get-tuple-element', 'bitcast', 'after-all', 'opt-barrier', 'send', 'async-update'],
  ...['copy-done', 'async-done', 'all-reduce-done', 'all-gather-done', 'collective-permute-done'],
  ...['send-done', 'recv-done'],
]);
/** Instructions whose tuples consist of the buffers of others. */
const PASSES_TUPLES = new Set(['parameter', 'while', 'conditional', 'call']);
/** The element of the result that is new; the others are operands and what belongs to the transfer. */
const NEW_ELEMENT: Record<string, number> = {
  'copy-start': 0,
  recv: 0,
  'async-start': 1,
  'all-gather-start': 1,
  'collective-permute-start': 1,
};

const hasBuffer = ({ opcode, shape }: InstructionOutline, entry: boolean): boolean =>
  !NO_BUFFER.has(opcode) &&
  !(PASSES_TUPLES.has(opcode) && shape.startsWith('(')) &&
  (entry || opcode !== 'parameter'); // the caller has that buffer

/** The shape of what the instruction allocates. */
const newPart = (opcode: string, shape: string): string =>
  tupleElements(shape)[NEW_ELEMENT[opcode] ?? -1] ?? shape;

export interface Source {
  text: string;
  analysis: Analysis;
  /** FLOPs and transcendentals of each instruction by its id (HloModule.work). */
  work: Float64Array;
  peakBytes: number;
  sizes: (shape: string) => Sizes;
  /** How often the loops of the last run ran. */
  loops: ReadonlyMap<number, LoopCount>;
}

/** The mean trip count of a loop; 0 if it did not run. */
const tripsOf = ({ loops }: Source, { id }: InstructionOutline): number => {
  const { starts, iterations } = loops.get(id) ?? { starts: 0, iterations: 0 };
  return starts === 0 ? 0 : iterations / starts;
};

interface Cost {
  flops: number;
  transcendentals: number;
}

/** Adds up the costs of called computations, of the bodies of loops as often as they ran. */
class Work {
  private readonly done = new Map<number, Cost>();
  private readonly open = new Set<number>();

  constructor(
    private readonly source: Source,
    private readonly out: Overview,
  ) {}

  ofComputation(index: number): Cost {
    const known = this.done.get(index);
    if (known !== undefined) return known;
    const total: Cost = { flops: 0, transcendentals: 0 };
    // Text that is being written may call itself.
    if (this.open.has(index)) return total;
    this.open.add(index);
    for (const outline of this.source.analysis.computations[index]?.instructions ?? []) {
      const { flops, transcendentals } = this.ofInstruction(outline);
      total.flops += flops;
      total.transcendentals += transcendentals;
    }
    this.open.delete(index);
    this.done.set(index, total);
    return total;
  }

  private ofInstruction(outline: InstructionOutline): Cost {
    const { id } = outline;
    const cost = runsItsComputations(outline) ? this.ofCalls(outline) : this.ownCost(id);
    if (id >= 0) {
      this.out.flops[id] = cost.flops;
      this.out.transcendentals[id] = cost.transcendentals;
    }
    return cost;
  }

  private ownCost(id: number): Cost {
    const { work } = this.source;
    return { flops: work[2 * id] ?? 0, transcendentals: work[2 * id + 1] ?? 0 };
  }

  private ofCalls(outline: InstructionOutline): Cost {
    const trips = tripsOf(this.source, outline);
    const times = outline.opcode === 'while' ? trips : 1;
    if (outline.id >= 0) this.out.trips[outline.id] = trips;
    const total: Cost = { flops: 0, transcendentals: 0 };
    for (const call of outline.calls) {
      const { flops, transcendentals } = this.ofComputation(call);
      total.flops += times * flops;
      total.transcendentals += times * transcendentals;
    }
    return total;
  }
}

/** Computations whose values are buffers: not those inside of fusions, nor those for elements, nor one
 *  op that is started, which computes into the result of its start. */
function withBuffers({ computations }: Analysis): Set<number> {
  const isOneOp = (index: number): boolean =>
    computations[index]?.instructions.filter(({ opcode }) => opcode !== 'parameter').length === 1;
  const inside = new Set<number>();
  for (const { instructions } of computations) {
    for (const { opcode, calls } of instructions) {
      for (const call of calls) {
        const started = opcode === 'async-start' && isOneOp(call);
        if (opcode === 'fusion' || APPLIES.has(opcode) || started) inside.add(call);
      }
    }
  }
  return new Set(computations.map((_, index) => index).filter((index) => !inside.has(index)));
}

export function overviewOf(source: Source): Overview {
  const { computations } = source.analysis;
  const all = computations.flatMap(({ instructions }) => instructions);
  const count = all.reduce((most, { id }) => Math.max(most, id + 1), 0);
  const out: Overview = {
    bytes: new Float64Array(count),
    padded: new Float64Array(count),
    flops: new Float64Array(count),
    transcendentals: new Float64Array(count),
    trips: new Float64Array(count),
    instructions: all.filter(({ synthesized }) => !synthesized).length,
    fusions: 0,
    totalFlops: 0,
    peakBytes: source.peakBytes,
    mostFlops: 0,
    opcodes: [],
    largest: [],
    mostPadded: [],
  };
  const counts = new Map<string, number>();
  for (const { id, opcode, shape, synthesized } of all) {
    if (!synthesized) counts.set(opcode, (counts.get(opcode) ?? 0) + 1);
    if (id < 0) continue;
    const { bytes, padded } = source.sizes(newPart(opcode, shape));
    out.bytes[id] = bytes;
    out.padded[id] = padded;
  }
  out.fusions = counts.get('fusion') ?? 0;
  out.opcodes = [...counts]
    .map(([opcode, count]) => ({ opcode, count }))
    .sort((a, b) => b.count - a.count || (a.opcode < b.opcode ? -1 : 1));
  const work = new Work(source, out);
  computations.forEach(({ entry, instructions }, index) => {
    const { flops } = work.ofComputation(index);
    if (!entry) return;
    out.totalFlops = flops;
    for (const { id } of instructions) out.mostFlops = Math.max(out.mostFlops, out.flops[id] ?? 0);
  });
  const buffers = withBuffers(source.analysis);
  const ids = computations
    .flatMap(({ entry, instructions }, index) =>
      buffers.has(index)
        ? instructions.filter((outline) => outline.id >= 0 && hasBuffer(outline, entry))
        : [],
    )
    .map(({ id }) => id);
  const size = (id: number): number => out.padded[id] ?? 0;
  const padding = (id: number): number => size(id) - (out.bytes[id] ?? 0);
  const most = (of: (id: number) => number): number[] =>
    ids
      .filter((id) => of(id) > 0)
      .sort((a, b) => of(b) - of(a) || a - b)
      .slice(0, MAX_LARGEST);
  out.largest = most(size);
  out.mostPadded = most(padding);
  return out;
}

/** The instructions that a query holds of. */
export function findIn({ text, analysis }: Source, overview: Overview, query: string): Found {
  const test = queryTest(query);
  const unit = byteToUnit(text);
  const found: Found = { ids: [], total: 0 };
  for (const { name: computation, instructions } of analysis.computations) {
    for (const { id, name, opcode, shape, span, synthesized } of instructions) {
      if (synthesized) continue;
      const item: Searched = {
        name,
        opcode,
        shape,
        computation,
        bytes: overview.bytes[id] ?? 0,
        padded: overview.padded[id] ?? 0,
        flops: overview.flops[id] ?? 0,
        metadata: () =>
          /\bmetadata=\{(.*)\}/.exec(text.slice(unit(span[0]), unit(span[1])))?.[1] ?? '',
      };
      if (!test(item)) continue;
      found.total += 1;
      if (found.ids.length < MAX_FOUND) found.ids.push(id);
    }
  }
  return found;
}
