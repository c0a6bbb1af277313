// SPDX-License-Identifier: Apache-2.0
// What of a program can be saved as files, for the playground to open again and for `hlo run`.
import { deviceCount } from '../engine/devices';
import { differs, entryParameters } from '../engine/inputs';
import type { Ask } from '../engine/protocol';
import { rootOf } from '../program/selection';
import { titleOf } from '../state/sharing';
import type { State } from '../state/state';

const ENDING = /\.(?:hlo|txt|text|log|md|mlir|mlirbc|pb|bin|json|gz)$/i;

/** The name of the files of a program, without an ending. */
export function fileName(state: Pick<State, 'title' | 'text' | 'modules' | 'module'>): string {
  const { modules, module, text } = state;
  // Of a file with several modules one is saved.
  const title = modules.length > 1 ? (modules[module]?.name ?? '') : state.title;
  let name = titleOf({ title, text }).replace(/[^\w.-]+/g, '_');
  while (ENDING.test(name)) name = name.replace(ENDING, '');
  return name || 'program';
}

/** The arguments of the last run as JSON; null where none has run. */
export async function argumentsJson(state: State, ask: Ask): Promise<string | null> {
  const { shown, inputs } = state;
  if (shown?.outcome == null) return null;
  const { analysis } = shown;
  const parameters = entryParameters(analysis);
  const common = await Promise.all(
    parameters.map(({ id }) => ask('literal', analysis.program, 0, id)),
  ).catch(() => null);
  if (common === null) return null;
  const listOf = (device: number, own: readonly (string | null)[] = []): string => {
    const list = common.map((shared, k) => {
      const literal = own[k] ?? shared;
      const input = inputs[k];
      return input?.kind === 'devices' ? (input.json[device] ?? input.json[0] ?? literal) : literal;
    });
    return `[\n${list.join(',\n')}\n]`;
  };
  if (!inputs.slice(0, parameters.length).some(differs)) return `${listOf(0)}\n`;
  const lists = await Promise.all(
    Array.from({ length: deviceCount(analysis) }, async (_, device) => {
      const own = parameters.map(async ({ id }, k) =>
        inputs[k]?.kind === 'random' ? ask('literal', analysis.program, device, id) : null,
      );
      return listOf(device, await Promise.all(own).catch(() => []));
    }),
  );
  return `{"replicas": [\n${lists.join(',\n')}\n]}\n`;
}

/** The program as a case of the conformance suite. What is expected is for its author to fill in: it
 *  must not come from here. */
export function vectorJson(state: State, argumentsText: string): string {
  const text = state.text.trimEnd();
  const name = fileName(state)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const root = state.shown === null ? null : rootOf(state.shown.analysis);
  const op = root?.outline.opcode ?? 'topic';
  const given = JSON.parse(argumentsText) as unknown[] | { replicas: unknown[][] };
  const { replicas = 1, partitions = 1 } = state.shown?.analysis ?? {};
  const per = Math.max(1, partitions);
  const args = Array.isArray(given)
    ? given
    : Object.fromEntries(
        given.replicas.map((list, k) => [`${Math.floor(k / per)},${k % per}`, list]),
      );
  const vector = {
    id: `${op}.${name}`,
    kind: 'run',
    level: 'core',
    why: '',
    spec: [{ doc: 'operation-semantics', anchor: op }],
    requires: [],
    tags: [],
    hlo: text.split('\n'),
    ...(replicas * per > 1 ? { topology: { replicas, partitions: per } } : {}),
    args,
    expect: { shape: root?.outline.shape ?? '', data: [] },
    provenance: { kind: 'hand' },
  };
  return `${JSON.stringify({ format: 1, op, cases: [vector] }, null, 1)}\n`;
}
