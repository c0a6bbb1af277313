// SPDX-License-Identifier: Apache-2.0
// The engine service runs in the worker: one program at a time, and the answers to all queries about it.
// It has no worker around it here, so that tests can use it with the real module.
import { argumentLists, entryParameters, type Given } from './inputs';
import {
  findIn,
  overviewOf,
  type Found as FoundInstructions,
  type Overview,
  type Sizes,
  type Source,
} from './overview';
import { nanOrigin } from './nan_origin';
import { analysisOf, type AnalysisRead } from './outline_table';
import { PREVIEW_ELEMENTS, previewArray } from './preview';
import { statisticsOf } from './statistics';
import type {
  About,
  Analysis,
  Cells,
  DeviceValue,
  HloModule,
  IndexReport,
  LayoutReport,
  LoopCount,
  OverIterations,
  Preview,
  Range,
  RunOptions,
  RunOutcome,
  RunReport,
  ShapeReport,
  Span,
  Summary,
  Tables,
  ValueInfo,
  ValuePreview,
} from './types';
import { firstTooLarge, keepsAll, MAX_ELEMENTS, visibleIds, WHOLE } from './runs';
import { MAX_KEPT_DEVICES, deviceCount, keptDevices } from './devices';

const STATISTICS_CHUNK = 1 << 16;
const STATISTICS_LIMIT = 1 << 22;
const SAMPLE = 512;
const MAX_BYTES = 1 << 29;
/** A run is suspended after so long, to hear messages; after a stop it may go on to the next
 *  iteration of a loop for so long. */
const SLICE_MS = 25;
const CANCEL_MS = 60;
/** Iterations that are looked at for the plot of an element, and how long that may take. */
const MAX_POINTS = 100;
const POINTS_MS = 300;
/** What a run that was stopped may do once more, to show how far it came. */
const STEPS_AGAIN = 50_000;
/** Elements that are looked at for the first NaN. */
const MAX_SEARCHED = 1 << 24;
/** Elements that are compared between devices. */
const MAX_COMPARED = 1 << 18;

/** The last run, and the instructions whose previews go with it. */
interface CurrentRun extends Pick<RunOutcome, 'device' | 'tooLarge' | 'again'> {
  program: number;
  wanted: readonly number[];
}
const NO_RUN: CurrentRun = { program: 0, wanted: [], device: 0, tooLarge: null, again: false };

/** An array of a value: `path` as JSON. */
interface Place {
  program: number;
  instruction: number;
  device: number;
  path: string;
}

/** Thrown for a question about a program that an edit has replaced. */
export class StaleProgram extends Error {
  override name = 'StaleProgram';
}

function previewOf({ instruction, executions, arrays, leaves }: ValuePreview): Preview {
  const texts = leaves.map((leaf) =>
    leaf.elementType === 'token' ? 'token' : previewArray(leaf.texts, leaf.dims),
  );
  if (arrays > leaves.length) texts.push('…');
  const isArray = arrays === 1 && leaves[0]?.path.length === 0;
  const text = isArray ? (texts[0] ?? '') : `(${texts.join(', ')})`;
  return { instruction, text, executions, nonFinite: /\b(nan|inf)\b/.test(text) };
}

/** The iteration of a loop whose values are shown, or -1. */
const shownOf = (loop: number, counts: readonly LoopCount[]): number =>
  counts.find(({ instruction }) => instruction === loop)?.shown ?? -1;

export class EngineService {
  private analysis: Analysis | null = null;
  private text = '';
  /** The analysis as the module gave it: a few large values are sent faster than many objects. */
  read: AnalysisRead = { head: '', outline: { json: '', numbers: new Int32Array() } };
  /** Computed on demand, dropped by the next run. */
  private overviewMade: Overview | null = null;
  private readonly knownSizes = new Map<string, Sizes>();
  private current: CurrentRun = NO_RUN;

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
  analyze(text: string): Analysis {
    if (this.analysis !== null && this.analysis.program !== 0) {
      this.module.release(this.analysis.program);
    }
    this.analysis = null;
    this.overviewMade = null;
    this.text = text;
    const head = this.module.check(text, true);
    const { program } = JSON.parse(head) as Analysis;
    this.read = { head, outline: this.module.outline(program) };
    this.analysis = analysisOf(this.read);
    return this.analysis;
  }

  /** Runs the program to its end. `visible`: the part of the text whose values are wanted at once, in
   *  bytes. */
  run(given: Given, visible: Span = WHOLE): RunOutcome {
    let outcome = this.begin(given, visible);
    while (outcome.report.suspended) outcome = this.resume();
    return outcome;
  }

  /** The same, but a long run is suspended; it goes on with `resume`, or ends with `cancel`. `again`:
   *  after a stop, for as long as is sure to be short. */
  begin({ inputs, defaults, device = 0 }: Given, visible: Span, again = false): RunOutcome {
    const analysis = this.analysis;
    if (analysis === null || analysis.program === 0) throw new StaleProgram('no program');
    const parameters = entryParameters(analysis);
    const tooLarge = firstTooLarge(analysis);
    const devices = deviceCount(analysis);
    const list = JSON.stringify(argumentLists(inputs, parameters, defaults, devices));
    const wanted = visibleIds(analysis, visible);
    const options: RunOptions = {
      // The others are fused, and recomputed when they are asked for.
      ...(keepsAll(analysis) ? {} : { shown: wanted, sliceMilliseconds: SLICE_MS }),
      // The good instructions of a faulty text have values, too.
      partial: true,
      keepDevices: keptDevices(analysis),
      maxBytes: MAX_BYTES,
      ...(tooLarge === null ? {} : { maxElements: MAX_ELEMENTS }),
      ...(again ? { maxSteps: STEPS_AGAIN } : {}),
    };
    const report = this.module.run(analysis.program, list, JSON.stringify(options));
    this.current = { program: analysis.program, wanted, device, tooLarge, again };
    return this.outcomeOf(report);
  }

  resume(): RunOutcome {
    return this.outcomeOf(this.module.resume(this.current.program, SLICE_MS));
  }

  /** Ends a suspended run; what it has computed stays. */
  cancel(): RunOutcome {
    return this.outcomeOf(this.module.cancel(this.current.program, CANCEL_MS));
  }

  /** A suspended run with the values that it has computed so far. */
  progress(outcome: RunOutcome): RunOutcome {
    const { program, device, wanted } = this.current;
    const loops = this.loops(program);
    return { ...outcome, loops, previews: this.previews(program, device, wanted) };
  }

  private outcomeOf(json: string): RunOutcome {
    const { device, tooLarge, again } = this.current;
    const report = JSON.parse(json) as RunReport;
    this.overviewMade = null; // it has how often loops ran
    const outcome = { report, device, tooLarge, again, previews: [], loops: [] };
    return report.suspended ? outcome : this.progress(outcome);
  }

  /** Short texts of values; instructions without one are left out. */
  previews(program: number, device: number, instructions: readonly number[]): Preview[] {
    this.check(program);
    const values = JSON.parse(
      this.module.previews(program, JSON.stringify(instructions), device, PREVIEW_ELEMENTS, 3),
    ) as ValuePreview[];
    return values.map(previewOf);
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
    return {
      text,
      analysis,
      work: this.module.work(program),
      peakBytes: this.module.peakBytes(program),
      sizes: (shape) => this.sizesOf(shape),
      loops: new Map(this.loops(program).map((count) => [count.instruction, count])),
    };
  }

  /** The loops of the last run that had iterations. */
  loops(program: number): LoopCount[] {
    this.check(program);
    return JSON.parse(this.module.iterations(program)) as LoopCount[];
  }

  /** Lets the values in a loop be those of one iteration; -1: of the last one. Null if that is
   *  impossible. */
  showIteration(program: number, loop: number, iteration: number): LoopCount[] | null {
    this.check(program);
    return this.module.showIteration(program, loop, iteration) ? this.loops(program) : null;
  }

  /** The plan of the last run, for people. */
  plan(program: number): string {
    this.check(program);
    return this.module.plan(program);
  }

  /** One element in iterations of a loop that are spread over all of `count`, in which it has a value;
   *  fewer if that takes long. */
  overIterations(
    program: number,
    device: number,
    {
      instruction,
      path,
      element,
    }: { instruction: number; path: readonly number[]; element: number },
    loop: number,
    count: number,
  ): OverIterations {
    const before = this.loops(program);
    const key = JSON.stringify(path);
    const points = Math.min(count, MAX_POINTS);
    const found = new Map<number, number>();
    const end = performance.now() + POINTS_MS;
    for (let k = 0; k < points && performance.now() < end; k += 1) {
      const iteration = points === 1 ? 0 : Math.round((k * (count - 1)) / (points - 1));
      if (!this.module.showIteration(program, loop, iteration)) break;
      const [value] = this.module.numbers(program, instruction, device, key, element, 1);
      if (value !== undefined) found.set(shownOf(loop, this.loops(program)), value);
    }
    this.showAsBefore(program, loop, before);
    return { iterations: [...found.keys()], values: [...found.values()] };
  }

  /** Shows what was shown before iterations of a loop were looked at, also in the loops inside it. */
  private showAsBefore(program: number, loop: number, before: readonly LoopCount[]): void {
    this.module.showIteration(program, loop, shownOf(loop, before));
    for (const { instruction, shown } of before) {
      if (shown === shownOf(instruction, this.loops(program))) continue;
      this.module.showIteration(program, instruction, shown);
    }
  }

  /** Bytes of shapes, without and with padding; zeros for a text that is not a shape. */
  sizes(shapes: readonly string[]): Sizes[] {
    return shapes.map((shape) => this.sizesOf(shape));
  }

  private sizesOf(shape: string): Sizes {
    let known = this.knownSizes.get(shape);
    if (known === undefined) {
      const { leaves } = this.describe(shape);
      const sum = (part: (leaf: LayoutReport) => number): number =>
        leaves.reduce((total, leaf) => total + part(leaf), 0);
      known = { bytes: sum((leaf) => leaf.unpaddedBytes), padded: sum((leaf) => leaf.bytes) };
      this.knownSizes.set(shape, known);
    }
    return known;
  }

  /** How often each of some instructions ran. */
  executions(program: number, device: number, instructions: readonly number[]): number[] {
    this.check(program);
    return instructions.map((id) => this.infoOf(program, device, id).executions);
  }

  private infoOf(program: number, device: number, instruction: number): ValueInfo {
    return JSON.parse(this.module.value(program, instruction, device)) as ValueInfo;
  }

  private textsOf({ program, instruction, device, path }: Place, [begin, count]: Range): string[] {
    return JSON.parse(
      this.module.elements(program, instruction, device, path, begin, count),
    ) as string[];
  }

  summary(program: number, device: number, instruction: number, path: readonly number[]): Summary {
    this.check(program);
    const info = this.infoOf(program, device, instruction);
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
        yield module.numbers(program, instruction, device, key, begin, count);
      }
    }
    const size = Math.min(SAMPLE, leaf.elements);
    const sample = this.textsOf({ program, instruction, device, path: key }, [0, size]);
    const sampleNumbers = module.numbers(program, instruction, device, key, 0, size);
    return { info, leaf, statistics: statisticsOf(chunks()), sample, sampleNumbers };
  }

  cells(
    program: number,
    device: number,
    instruction: number,
    path: readonly number[],
    ranges: Range[],
  ): Cells {
    this.check(program);
    const key = JSON.stringify(path);
    return {
      texts: ranges.map((range) =>
        this.textsOf({ program, instruction, device, path: key }, range),
      ),
      numbers: ranges.map(([begin, count]) =>
        this.module.numbers(program, instruction, device, key, begin, count),
      ),
    };
  }

  /** The value of an instruction on every device whose values are kept: the texts of some ranges of
   *  elements, and which devices have equal values. */
  devices(
    program: number,
    count: number,
    instruction: number,
    path: readonly number[],
    ranges: Range[],
  ): DeviceValue[] {
    this.check(program);
    const key = JSON.stringify(path);
    const first = new Map<string, number>();
    return Array.from({ length: Math.min(count, MAX_KEPT_DEVICES) }, (_, device) => {
      const { executions, kept, leaves } = this.infoOf(program, device, instruction);
      const leaf = leaves.find((entry) => JSON.stringify(entry.path) === key);
      if (!kept || leaf === undefined || leaf.elementType === 'token') {
        return { device, executions, texts: null, sameAs: device, compared: 0 };
      }
      const place = { program, instruction, device, path: key };
      const compared = Math.min(leaf.elements, MAX_COMPARED);
      const all = this.textsOf(place, [0, compared]);
      const digest = all.join();
      if (!first.has(digest)) first.set(digest, device);
      const texts = ranges.map(([begin, length]) => this.textsOf(place, [begin, length]));
      return { device, executions, texts, sameAs: first.get(digest) ?? device, compared };
    });
  }

  /** Texts of single elements, in the order requested; "" for numbers below zero. */
  gather(
    program: number,
    device: number,
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
        out.push(...this.textsOf({ program, instruction, device, path: key }, [begin, count]));
      }
    }
    return out;
  }

  /** The instruction that made the first NaN of the run on a device, or -1. */
  nanOrigin(program: number, device: number): number {
    this.check(program);
    const { analysis } = this;
    if (analysis === null) return -1;
    const all = analysis.computations.flatMap(({ instructions }) => instructions);
    this.module.prepare(program, JSON.stringify(all.map(({ id }) => id)), device);
    let left = MAX_SEARCHED;
    const hasNan = (instruction: number): boolean => {
      const { kept, leaves } = this.infoOf(program, device, instruction);
      if (!kept) return false;
      return leaves.some(({ path, elementType, elements }) => {
        if (!/^(?:f|bf|c)\d/.test(elementType)) return false;
        const count = Math.min(elements, left);
        left -= count;
        const key = JSON.stringify(path);
        return this.module.numbers(program, instruction, device, key, 0, count).some(Number.isNaN);
      });
    };
    return nanOrigin({ analysis, hasNan });
  }

  literal(program: number, device: number, instruction: number): string {
    this.check(program);
    return this.module.literal(program, instruction, device);
  }

  /** How a LITERAL differs from the expected one of a conformance vector; "" if it does not. */
  difference(got: string, expected: string, kind: string, amount: number, scale: number): string {
    return this.module.difference(got, expected, kind, amount, scale);
  }

  /** The canonical text of a program. */
  print(program: number): string {
    this.check(program);
    return this.module.print(program, 'hlo');
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
