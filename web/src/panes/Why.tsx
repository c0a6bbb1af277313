// SPDX-License-Identifier: Apache-2.0
// Why has the pinned element this value? The elements of the operands that it is made of.
import { Fragment } from 'preact';
import type { JSX } from 'preact';
import type { InstructionOutline } from '../engine/types';
import { deviceIn } from '../engine/devices';
import type { Evaluation } from '../program/evaluation';
import type { PaneProps } from './context';
import { unravel } from './indices';
import { indexText } from './layout';
import { isSpecial } from './number_format';
import { stampOf, useAnswer } from './use_answer';
import { formulaPieces, sourcesOf } from './arithmetic';

interface WhyProps extends PaneProps {
  evaluation: Evaluation;
  outline: InstructionOutline;
  element: number;
  /** The value of the element. */
  result: string;
}

const dimsOf = (shape: string): number[] => {
  const inside = /\[([^\]]*)\]/.exec(shape)?.[1] ?? '';
  return inside === '' ? [] : inside.split(',').map((size) => Number(size.replace('<=', '')));
};

export function Why(props: WhyProps): JSX.Element | null {
  const { state, dispatch, ask, evaluation, outline, element, result } = props;
  const { analysis } = evaluation;
  const home = analysis.computations.find(({ instructions }) => instructions.includes(outline));
  const operands = outline.operands.flatMap(
    (id) => home?.instructions.find((other) => other.id === id) ?? [],
  );
  const elementwise =
    state.tables?.ops.find(({ name }) => name === outline.opcode)?.elementwise ?? false;
  const sources =
    operands.length === outline.operands.length
      ? sourcesOf(outline, operands, elementwise, element)
      : null;
  const device = deviceIn(analysis, state.device);
  const { value: values } = useAnswer(
    `why ${outline.id} ${element}`,
    `${stampOf(evaluation)} ${device} ${outline.id} ${element}`,
    sources === null
      ? null
      : () =>
          Promise.all(
            operands.map(async ({ id }, k) => {
              const range = [sources[k] ?? 0, 1] as const;
              const { texts } = await ask('cells', analysis.program, device, id, [], [range]);
              return texts[0]?.[0] ?? '?';
            }),
          ),
  );
  if (sources === null || values === null || home === undefined) return null;
  const pieces = formulaPieces(outline.opcode, operands.length);
  return (
    <p class="why">
      <b>Why?</b>{' '}
      <code>
        {pieces[0]}
        {operands.map((operand, k) => (
          <Fragment key={k}>
            <button
              class="link"
              title={values[k] ?? ''}
              onClick={() => {
                dispatch({
                  kind: 'select',
                  selection: { computation: home.name, instruction: operand.name },
                });
                dispatch({ kind: 'element', element: sources[k] ?? 0 });
              }}
            >
              {operand.name}
              {dimsOf(operand.shape).length > 0 &&
                indexText(unravel(sources[k] ?? 0, dimsOf(operand.shape)))}
            </button>
            {pieces[k + 1]}
          </Fragment>
        ))}
        {' = '}
        {pieces[0]}
        {values.map((value, k) => (
          <Fragment key={k}>
            <span class={isSpecial(value) ? 'alarm' : 'strong'}>{value}</span>
            {pieces[k + 1]}
          </Fragment>
        ))}
        {' = '}
        <span class={isSpecial(result) ? 'alarm' : 'strong'}>{result}</span>
      </code>
    </p>
  );
}
