// SPDX-License-Identifier: Apache-2.0
// What goes in? One row per entry parameter.
import type { JSX } from 'preact';
import type { InstructionOutline } from '../engine/types';
import {
  DEFAULT_INPUT,
  INPUT_KINDS,
  defaultsFor,
  differs,
  entryParameters,
  literalProblem,
  resolved,
  type Input,
  type InputKind,
} from '../engine/inputs';
import { byteText, plural } from '../base/sizes';
import { Answer } from './Answer';
import type { PaneProps } from './context';
import { emptyReason } from './reasons';
import { failureText } from '../program/messages';
import { deviceCount, deviceIn } from '../engine/devices';

/** A longer text of values is not shown in a field: keys in it would be slow. */
const LONGEST_TYPED = 1 << 20;

const KIND_TEXT: Record<InputKind, string> = {
  iota: '0 1 2 3 …',
  zeros: 'zeros',
  ones: 'ones',
  random: 'random',
  literal: 'own values',
};

/** The `data` of a LITERAL text on one line per row, to start editing from. */
export function literalData(literal: string): string {
  const parsed = JSON.parse(literal) as { data?: unknown; tuple?: unknown };
  if (parsed.data === undefined) return literal;
  const rows = parsed.data;
  const nested = Array.isArray(rows) && Array.isArray(rows[0]);
  if (!nested) return JSON.stringify(rows);
  return `[${(rows as unknown[]).map((row) => JSON.stringify(row)).join(',\n ')}]`;
}

/** Which argument a run could not take, and why. */
function faultOf(message: string): { parameter: number; why: string } | null {
  const found = /^argument (\d+): (.*)$/s.exec(message);
  return found && { parameter: Number(found[1]), why: found[2] ?? '' };
}

function Row(
  props: PaneProps & { parameter: InstructionOutline; fault: string | null },
): JSX.Element {
  const { state, dispatch, ask, parameter, fault } = props;
  const number = parameter.parameter;
  const given = state.inputs[number] ?? DEFAULT_INPUT;
  const input = resolved(given, parameter, defaultsFor(state.defaults, state.text));
  const devices = state.shown ? deviceCount(state.shown.analysis) : 1;
  const aside = state.putAside[number] ?? {};
  const { devices: lists = input } = aside;
  const set = (next: Input): void => dispatch({ kind: 'input', parameter: number, input: next });
  const choose = async (kind: InputKind): Promise<void> => {
    if (kind === 'random') set({ kind, seed: 1 });
    else if (kind !== 'literal') set({ kind });
    else if (aside.literal) set(aside.literal);
    else {
      const program = state.shown?.analysis.program ?? 0;
      const device = deviceIn(state.shown?.analysis, state.device);
      const current = await ask('literal', program, device, parameter.id).catch(() => '{"data":0}');
      set({ kind, json: literalData(current) });
    }
  };
  const long = input.kind === 'literal' && input.json.length > LONGEST_TYPED;
  const problem = input.kind === 'literal' ? literalProblem(input.json) : null;
  const lines = input.kind === 'literal' ? input.json.split('\n').length : 1;
  return (
    <fieldset class="input-row">
      <legend>
        <code class="strong">{parameter.name}</code> <code class="quiet">{parameter.shape}</code>
      </legend>
      <div class="choices">
        {INPUT_KINDS.map((kind) => (
          <label key={kind} class={input.kind === kind ? 'choice on' : 'choice'}>
            <input
              type="radio"
              name={`input-${number}`}
              checked={input.kind === kind}
              onChange={() => void choose(kind)}
            />
            {KIND_TEXT[kind]}
          </label>
        ))}
        {lists.kind === 'devices' && (
          <label class={input.kind === 'devices' ? 'choice on' : 'choice'}>
            <input
              type="radio"
              name={`input-${number}`}
              checked={input.kind === 'devices'}
              onChange={() => set(lists)}
            />
            per device
          </label>
        )}
        {input.kind === 'random' && (
          <label class="seed">
            <span class="quiet">seed</span>
            <input
              type="number"
              min={0}
              value={input.seed}
              onInput={(event) => {
                const seed = Math.trunc(event.currentTarget.valueAsNumber);
                if (Number.isSafeInteger(seed) && seed >= 0) set({ ...input, seed });
              }}
            />
            <span class="quiet">uniform from −1 to 1</span>
            <button
              class="plain"
              onClick={() => set({ ...input, seed: input.seed + 1 })}
              title="next seed"
            >
              another
            </button>
          </label>
        )}
        {input.kind === 'random' && devices > 1 && (
          <label class="choice">
            <input
              type="checkbox"
              checked={input.differs === true}
              onChange={() => {
                const { kind, seed } = input;
                set(input.differs ? { kind, seed } : { kind, seed, differs: true });
              }}
            />
            different on each device
          </label>
        )}
      </div>
      {input.kind === 'devices' && (
        <p class="note">{`From a file: ${plural(input.json.length, 'list')} of values, one per device.`}</p>
      )}
      {long && (
        <p class="note">
          {`${byteText(input.json.length)} of values as JSON, too many to edit here. `}
          Share saves the arguments as a file, which can be edited and opened again.
        </p>
      )}
      {input.kind === 'literal' && !long && (
        <>
          <textarea
            aria-label={`values of ${parameter.name} as JSON`}
            aria-invalid={problem !== null || fault !== null}
            rows={Math.min(10, Math.max(2, lines))}
            spellcheck={false}
            value={input.json}
            onInput={(event) => set({ kind: 'literal', json: event.currentTarget.value })}
          />
          {problem !== null && (
            <p class="note error-note">{`Not JSON yet: ${problem}. Zeros are used.`}</p>
          )}
        </>
      )}
      {fault !== null && <p class="note error-note">{`Not run: ${fault}.`}</p>}
    </fieldset>
  );
}

export function InputsPane(props: PaneProps): JSX.Element {
  const evaluation = props.state.shown;
  if (evaluation === null) return <p class="reason">{emptyReason(props.state)}</p>;
  const parameters = entryParameters(evaluation.analysis);
  if (parameters.length === 0) {
    return (
      <p class="reason">
        The entry computation has no parameters. Write <code>x = f32[2,3] parameter(0)</code> in it
        to feed values in.
      </p>
    );
  }
  const failure = evaluation.outcome?.report.error;
  const differ = props.state.inputs.some(differs);
  const fault = failure?.code === 'R06' ? faultOf(failureText(failure)) : null;
  const fillAll = (kind: Exclude<InputKind, 'literal'>): void => {
    const inputs = parameters.map(({ parameter }): Input =>
      kind === 'random' ? { kind, seed: parameter + 1 } : { kind },
    );
    props.dispatch({ kind: 'inputs', inputs });
  };
  return (
    <div class="pane-body">
      <Answer question="What goes in?">
        {plural(parameters.length, 'parameter')} of the entry computation
        {deviceCount(evaluation.analysis) > 1 && !differ ? ', the same on all devices' : ''}. Open
        or drop an <code>.npz</code> file or a JSON list of arguments, <code>[[1, 2], 3]</code>, to
        fill all of them, or a <code>.npy</code> file for one.
      </Answer>
      {parameters.length > 1 && (
        <div class="choices" role="group" aria-label="fill all parameters">
          <span class="quiet">fill all:</span>
          {(['iota', 'zeros', 'ones', 'random'] as const).map((kind) => (
            <button key={kind} class="plain" onClick={() => fillAll(kind)}>
              {KIND_TEXT[kind]}
            </button>
          ))}
        </div>
      )}
      {failure?.code === 'R06' && fault === null && (
        <p class="note error-note">{failure.message}</p>
      )}
      {parameters.map((parameter) => (
        <Row
          key={parameter.parameter}
          {...props}
          parameter={parameter}
          fault={fault?.parameter === parameter.parameter ? fault.why : null}
        />
      ))}
    </div>
  );
}
