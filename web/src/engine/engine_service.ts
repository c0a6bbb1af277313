// SPDX-License-Identifier: Apache-2.0
// The engine service runs in the worker: one program at a time, and the answers to all queries about it.
// It has no worker around it here, so that tests can use it with the real module.
import { argumentList, entryParameters, type Given } from './inputs';
import {
  findIn,
  overviewOf,
  type Found as FoundInstructions,
  type Overview,
  type Sizes,
  type Source,
} from './overview';
import { PREVIEW_ELEMENTS, previewArray } from './preview';
import { statisticsOf } from './statistics';
import type {
  About,
  Analysis,
  Cells,
  HloModule,
  IndexReport,
  InstructionOutline,
  LayoutReport,
  Preview,
  Range,
  RunOutcome,
  RunReport,
  ShapeReport,
  Span,
  Summary,
  Tables,
  TooLarge,
  ValueInfo,
} from './types';

/** Previews that are sent with an evaluation at most. */
const MAX_PREVIEWS = 400;
/** Of the entry, so many are sent wherever one is: a program opens there. */
const ENTRY_PREVIEWS = 60;
const STATISTICS_CHUNK = 1 << 16;
const STATISTICS_LIMIT = 1 << 22;
const SAMPLE = 512;
const MAX_BYTES = 1 << 29;
/** With arrays that are too large in a program, a run is to end at the first of them. */
const MAX_BYTES_OF_LARGE = 1 << 27;
/** What a run that was stopped may do once more, to show how far it came. */
const STEPS_AGAIN = 50_000;
/** Larger arrays take longer to compute than anyone waits for after a key. */
const MOST_ELEMENTS = 1 << 24;
const NOT_RUN: RunReport = {
  ok: false,
  error: null,
  results: [],
  steps: 0,
  peakBytes: 0,
  milliseconds: 0,
};

/** Thrown for a question about a program that an edit has replaced. */
export class StaleProgram extends Error {
  override name = 'StaleProgram';
}

/** Elements of the largest array in a shape text. */
function largestArray(shape: string): number {
  const sizes = [...shape.matchAll(/\[([\d,<=]*)\]/g)].map(([, dims = '']) =>
    dims.split(',').reduce((total, size) => total * Number(size.replace('<=', '') || 1), 1),
  );
  return Math.max(0, ...sizes);
}

function firstTooLarge(analysis: Analysis): TooLarge | null {
  const all = analysis.computations.flatMap(({ instructions }) => instructions);
  const large = all.filter(({ shape }) => largestArray(shape) > MOST_ELEMENTS);
  // What was made up for a lone line has no place in the text.
  const first = large.find(({ invented }) => !invented) ?? large[0];
  if (first === undefined) return null;
  return { instruction: first.id, elements: largestArray(first.shape), most: MOST_ELEMENTS };
}

const WHOLE: Span = [0, Number.MAX_SAFE_INTEGER];

/** The instructions whose previews are sent with an evaluation. */
function visibleIds(analysis: Analysis, [from, to]: Span): number[] {
  const wanted = new Set<number>();
  const add = (list: readonly InstructionOutline[], most: number): void => {
    for (const { id } of list.slice(0, most)) if (id >= 0) wanted.add(id);
  };
  for (const { instructions, span } of analysis.computations) {
    if (span[1] < from || span[0] > to) continue;
    const inside = instructions.filter(
      ({ invented, span: own }) => invented || (own[1] >= from && own[0] <= to),
    );
    add(inside, MAX_PREVIEWS - wanted.size);
  }
  const entry = analysis.computations.find((computation) => computation.entry);
  add(entry?.instructions ?? [], ENTRY_PREVIEWS);
  add(entry?.instructions.filter(({ root }) => root) ?? [], 1);
  return [...wanted];
}

export class EngineService {
  private analysis: Analysis | null = null;
  private text = '';
  /** The analysis as the module gave it: as a text it is sent faster than as a thousand objects. */
  json = '';
  /** Made when it is asked for, gone with the next run. */
  private overviewMade: Overview | null = null;
  private readonly sizes = new Map<string, Sizes>();
  private elementwise: ReadonlySet<string> | null = null;

  constructor(private readonly module: HloModule) {}

  about(): About {
    return JSON.parse(this.module.about()) as About;
  }

  tables(): Tables {
    return {
      ops: JSON.parse(this.module.ops()) as Tables['ops'],
      codes: JSON.parse(this.module.diagnosticCodes()) as Tables['codes'],
    };
  }

  /** Reads a text; the program before it is gone. */
  analyse(text: string): Analysis {
    if (this.analysis !== null && this.analysis.program !== 0) {
      this.module.release(this.analysis.program);
    }
    this.analysis = null;
    this.overviewMade = null;
    this.text = text;
    this.json = this.module.analyse(text, true);
    this.analysis = JSON.parse(this.json) as Analysis;
    return this.analysis;
  }

  /** Runs the program. `visible`: the part of the text whose values are wanted at once, in bytes.
   *  `again`: after a stop, for as long as is sure to be short. */
  run({ inputs, defaults }: Given, visible: Span = WHOLE, again = false): RunOutcome {
    const analysis = this.analysis;
    if (analysis === null || analysis.program === 0) throw new StaleProgram('no program');
    const parameters = entryParameters(analysis);
    const tooLarge = firstTooLarge(analysis);
    if (parameters.some(({ shape }) => largestArray(shape) > MOST_ELEMENTS)) {
      return { report: NOT_RUN, previews: [], tooLarge, again };
    }
    this.overviewMade = null;
    const list = JSON.stringify(argumentList(inputs, parameters, defaults));
    const options = {
      // The good instructions of a faulty text have values, too.
      partial: true,
      maxBytes: tooLarge === null ? MAX_BYTES : MAX_BYTES_OF_LARGE,
      ...(again ? { maxSteps: STEPS_AGAIN } : {}),
    };
    const report = JSON.parse(
      this.module.run(analysis.program, list, JSON.stringify(options)),
    ) as RunReport;
    const wanted = visibleIds(analysis, visible);
    return { report, previews: this.previews(analysis.program, wanted), tooLarge, again };
  }

  /** Short texts of values; instructions without one are left out. */
  previews(program: number, instructions: readonly number[]): Preview[] {
    this.check(program);
    return instructions.flatMap((id) => {
      const info = JSON.parse(this.module.value(program, id)) as ValueInfo;
      return info.executions === 0 || !info.kept ? [] : [this.preview(program, id, info)];
    });
  }

  /** What is in the program; with how often loops ran, when it has run. */
  overview(program: number): Overview {
    return (this.overviewMade ??= overviewOf(this.source(program)));
  }

  /** The instructions that a search finds. */
  find(program: number, query: string): FoundInstructions {
    return findIn(this.source(program), this.overview(program), query);
  }

  private source(program: number): Source {
    this.check(program);
    const { analysis, text } = this;
    if (analysis === null) throw new StaleProgram('no program');
    this.elementwise ??= new Set(
      this.tables()
        .ops.filter((op) => op.elementwise)
        .map((op) => op.name),
    );
    return {
      text,
      analysis,
      elementwise: this.elementwise,
      sizes: (shape) => this.sizesOf(shape),
      executions: (id) => (JSON.parse(this.module.value(program, id)) as ValueInfo).executions,
    };
  }

  private sizesOf(shape: string): Sizes {
    let known = this.sizes.get(shape);
    if (known === undefined) {
      const { leaves } = this.describe(shape);
      const sum = (part: (leaf: LayoutReport) => number): number =>
        leaves.reduce((total, leaf) => total + part(leaf), 0);
      known = { bytes: sum((leaf) => leaf.unpaddedBytes), padded: sum((leaf) => leaf.bytes) };
      this.sizes.set(shape, known);
    }
    return known;
  }

  /** How often each of some instructions ran. */
  executions(program: number, instructions: readonly number[]): number[] {
    this.check(program);
    return instructions.map(
      (id) => (JSON.parse(this.module.value(program, id)) as ValueInfo).executions,
    );
  }

  private preview(program: number, instruction: number, info: ValueInfo): Preview {
    const texts = info.leaves.slice(0, 3).map((leaf) => {
      if (leaf.elementType === 'token') return 'token';
      const path = JSON.stringify(leaf.path);
      const count = Math.min(PREVIEW_ELEMENTS, leaf.elements);
      const elements = JSON.parse(
        this.module.elements(program, instruction, path, 0, count),
      ) as string[];
      return previewArray(elements, leaf.dims);
    });
    if (info.leaves.length > 3) texts.push('…');
    const isArray = info.leaves.length === 1 && info.leaves[0]?.path.length === 0;
    const text = isArray ? (texts[0] ?? '') : `(${texts.join(', ')})`;
    return {
      instruction,
      text,
      executions: info.executions,
      nonFinite: /\b(nan|inf)\b/.test(text),
    };
  }

  summary(program: number, instruction: number, path: readonly number[]): Summary {
    this.check(program);
    const info = JSON.parse(this.module.value(program, instruction)) as ValueInfo;
    const key = JSON.stringify(path);
    const leaf = info.leaves.find((entry) => JSON.stringify(entry.path) === key) ?? null;
    if (leaf === null || !info.kept || leaf.elementType === 'token') {
      return { info, leaf, statistics: null, sample: [], sampleNumbers: new Float64Array() };
    }
    const counted = Math.min(leaf.elements, STATISTICS_LIMIT);
    const module = this.module;
    function* chunks() {
      for (let begin = 0; begin < counted; begin += STATISTICS_CHUNK) {
        const count = Math.min(STATISTICS_CHUNK, counted - begin);
        yield module.numbers(program, instruction, key, begin, count);
      }
    }
    const size = Math.min(SAMPLE, leaf.elements);
    const sample = JSON.parse(module.elements(program, instruction, key, 0, size)) as string[];
    const sampleNumbers = module.numbers(program, instruction, key, 0, size);
    return { info, leaf, statistics: statisticsOf(chunks()), sample, sampleNumbers };
  }

  cells(program: number, instruction: number, path: readonly number[], ranges: Range[]): Cells {
    this.check(program);
    const key = JSON.stringify(path);
    return {
      texts: ranges.map(
        ([begin, count]) =>
          JSON.parse(this.module.elements(program, instruction, key, begin, count)) as string[],
      ),
      numbers: ranges.map(([begin, count]) =>
        this.module.numbers(program, instruction, key, begin, count),
      ),
    };
  }

  /** Texts of single elements, in the order asked for; "" for numbers that are none. */
  gather(
    program: number,
    instruction: number,
    path: readonly number[],
    wanted: number[],
  ): string[] {
    this.check(program);
    const key = JSON.stringify(path);
    const out: string[] = [];
    for (let at = 0; at < wanted.length;) {
      const begin = wanted[at] ?? -1;
      let count = 1;
      while (begin >= 0 && wanted[at + count] === begin + count) count += 1;
      at += count;
      if (begin < 0) out.push('');
      else {
        const texts = this.module.elements(program, instruction, key, begin, count);
        out.push(...(JSON.parse(texts) as string[]));
      }
    }
    return out;
  }

  literal(program: number, instruction: number): string {
    this.check(program);
    return this.module.literal(program, instruction);
  }

  describe(shape: string): ShapeReport {
    return JSON.parse(this.module.describeShape(shape)) as ShapeReport;
  }

  /** Positions in memory of ranges of elements. */
  positions(shape: string, ranges: Range[]): Float64Array[] {
    return ranges.map(([begin, count]) => this.module.positions(shape, begin, count));
  }

  /** Elements at ranges of positions; -1 is padding. */
  elementsAt(shape: string, ranges: Range[]): Float64Array[] {
    return ranges.map(([begin, count]) => this.module.elementsAt(shape, begin, count));
  }

  explainIndex(shape: string, index: readonly number[]): IndexReport {
    return JSON.parse(this.module.explainIndex(shape, JSON.stringify(index))) as IndexReport;
  }

  explainPosition(shape: string, position: number): IndexReport {
    return JSON.parse(this.module.explainPosition(shape, position)) as IndexReport;
  }

  private check(program: number): void {
    if (this.analysis?.program !== program) throw new StaleProgram('the program has changed');
  }
}
