// SPDX-License-Identifier: Apache-2.0
// Opens files that are chosen or dropped, and pasted text.
import { plural } from '../base/sizes';
import { byteToUnit } from '../base/text';
import { deviceCount } from '../engine/devices';
import { entryParameters, type Input } from '../engine/inputs';
import { withoutLayout } from '../engine/shapes';
import type { InstructionOutline } from '../engine/types';
import { hasShardMap, partsOf, splitData, wholeShape, type Parts } from '../intake/device_parts';
import { converts, convertedTo, sameSizes, typeOf } from '../intake/elements';
import { foreignText, type Foreign } from '../intake/foreign';
import { ENGINE_IMPORTER } from '../intake/importer';
import { IMPORTERS, recognize, textOf, type Recognized } from '../intake/recognize';
import { sortDump, type Stage } from '../intake/dump';
import { modulesIn, type ModuleText } from '../intake/modules';
import type { ArrayFile } from '../intake/numpy';
import type { Sizes } from '../intake/sizes';
import type { Evaluation } from '../program/evaluation';
import { newProgramId } from '../state/sharing';
import { modulesNow, type Notice, type Opened, type State } from '../state/state';
import type { Store } from '../state/store';

export { NoticeBar } from './NoticeBar';
export { watchSource } from './watch_source';

export interface Intake {
  files: (files: readonly File[]) => Promise<void>;
  /** Opens files beside the program, to compare them. */
  compare: (files: readonly File[]) => Promise<void>;
  text: (text: string) => Promise<void>;
}

IMPORTERS.push(ENGINE_IMPORTER);

/** The last text that is not HLO, and why it was not converted. */
let lastForeign: { text: string; foreign: Foreign } | null = null;

/** Larger files would fill the memory of the page. */
const MAX_BYTES = 64 << 20;
const MAX_TOTAL_BYTES = 256 << 20;
/** Imports that take longer say so. */
const SAID_AFTER_MS = 150;

type Fits = (shape: string, wanted: string) => boolean;
const same: Fits = (shape, wanted) => shape === wanted;

/** The parameter that an array fits, and that has no values of its own yet; else the first it fits. */
function parameterFor(
  shape: string,
  fits: Fits,
  shapes: readonly string[],
  inputs: readonly Input[],
): number | null {
  const fitting = [...shapes.keys()].filter((k) => fits(shape, shapes[k] ?? ''));
  const free = fitting.find((k) => inputs[k]?.kind !== 'literal');
  return free ?? fitting[0] ?? null;
}

/** A parameter with the array as it takes it, or why it does not. */
function filled(
  parameter: number | null,
  file: ArrayFile,
  shapes: readonly string[],
): { parameter: number; array: ArrayFile } | string {
  if (parameter === null) {
    const other = shapes.find((wanted) => sameSizes(file.shape, wanted));
    if (other === undefined) return 'no parameter of the program has that shape';
    return `the parameter of these sizes is ${other}`;
  }
  const shape = shapes[parameter] ?? file.shape;
  const array = convertedTo(shape, file);
  return typeof array === 'string'
    ? `${array} does not fit ${typeOf(shape)}`
    : { parameter, array };
}

const SHARDING = /\bsharding=(\{(?:[^{}]|\{[^{}]*\})*\})/;

/** How the partitions share an array of each parameter; null if each has an array of its own. */
function partsOfParameters(
  evaluation: Evaluation | null,
  parameters: readonly InstructionOutline[],
): (Parts | null)[] {
  if (evaluation === null || evaluation.analysis.partitions < 2 || hasShardMap(evaluation.text))
    return parameters.map(() => null);
  const { text, analysis } = evaluation;
  const unit = byteToUnit(text);
  return parameters.map(({ shape, span: [from, to] }) => {
    const sizes = /^\w+\[([\d,]+)\]/.exec(shape)?.[1];
    const sharding = SHARDING.exec(text.slice(unit(from), unit(to)))?.[1];
    if (sizes === undefined || sharding === undefined) return null;
    return partsOf(sharding, sizes.split(',').length, analysis.partitions);
  });
}

/** Each device has its part of the array; the replicas have the same. */
function splitInput(array: ArrayFile, part: string, parts: Parts, replicas: number): Input {
  const sizes = (/\[(.*)\]/.exec(part)?.[1] ?? '').split(',').map(Number);
  const json = splitData(array.data, sizes, parts).map((data) =>
    JSON.stringify({ shape: part, data }),
  );
  return { kind: 'devices', json: Array.from({ length: replicas }, () => json).flat() };
}

/** A file or a pasted text. */
interface Read {
  found: Recognized;
  /** Of a dump. */
  stage?: Stage;
  /** The name of the file, or "". */
  title: string;
  /** Null for binary data. */
  text: string | null;
}

type Modules = Read & { found: Extract<Recognized, { kind: 'modules' }> };

const isModules = (read: Read): read is Modules => read.found.kind === 'modules';

/** `a.hlo`, `a.hlo and 2 more` */
const namesOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

const sentence = (parts: readonly string[]): string => {
  const said = parts.filter((part) => part !== '').join('; ');
  return said === '' ? '' : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
};

/** The modules of the files. Those of several files are named by these: modules of a dump often have the
 *  same name. */
function modulesOf(reads: readonly Modules[]): ModuleText[] {
  const dumped = new Set(reads.map(({ stage }) => stage?.module));
  return reads.flatMap(({ found, title, stage }) =>
    found.modules.map((entry): ModuleText => {
      const { name, text } = entry;
      const ofStage = dumped.size === 1 ? stage?.name : `${stage?.module}: ${stage?.name}`;
      const file = stage === undefined ? title : (ofStage ?? title);
      const inFile = found.modules.length === 1 ? file : `${file}: ${name}`;
      const { source = null, arguments: given } = found;
      const own = { source, inputs: given?.inputs ?? entry.inputs ?? [] };
      return { ...entry, name: reads.length === 1 ? name : inFile, text, ...own };
    }),
  );
}

/** Which of some modules is opened, and what is to say about that. Of the many small modules of a dump,
 *  the largest is the one that is looked for; of its stages, the last one. */
function firstModule(
  modules: readonly ModuleText[],
  reads: readonly Modules[],
): { module: number; said: string } {
  const count = modules.length;
  if (modules[0]?.vector !== undefined) {
    const said = `${plural(count, 'case')} of the conformance suite: the first one is open`;
    return { module: 0, said };
  }
  const sizes = modules.map(({ text }) => text.length);
  const largest = sizes.indexOf(Math.max(...sizes));
  if (count === 1) return { module: 0, said: '' };
  const name = reads.length === count ? reads[largest]?.stage?.module : undefined;
  if (name === undefined) {
    return { module: largest, said: `${plural(count, 'module')}: the largest one is open` };
  }
  const ofName = reads.filter(({ stage }) => stage?.module === name).length;
  const all = ofName < count ? ` of ${plural(count, 'module')} in all` : '';
  return {
    module: reads.findLastIndex(({ stage }) => stage?.module === name),
    said: `${plural(ofName, 'stage')} of ${name}${all}: the last one is open, and Changes compares them`,
  };
}

/** All modules of the files as one program, with what is to say about it. */
function programOf(reads: readonly Modules[]): Opened {
  const alone = reads.length === 1;
  const modules = modulesOf(reads);
  const { module, said: many } = firstModule(modules, reads);
  const { text = '', source = null, inputs = [], pane = 'value' } = modules[module] ?? {};
  const said = sentence([
    many,
    ...reads.map(({ found: { note }, title }) =>
      note === '' || alone ? note : `${title}: ${note}`,
    ),
  ]);
  const title = namesOf(reads.map((read) => read.title));
  return {
    program: newProgramId(),
    text,
    title,
    modules,
    module,
    source,
    inputs,
    pane: source === null ? pane : 'source',
    notice: said === '' ? null : { text: said },
  };
}

/** What is to be opened in the place of the program, or null, and the files that are not. */
function openedOf(reads: readonly Read[]): { opened: Opened | null; rest: Read[] } {
  const modules = reads.filter(isModules);
  if (modules.length > 0) {
    return { opened: programOf(modules), rest: reads.filter((read) => !isModules(read)) };
  }
  const read = reads.find(
    ({ found, text, title }) =>
      text !== null &&
      (found.kind === 'unknown' ||
        // A file that cannot become a program leaves the one on show.
        (found.kind === 'foreign' &&
          (title === '' ? found.foreign.report !== true : found.foreign.importable === true))),
  );
  if (read === undefined) return { opened: null, rest: [...reads] };
  const { found, title } = read;
  const text = read.text ?? '';
  if (found.kind === 'foreign') lastForeign = { text, foreign: found.foreign };
  return {
    opened: { program: newProgramId(), text, title },
    rest: reads.filter((other) => other !== read),
  };
}

/** What is opened, beside the program that is open now, and compared with it with the same inputs. */
function besideCurrent(now: State, opened: Opened): Opened {
  const { text, title, source, inputs, defaults, example, modules, module } = now;
  const name = title || example?.title || (modulesIn(text)[0]?.name ?? '') || 'the program before';
  // Cases of the conformance suite are not compared with each other.
  const several = modules.length > 1 && modules[0]?.vector === undefined;
  const own = several ? modulesNow(now) : [{ name, text, source, inputs }];
  const [first, ...others] = opened.modules ?? [];
  if (first === undefined) return opened;
  const alone = others.length === 0 && opened.title;
  return {
    ...opened,
    title: namesOf([name, opened.title ?? '']),
    modules: [...own, alone ? { ...first, name: alone } : first, ...others],
    module: own.length + (opened.module ?? 0),
    compared: several ? module : 0,
    inputs,
    defaults,
    pane: 'changes',
  };
}

/** The same for what was read: a text that is not HLO does not take the place of the program. */
const besideOnly = (
  now: State,
  { opened, rest }: ReturnType<typeof openedOf>,
  reads: readonly Read[],
): ReturnType<typeof openedOf> =>
  opened?.modules === undefined
    ? { opened: null, rest: [...reads] }
    : { opened: besideCurrent(now, opened), rest };

/** Imports by number: a later one takes the place of those that are not done. */
let lastImport = 0;

interface Chosen {
  file: File;
  /** Of a dump. */
  stage?: Stage;
}

/** Those that are read, in their order, and those that are too large. */
function bySize(all: readonly Chosen[]): { small: Chosen[]; large: Chosen[] } {
  let total = 0;
  const small = all.filter(({ file: { size } }) => {
    if (size > MAX_BYTES) return false;
    total += size;
    return total <= MAX_TOTAL_BYTES;
  });
  return { small, large: all.filter((entry) => !small.includes(entry)) };
}

async function readAll(chosen: readonly Chosen[], sizes: Sizes): Promise<Read[]> {
  const reads: Read[] = [];
  // One after the other: all at once would be in memory twice.
  for (const { file, ...more } of chosen) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = await recognize(bytes, sizes);
    reads.push({ ...more, found, title: file.name, text: textOf(bytes) });
  }
  return reads;
}

export function makeIntake({ state, dispatch, subscribe }: Store): Intake {
  /** Resolves once the engine has read the text, or cannot. */
  const analyzed = (): Promise<void> =>
    new Promise((resolve) => {
      const look = (now: State): boolean => {
        const done = now.evaluation?.text === now.text || now.phase === 'broken';
        if (done) resolve();
        return done;
      };
      if (look(state())) return;
      const stop = subscribe((next) => {
        if (look(next)) stop();
      });
    });

  const openArguments = (inputs: readonly Input[], devices: number): Notice | null => {
    dispatch({ kind: 'inputs', inputs });
    dispatch({ kind: 'pane', pane: 'inputs' });
    const analysis = state().evaluation?.analysis;
    const count = analysis ? deviceCount(analysis) : 1;
    if (devices === 0 || devices === count) return null;
    const first = devices < count ? ' The other devices get those of the first one.' : '';
    const given = `The file has arguments for ${plural(devices, 'device')}`;
    return { text: `${given}, and the program runs on ${count}.${first}` };
  };

  /** Arrays fill the parameters in their order, if they have the shapes of these; otherwise each fills
   *  one of its shape. Elements are converted where no parameter has their type. */
  const openArrays = (files: readonly ArrayFile[], title: string): Notice | null => {
    const analysis = state().evaluation?.analysis;
    const parameters = analysis ? entryParameters(analysis) : [];
    const own = parameters.map((parameter) => withoutLayout(parameter.shape));
    const ofDevices = partsOfParameters(state().evaluation, parameters);
    const whole = own.map((shape, k) => (ofDevices[k] ? wholeShape(shape, ofDevices[k]) : shape));
    const areOwn = files.every((file) => own.some((shape) => converts(file.shape, shape)));
    const shapes = areOwn ? own : whole;
    const fits = files.every(({ shape }) => shapes.includes(shape)) ? same : converts;
    const inOrder = files.length > 1 && files.every(({ shape }, k) => fits(shape, shapes[k] ?? ''));
    const converted: Record<string, string[]> = {};
    const split: string[] = [];
    const texts: string[] = [];
    for (const [k, file] of files.entries()) {
      const { shape, name = title || 'The array' } = file;
      const find = (how: Fits): number | null => parameterFor(shape, how, shapes, state().inputs);
      const found = filled(inOrder ? k : (find(same) ?? find(converts)), file, shapes);
      if (typeof found === 'string') {
        texts.push(`${name} is ${shape}, and ${found}.`);
        continue;
      }
      const { parameter, array } = found;
      const parts = areOwn ? null : ofDevices[parameter];
      const part = own[parameter] ?? array.shape;
      const input: Input = parts
        ? splitInput(array, part, parts, analysis?.replicas ?? 1)
        : { kind: 'literal', json: JSON.stringify({ shape: array.shape, data: array.data }) };
      if (parts) split.push(name);
      dispatch({ kind: 'input', parameter, input });
      if (array.shape === shape) continue;
      const types = `${typeOf(shape)} to ${typeOf(array.shape)}`;
      (converted[types] ??= []).push(name);
    }
    if (texts.length < files.length) dispatch({ kind: 'pane', pane: 'inputs' });
    for (const [types, names] of Object.entries(converted)) {
      texts.push(`Converted from ${types}: ${namesOf(names)}.`);
    }
    if (split.length > 0) texts.push(`Split among the devices: ${namesOf(split)}.`);
    return texts.length === 0 ? null : { text: texts.join(' ') };
  };

  /** Opens values, and gives what is to say about a file. */
  const openRest = ({ found, title, text }: Read): Notice | null => {
    const name = title || 'This';
    switch (found.kind) {
      case 'arguments':
        return openArguments(found.file.inputs, found.file.devices);
      case 'arrays':
        return openArrays(found.files, title);
      case 'foreign': {
        const { what, advice, code, sizes, convert } = found.foreign;
        return { text: `${name} is ${what}. ${advice}`, code, sizes, convert };
      }
      default: {
        const wanted = text === null ? 'text' : 'HLO';
        return { text: `${name} is not ${wanted}, and its format is not recognized.` };
      }
    }
  };

  const openAll = async (
    { opened, rest }: ReturnType<typeof openedOf>,
    notices: Notice[],
  ): Promise<void> => {
    const again = opened?.modules === undefined && opened?.text === state().text;
    if (opened !== null && !again) dispatch({ kind: 'open', ...opened });
    // What was said about an earlier file is no longer true.
    else dispatch({ kind: 'notice', notice: null });
    // The text is on show already; what is said about it is new.
    if (again && lastForeign?.text === opened.text) {
      dispatch({ kind: 'foreign', foreign: lastForeign.foreign });
    }
    // Values are for the program that was opened with them.
    if (rest.length > 0) await analyzed();
    // A list of arguments is for all parameters, an array for one of them.
    const rank = ({ found: { kind } }: Read): number => (kind === 'arrays' ? 1 : 0);
    for (const read of rest.sort((a, b) => rank(a) - rank(b))) {
      const notice = openRest(read);
      if (notice !== null) notices.push(notice);
    }
    if (notices.length === 0) return;
    if (opened?.notice) notices.unshift(opened.notice);
    const text = notices.map((notice) => notice.text).join(' ');
    const code = notices.flatMap((notice) => notice.code ?? []);
    const asking = notices.find(({ sizes }) => sizes !== undefined);
    dispatch({ kind: 'notice', notice: { ...asking, text, code } });
  };

  /** Opens what `read` gives, unless something newer would be lost. */
  const take = async (
    name: string,
    read: (sizes: Sizes) => Promise<Read[]>,
    notices: readonly Notice[] = [],
    beside = false,
    sizes: Sizes = {},
  ): Promise<void> => {
    const number = ++lastImport;
    const { program, text } = state();
    const notice: Notice = { text: `Importing ${name || 'the pasted text'}.` };
    const timer = setTimeout(() => dispatch({ kind: 'notice', notice }), SAID_AFTER_MS);
    const reads = await read(sizes).finally(() => {
      clearTimeout(timer);
      if (state().notice === notice) dispatch({ kind: 'notice', notice: null });
    });
    if (number !== lastImport) return;
    const convert = (given: Sizes): void => void take(name, read, notices, beside, given);
    for (const { found } of reads) {
      if (found.kind === 'foreign' && found.foreign.sizes) found.foreign.convert = convert;
    }
    const now = state();
    const first = openedOf(reads);
    const found = beside ? besideOnly(now, first, reads) : first;
    const { opened } = now.program === program && now.text === text ? {} : found;
    if (opened == null) return openAll(found, [...notices]);
    const late = `${name || 'The pasted text'} was not opened: the program has changed meanwhile.`;
    const offer = { label: 'Open it', action: { kind: 'open', ...opened } } as const;
    dispatch({ kind: 'notice', notice: { text: late, offer } });
  };

  const takeFiles = (files: readonly File[], beside: boolean): Promise<void> => {
    const { stages, others, left } = sortDump(files);
    const all: Chosen[] = [...stages, ...others.map((file) => ({ file }))];
    const { small, large } = bySize(all);
    const limit = `larger than ${MAX_BYTES >> 20} MiB, or would bring the total above ${MAX_TOTAL_BYTES >> 20} MiB; it was not opened.`;
    const notices = large.map(({ file: { name } }) => ({ text: `${name} is ${limit}` }));
    const skipped = plural(left, 'other file of the dump was', 'other files of the dump were');
    if (left > 0) notices.push({ text: `${skipped} not opened.` });
    const name = namesOf(files.map((file) => file.name));
    return take(name, (sizes) => readAll(small, sizes), notices, beside);
  };

  return {
    files: (files) => takeFiles(files, false),
    compare: (files) => takeFiles(files, true),
    text: (text) =>
      take('', async (sizes) => {
        const found = await recognize(new TextEncoder().encode(text), sizes);
        return [{ found, title: '', text }];
      }),
  };
}

/** When a text has errors and no good instruction, reports its format if it is not HLO. */
export function watchForeign({ state, dispatch, subscribe }: Store): void {
  const look = (): void => {
    const { evaluation, foreign } = state();
    const faulty = evaluation !== null && !evaluation.analysis.ok;
    const good = evaluation?.analysis.computations.some(
      ({ instructions }) => instructions.length > 0,
    );
    const text = faulty && good !== true ? evaluation.text : null;
    const known = lastForeign !== null && lastForeign.text === text ? lastForeign.foreign : null;
    const found = text === null ? null : (known ?? foreignText(text));
    if (found !== foreign) dispatch({ kind: 'foreign', foreign: found });
  };
  look();
  subscribe((next, before) => {
    if (next.evaluation !== before.evaluation) look();
  });
}
