// SPDX-License-Identifier: Apache-2.0
// Why has the pinned element this value? The elements of the operands that it is made of.
import { Fragment } from 'preact';
import type { JSX } from 'preact';
import { groupDigits } from '../base/sizes';
import { deviceIn } from '../engine/devices';
import { arraysIn } from '../engine/shapes';
import type { InstructionOutline } from '../engine/types';
import type { Evaluation } from '../program/evaluation';
import { across, type Place } from './across';
import { formulaPieces, sourcesOf } from './arithmetic';
import type { PaneProps } from './context';
import { unravel } from './indices';
import { indexText } from './layout';
import { isSpecial, statisticText } from './number_format';
import { isTraced } from './provenance';
import { termsOf, type Term, type Terms } from './terms';
import { stampOf, useAnswer } from './use_answer';

interface WhyProps extends PaneProps {
  evaluation: Evaluation;
  outline: InstructionOutline;
  element: number;
  /** The value of the element. */
  result: string;
}

interface Parts extends WhyProps {
  /** The name of the computation. */
  home: string;
  operands: readonly InstructionOutline[];
}

/** The most terms that are listed. */
const LISTED = 8;

const Value = ({ text }: { text: string }): JSX.Element => (
  <span class={isSpecial(text) ? 'alarm' : 'strong'}>{text}</span>
);

/** An element of an operand, which leads there. */
function Element(
  props: Parts & { operand: number; at: number; value: string; path?: readonly number[] },
): JSX.Element | null {
  const { dispatch, home, operands, operand, at, value, path = [] } = props;
  const outline = operands[operand];
  if (outline === undefined) return null;
  // What an element of a tuple is has the dimensions of that element.
  const dims = arraysIn(path.length > 0 ? props.outline.shape : outline.shape)[0]?.dims ?? [];
  return (
    <button
      class="link"
      title={value}
      onClick={() => {
        const selection = { computation: home, instruction: outline.name };
        dispatch({ kind: 'select', selection });
        if (path.length > 0) dispatch({ kind: 'path', path });
        dispatch({ kind: 'element', element: at });
      }}
    >
      {outline.name}
      {path.length > 0 && `{${path.join(',')}}`}
      {dims.length > 0 && indexText(unravel(at, dims))}
    </button>
  );
}

/** `z(0) + x(0) = nan + 0 = nan` */
function Formula(props: Parts & { sources: readonly number[] }): JSX.Element | null {
  const { state, ask, evaluation, outline, operands, element, result, sources } = props;
  const { program } = evaluation.analysis;
  const device = deviceIn(evaluation.analysis, state.device);
  const { value: values } = useAnswer(
    `why ${outline.id} ${element}`,
    `${stampOf(evaluation)} ${device} ${outline.id} ${element}`,
    () =>
      Promise.all(
        operands.map(async ({ id }, k) => {
          const [text] = await ask('gather', program, device, id, [], [sources[k] ?? 0]);
          return text ?? '?';
        }),
      ),
  );
  if (values === null) return null;
  const pieces = formulaPieces(outline.opcode, operands.length);
  return (
    <p class="why">
      <b>Why?</b>{' '}
      <code>
        {pieces[0]}
        {operands.map((_, k) => (
          <Fragment key={k}>
            <Element {...props} operand={k} at={sources[k] ?? 0} value={values[k] ?? ''} />
            {pieces[k + 1]}
          </Fragment>
        ))}
        {' = '}
        {pieces[0]}
        {values.map((value, k) => (
          <Fragment key={k}>
            <Value text={value} />
            {pieces[k + 1]}
          </Fragment>
        ))}
        {' = '}
        <Value text={result} />
      </code>
    </p>
  );
}

function TermRow(props: Parts & { term: Term }): JSX.Element {
  const { sources, value } = props.term;
  const between = (k: number): string => (k > 0 ? ' × ' : '');
  return (
    <tr>
      <td>
        <code>
          {sources.map(({ operand, element, text }, k) => (
            <Fragment key={k}>
              {between(k)}
              <Element {...props} operand={operand} at={element} value={text} />
            </Fragment>
          ))}
        </code>
      </td>
      {sources.length > 1 && (
        <td>
          <code class="quiet">{sources.map(({ text }) => text).join(' × ')}</code>
        </td>
      )}
      <td class="term-value">
        <code>
          <Value text={sources.length > 1 ? statisticText(value) : (sources[0]?.text ?? '')} />
        </code>
      </td>
    </tr>
  );
}

const ORDERS: Readonly<Record<string, string>> = {
  maximum: 'largest first',
  minimum: 'smallest first',
};

/** What is said above the terms. */
export function termsSentence({ kind, combiner, terms }: Terms): string {
  const count = groupDigits(terms.length);
  const order = terms.length > 1 ? `, ${ORDERS[combiner] ?? 'largest magnitude first'}` : '';
  if (kind === 'products') return `The sum of ${count} products${order}:`;
  return `${count} elements combined${combiner === '' ? '' : ` with ${combiner}`}${order}:`;
}

function TermList(props: Parts): JSX.Element | null {
  const { state, ask, evaluation, outline, operands, element, result } = props;
  const { analysis, text } = evaluation;
  const device = deviceIn(analysis, state.device);
  const { path } = state;
  const place = `${outline.id} ${path.join()} ${element}`;
  const { value: found } = useAnswer(
    `terms ${place}`,
    `${stampOf(evaluation)} ${device} ${place}`,
    () => termsOf({ ask, analysis, device, outline, operands, text, path, element }),
  );
  if (found === null) return null;
  const { kind, note, terms } = found;
  const only = terms[0]?.sources[0];
  if (kind === 'copy' && only !== undefined) {
    return (
      <p class="why">
        <b>Why?</b>{' '}
        <code>
          <Element
            {...props}
            operand={only.operand}
            at={only.element}
            value={only.text}
            path={only.path ?? []}
          />
          {' = '}
          <Value text={result} />
        </code>
        {note !== '' && <span class="quiet">{` (${note})`}</span>}
      </p>
    );
  }
  return (
    <div class="why">
      <p>
        <b>Why?</b> {termsSentence(found)}
      </p>
      <table class="terms">
        <tbody>
          {terms.slice(0, LISTED).map((term, k) => (
            <TermRow key={k} {...props} term={term} />
          ))}
        </tbody>
      </table>
      {terms.length > LISTED && (
        <p class="quiet">{`and ${groupDigits(terms.length - LISTED)} more`}</p>
      )}
    </div>
  );
}

/** `= convert.251(0,1) in fused_computation.2` */
function Across(props: WhyProps & { place: Place }): JSX.Element {
  const { state, dispatch, element, result, place } = props;
  const { computation, outline } = place;
  const dims = arraysIn(outline.shape)[0]?.dims ?? [];
  const isArray = !outline.shape.startsWith('(');
  return (
    <p class="why">
      <b>Why?</b>{' '}
      <code>
        <button
          class="link"
          onClick={() => {
            dispatch({ kind: 'select', selection: { computation, instruction: outline.name } });
            if (!isArray) dispatch({ kind: 'path', path: state.path });
            dispatch({ kind: 'element', element });
          }}
        >
          {outline.name}
          {isArray
            ? dims.length > 0 && indexText(unravel(element, dims))
            : `{${state.path.join()}}`}
        </button>
        {' = '}
        <Value text={result} />
      </code>{' '}
      in {computation}
    </p>
  );
}

export function Why(props: WhyProps): JSX.Element | null {
  const { state, evaluation, outline, element } = props;
  const place = across(evaluation.analysis, outline);
  if (place !== null) return <Across {...props} place={place} />;
  const home = evaluation.analysis.computations.find(({ instructions }) =>
    instructions.includes(outline),
  );
  const operands = outline.operands.flatMap(
    (id) => home?.instructions.find((other) => other.id === id) ?? [],
  );
  if (home === undefined || operands.length !== outline.operands.length) return null;
  const parts = { ...props, home: home.name, operands };
  const elementwise =
    state.tables?.ops.find(({ name }) => name === outline.opcode)?.elementwise ?? false;
  const sources = sourcesOf(outline, operands, elementwise, element);
  if (sources !== null) return <Formula {...parts} sources={sources} />;
  return isTraced(outline.opcode) ? <TermList {...parts} /> : null;
}
