// SPDX-License-Identifier: Apache-2.0
// What changed from another module of the file: instructions, costs and results. The modules are often
// one program before and after passes of a compiler.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { groupDigits, plural } from '../base/sizes';
import { compare } from '../comparison/client';
import type { ComparedResults, Texts } from '../comparison/compare';
import { defaultsFor } from '../engine/inputs';
import { deviceCount } from '../engine/devices';
import type { InstructionChange, ProgramDifference } from '../engine/types';
import { messagePieces } from '../program/message_text';
import { selectionOf } from '../program/selection';
import { comparedModule, type State } from '../state/state';
import type { Dispatch } from '../state/store';
import { Answer } from './Answer';
import {
  byComputation,
  changesSentence,
  countChanges,
  countsText,
  differingPieces,
  isDifferent,
  noResultText,
  resultSentence,
  resultsInShort,
  totalsOf,
  withoutLayouts,
  type ChangeGroup,
  type Piece,
} from './changes';
import type { PaneProps } from './context';
import { Stages } from './Stages';
import { stampOf, useAnswer } from './use_answer';

const UNREADABLE = 'One of the modules has no entry computation that could be read.';
/** Changes that are drawn at once. */
const PAGE = 200;
/** Results are compared without a request if the program ran for less. */
const QUICK_MS = 300;

function Totals({ difference }: { difference: ProgramDifference }): JSX.Element {
  return (
    <table class="totals">
      <thead>
        <tr>
          <td />
          <th scope="col">before</th>
          <th scope="col">after</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {totalsOf(difference.programs).map(({ name, before, after, change }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>{after}</td>
            <td class="quiet">{change}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says that a module has errors: only its valid instructions were compared. */
function Faults({ difference }: { difference: ProgramDifference }): JSX.Element | null {
  const faulty = difference.programs.map(({ flops }) => flops === undefined);
  if (!faulty.includes(true)) return null;
  const which = faulty.every(Boolean)
    ? 'Both modules have'
    : `The ${faulty[0] ? 'first' : 'second'} module has`;
  return <p class="error-note">{`${which} errors: only valid instructions were compared.`}</p>;
}

function Results({
  compared,
  devices,
}: {
  compared: ComparedResults;
  devices: number;
}): JSX.Element {
  if ('problem' in compared) return <p class="reason">{compared.problem}</p>;
  const { arrays } = compared;
  const different = arrays.filter(isDifferent);
  const shown = different.length > 0 ? different : arrays.slice(0, 1);
  const whole = arrays.length === 1;
  if (different.length === 0 && !whole) {
    return <p>{`All ${groupDigits(arrays.length)} arrays are equal.`}</p>;
  }
  return (
    <ul class="results">
      {shown.map((array) => {
        const of = devices > 1 ? `device ${array.device}: ` : '';
        const part = array.path.length > 0 ? `part {${array.path.join(',')}}: ` : '';
        return (
          <li
            key={`${array.device} ${array.path.join()}`}
            class={isDifferent(array) ? 'differ' : ''}
          >
            {`${of}${part}${resultSentence(array)}`}
          </li>
        );
      })}
    </ul>
  );
}

/** What a failed comparison says instead of an answer. */
const orProblem = <T,>(answer: Promise<T>): Promise<T | { problem: string }> =>
  answer.catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
  }));

/** Selects an instruction, and shows it in the text. */
function goToInstruction({ state, dispatch, text }: PaneProps, id: number): void {
  const analysis = state.evaluation?.analysis;
  const selection = analysis ? selectionOf(analysis, id) : null;
  const outline = analysis?.computations
    .flatMap(({ instructions }) => instructions)
    .find((instruction) => instruction.id === id);
  if (selection !== null) dispatch({ kind: 'select', selection });
  if (outline) text.goTo(outline.nameSpan);
}

/** The instructions whose values are the first to differ. */
function FirstValues(props: ComparisonProps): JSX.Element {
  const { pane, texts, subject } = props;
  const [asked, setAsked] = useState('');
  const wanted = asked === subject;
  const { value } = useAnswer(
    subject,
    `values ${subject} ${stampOf(pane.state.inputs)} ${pane.state.defaults}`,
    wanted ? () => orProblem(compare('values', texts)) : null,
  );
  if (!wanted) {
    return (
      <button class="plain" onClick={() => setAsked(subject)}>
        Where does it begin?
      </button>
    );
  }
  if (value === null) return <p class="reason waiting">Comparing all values.</p>;
  if ('problem' in value) return <p class="reason">{value.problem}</p>;
  if (value.first.length === 0) {
    return <p class="reason">All instructions that both programs have give the same values.</p>;
  }
  return (
    <>
      <p>The first instructions with other values, although what they depend on is the same:</p>
      <ul class="changes" aria-label="first values that differ">
        {value.first.slice(0, PAGE).map(({ after, computation, instruction, difference }) => (
          <li key={after} class="change">
            <button class="change-line" onClick={() => goToInstruction(pane, after)}>
              <code>
                <b>%{instruction}</b> in {computation}: {difference}
              </code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface ComparisonProps {
  pane: PaneProps;
  texts: Texts;
  /** Changes with the programs. */
  subject: string;
}

/** How the results differ, which takes a run of both programs. */
function ResultsPart(props: ComparisonProps): JSX.Element {
  const { texts, subject } = props;
  const { state } = props.pane;
  const { evaluation, inputs, defaults, modules, module, tables } = state;
  const [asked, setAsked] = useState('');
  const ran = evaluation?.done === true && evaluation.outcome?.report.ok === true;
  const quick = ran && evaluation.milliseconds < QUICK_MS;
  const wanted = ran && (quick || asked === subject);
  const { value } = useAnswer(
    subject,
    `${subject} ${stampOf(inputs)} ${defaults}`,
    wanted ? () => orProblem(compare('results', texts)) : null,
  );
  const devices = evaluation ? deviceCount(evaluation.analysis) : 1;
  const name = `${module + 1}: ${modules[module]?.name}`;
  return (
    <section class="compared-results" aria-label="results">
      <h3>Results with the same inputs</h3>
      {!ran && (
        <p class="reason">
          {evaluation?.done === true
            ? messagePieces(noResultText(name, evaluation, tables?.ops ?? [])).map(
                ({ text, code }, k) => (code ? <code key={k}>{text}</code> : text),
              )
            : 'The program is running.'}
        </p>
      )}
      {ran && !wanted && (
        <button class="plain" onClick={() => setAsked(subject)}>
          Run both programs and compare
        </button>
      )}
      {wanted && value === null && <p class="reason waiting">Running both programs.</p>}
      {wanted && value !== null && <Results compared={value} devices={devices} />}
      {wanted && value !== null && resultsInShort(value).differ && <FirstValues {...props} />}
    </section>
  );
}

const Line = ({ pieces }: { pieces: readonly Piece[] }): JSX.Element => (
  <code>
    {pieces.map(({ text, differs }, k) => (differs ? <mark key={k}>{text}</mark> : text))}
  </code>
);

/** `layout, operands`, `moved from main` */
const reasonOf = ({ what, from }: InstructionChange): string =>
  what.map((word) => (word === 'computation' ? `moved from ${from}` : word)).join(', ');

interface ChangeProps {
  change: InstructionChange;
  /** The one above it. */
  above: InstructionChange | undefined;
  onBefore: () => void;
  onAfter: () => void;
}

function Change({ change, above, onBefore, onAfter }: ChangeProps): JSX.Element {
  const { before, after, what, lines, from, computation } = change;
  const plain = lines.map((text): Piece[] => [{ text, differs: false }]);
  const [old = [], now = []] = what.length > 0 ? differingPieces(change) : plain;
  // A moved instruction is shown once when nothing else has changed.
  const once = what.length === 1 && what[0] === 'computation';
  const reason = reasonOf(change);
  // Those that move together have one reason.
  const again = once && above !== undefined && reasonOf(above) === reason;
  return (
    <li class={again ? 'change again' : 'change'}>
      {reason !== '' && !again && <span class="change-what quiet">{reason}</span>}
      {before >= 0 && !once && (
        <button
          class="change-line removed"
          title={`in ${from || computation} of the other module`}
          onClick={onBefore}
        >
          <span class="change-sign">−</span>
          <Line pieces={old} />
        </button>
      )}
      {after >= 0 && (
        <button class={once ? 'change-line' : 'change-line added'} onClick={onAfter}>
          <span class="change-sign">{once ? '→' : '+'}</span>
          <Line pieces={now} />
        </button>
      )}
    </li>
  );
}

interface GroupProps {
  group: ChangeGroup;
  most: number;
  actions: (change: InstructionChange) => Omit<ChangeProps, 'change' | 'above'>;
}

function Group({ group, most, actions }: GroupProps): JSX.Element {
  return (
    <section class="change-group">
      <h3>
        <code>{group.computation}</code>{' '}
        <span class="quiet">{countsText(countChanges(group.changes))}</span>
      </h3>
      <ul class="changes">
        {group.changes.slice(0, most).map((change, k) => (
          <Change
            key={`${change.before} ${change.after}`}
            change={change}
            above={group.changes[k - 1]}
            {...actions(change)}
          />
        ))}
      </ul>
    </section>
  );
}

function Groups(props: PaneProps & { difference: ProgramDifference; other: number }): JSX.Element {
  const { state, dispatch, difference, other } = props;
  const [shown, setShown] = useState(PAGE);
  const actions = (change: InstructionChange): Omit<ChangeProps, 'change' | 'above'> => ({
    onAfter: () => goToInstruction(props, change.after),
    onBefore() {
      const instruction = /^(?:ROOT )?%(\S+)/.exec(change.lines[0])?.[1];
      const into = state.module;
      dispatch({ kind: 'module', module: other });
      dispatch({ kind: 'compared', module: into });
      if (instruction === undefined) return;
      dispatch({ kind: 'select', selection: { computation: change.from, instruction } });
    },
  });
  let left = shown;
  const groups = byComputation(difference.changes);
  return (
    <>
      {groups.map((group, k) => {
        const most = left;
        left -= group.changes.length;
        return most > 0 && <Group key={k} group={group} most={most} actions={actions} />;
      })}
      {left < 0 && (
        <button class="plain" onClick={() => setShown(shown + 5 * PAGE)}>
          {`Show more of ${plural(difference.changes.length, 'change')}`}
        </button>
      )}
    </>
  );
}

function OtherPicker(props: { state: State; dispatch: Dispatch; other: number }): JSX.Element {
  const { state, dispatch, other } = props;
  const { modules, module } = state;
  return (
    <div class="field">
      <label class="field compared-from">
        <span>from</span>
        <select
          value={other}
          onChange={(event) =>
            dispatch({ kind: 'compared', module: Number(event.currentTarget.value) })
          }
        >
          {modules.map(
            ({ name }, k) =>
              k !== module && (
                <option key={k} value={k}>
                  {`${k + 1}: ${name}`}
                </option>
              ),
          )}
        </select>
      </label>
      <span>
        to <code>{`${module + 1}: ${modules[module]?.name}`}</code>
      </span>
      <button
        class="plain"
        onClick={() => {
          dispatch({ kind: 'module', module: other });
          dispatch({ kind: 'compared', module });
        }}
      >
        Swap
      </button>
    </div>
  );
}

/** Lets the editor mark what changed, as long as the pane is on show. */
function useMarks(program: number, difference: ProgramDifference | null, dispatch: Dispatch): void {
  useEffect(() => {
    if (difference === null) return undefined;
    const kept = difference.changes.filter(({ after }) => after >= 0);
    const of = new Map(
      kept.map(({ before, after }) => [after, before < 0 ? 'added' : 'changed'] as const),
    );
    dispatch({ kind: 'changes', changes: { program, of } });
    return () => dispatch({ kind: 'changes', changes: null });
  }, [program, difference, dispatch]);
}

export function ChangesPane(props: PaneProps): JSX.Element {
  const { state, dispatch } = props;
  const { evaluation, modules, text, inputs, defaults } = state;
  const other = comparedModule(state);
  const before = other === null ? undefined : modules[other];
  const program = evaluation?.text === text ? evaluation.analysis.program : 0;
  const subject = `${program} ${stampOf(before ?? null)}`;
  const given = { inputs, defaults: defaultsFor(defaults, text) };
  const texts: Texts = { before: before?.text ?? '', after: text, given };
  const { value } = useAnswer(
    subject,
    subject,
    program === 0 || before === undefined
      ? null
      : () => orProblem(compare('instructions', texts).then((difference) => ({ difference }))),
  );
  const whole = value !== null && 'difference' in value ? value.difference : null;
  const [ignores, setIgnores] = useState(false);
  const difference = useMemo(
    () => (whole !== null && ignores ? withoutLayouts(whole) : whole),
    [whole, ignores],
  );
  useMarks(program, difference, dispatch);
  if (other === null || before === undefined) {
    return (
      <p class="reason">
        There is no other module to compare with. Open several files at once, such as the stages of
        a dump, or one file with several modules.
      </p>
    );
  }
  const problem = value !== null && 'problem' in value ? value.problem : UNREADABLE;
  return (
    <div class="pane-body">
      <OtherPicker state={state} dispatch={dispatch} other={other} />
      <Stages state={state} dispatch={dispatch} />
      {value === null && <p class="reason waiting">Comparing.</p>}
      {value !== null && difference === null && <p class="reason">{problem}</p>}
      {difference !== null && (
        <>
          <Answer question="What changed?">{changesSentence(difference)}</Answer>
          {whole?.changes.some(({ what }) => what.includes('layout')) && (
            <label>
              <input
                type="checkbox"
                checked={ignores}
                onChange={(event) => setIgnores(event.currentTarget.checked)}
              />{' '}
              ignore layouts
            </label>
          )}
          <Faults difference={difference} />
          <Totals difference={difference} />
          <ResultsPart pane={props} texts={texts} subject={subject} />
          <Groups key={subject} {...props} difference={difference} other={other} />
        </>
      )}
    </div>
  );
}
