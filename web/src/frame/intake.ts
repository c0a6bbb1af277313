// SPDX-License-Identifier: Apache-2.0
// Opens files that are chosen or dropped, and pasted text.
import { plural } from '../base/sizes';
import { deviceCount } from '../engine/devices';
import { entryParameters, type Input } from '../engine/inputs';
import { foreignText, type Foreign } from '../intake/foreign';
import { ENGINE_IMPORTER } from '../intake/importer';
import { IMPORTERS, recognize, textOf, type Recognized } from '../intake/recognize';
import { newProgramId } from '../state/sharing';
import type { State } from '../state/state';
import type { Store } from '../state/store';

export interface Intake {
  files: (files: readonly File[]) => Promise<void>;
  text: (text: string) => Promise<void>;
}

IMPORTERS.push(ENGINE_IMPORTER);

/** The last text that is not HLO, and why it was not converted. */
let lastForeign: { text: string; foreign: Foreign } | null = null;

/** Larger files would fill the memory of the page. */
const MAX_BYTES = 64 << 20;

const withoutEnding = (shape: string): string => shape.replace(/\{.*\}$/, '');

/** The parameter that an array fits, and that has no values of its own yet; else the first it fits. */
function parameterFor(shape: string, state: State): number | null {
  const analysis = state.evaluation?.analysis;
  const fitting = (analysis ? entryParameters(analysis) : []).filter(
    (parameter) => withoutEnding(parameter.shape) === shape,
  );
  const free = fitting.find(({ parameter }) => state.inputs[parameter]?.kind !== 'literal');
  return (free ?? fitting[0])?.parameter ?? null;
}

export function makeIntake({ state, dispatch }: Store): Intake {
  const tell = (text: string, code: readonly string[] = []): void =>
    dispatch({ kind: 'notice', notice: { text, code } });

  const openModules = (found: Extract<Recognized, { kind: 'modules' }>, title: string): void => {
    const { modules, note } = found;
    const sizes = modules.map(({ text }) => text.length);
    // Of the many small modules of a dump, the largest is the one that is looked for.
    const module = sizes.indexOf(Math.max(...sizes));
    const text = modules[module]?.text ?? '';
    const source = found.source ?? null;
    dispatch({
      kind: 'open',
      program: newProgramId(),
      text,
      title,
      modules,
      module,
      source,
      inputs: found.arguments?.inputs ?? [],
      pane: source === null ? 'value' : 'source',
    });
    const many =
      modules.length > 1 ? `${plural(modules.length, 'module')}: the largest one is open` : '';
    const said = [many, note].filter((part) => part !== '').join('; ');
    if (said !== '') tell(`${said.charAt(0).toUpperCase()}${said.slice(1)}.`);
  };

  const openText = (text: string, title: string): void =>
    dispatch({ kind: 'open', program: newProgramId(), text, title });

  const openArguments = (inputs: readonly Input[], devices: number): void => {
    dispatch({ kind: 'inputs', inputs });
    dispatch({ kind: 'pane', pane: 'inputs' });
    const analysis = state().evaluation?.analysis;
    const count = analysis ? deviceCount(analysis) : 1;
    if (devices > 0 && devices !== count) {
      tell(
        `The file has arguments for ${plural(devices, 'device')}, and the program runs on ${count}.` +
          (devices < count ? ' The other devices get those of the first one.' : ''),
      );
    }
  };

  const openArray = (shape: string, data: unknown, title: string): void => {
    const parameter = parameterFor(shape, state());
    if (parameter === null) {
      tell(`${title || 'The array'} is ${shape}, and no parameter of the program has that shape.`);
      return;
    }
    const json = JSON.stringify({ shape, data });
    dispatch({ kind: 'input', parameter, input: { kind: 'literal', json } });
    dispatch({ kind: 'pane', pane: 'inputs' });
  };

  const open = (found: Recognized, title: string, text: string | null): void => {
    switch (found.kind) {
      case 'modules':
        return openModules(found, title);
      case 'arguments':
        return openArguments(found.file.inputs, found.file.devices);
      case 'array':
        return openArray(found.file.shape, found.file.data, title);
      case 'foreign': {
        const { what, advice, code } = found.foreign;
        if (text === null) return tell(`${title || 'This'} is ${what}. ${advice}`, code);
        lastForeign = { text, foreign: found.foreign };
        openText(text, title);
        return;
      }
      case 'unknown':
        if (found.text !== null) openText(found.text, title);
        else tell(`${title || 'This'} is not text, and its format is not recognized.`);
    }
  };

  return {
    async files(files) {
      for (const file of files) {
        if (file.size > MAX_BYTES) {
          tell(`${file.name} is larger than ${MAX_BYTES >> 20} MiB; it was not opened.`);
          continue;
        }
        const bytes = new Uint8Array(await file.arrayBuffer());
        open(await recognize(bytes), file.name, textOf(bytes));
      }
    },
    async text(text) {
      open(await recognize(new TextEncoder().encode(text)), '', text);
    },
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
    if (found?.what !== foreign?.what) dispatch({ kind: 'foreign', foreign: found });
  };
  look();
  subscribe((next, before) => {
    if (next.evaluation !== before.evaluation) look();
  });
}
