// SPDX-License-Identifier: Apache-2.0
// Floating-point operations of an instruction, each with the product that gives them, so that they can
// be argued with. Comparisons, copies and integer arithmetic count like any other element.
import { arraysIn, elementsIn, elementsOf, type ArraySize } from './shapes';

export interface Cost {
  flops: number;
  /** `2 × 48 elements × 8 products`, or "" where nothing is computed. */
  formula: string;
}

/** What a cost depends on. */
export interface CostedInstruction {
  opcode: string;
  shape: string;
  operandShapes: readonly string[];
  /** The text after the opcode, with the attributes. */
  text: string;
}

const NOTHING: Cost = { flops: 0, formula: '' };

const listIn = (text: string, attribute: string): number[] | null => {
  const found = new RegExp(`\\b${attribute}=\\{([\\d,\\s]*)\\}`).exec(text)?.[1];
  if (found === undefined) return null;
  return found
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
};

const sizeOf = (array: ArraySize | undefined, dims: readonly number[]): number =>
  dims.reduce((total, d) => total * (array?.dims[d] ?? 1), 1);

const firstArray = (shape: string | undefined): ArraySize | undefined =>
  shape === undefined ? undefined : arraysIn(shape)[0];

function dotCost({ shape, operandShapes, text }: CostedInstruction): Cost {
  const contracted = sizeOf(
    firstArray(operandShapes[0]),
    listIn(text, 'lhs_contracting_dims') ?? [],
  );
  const elements = elementsIn(shape);
  return {
    flops: 2 * elements * contracted,
    formula: `2 × ${elements} elements × ${contracted} products`,
  };
}

function convolutionCost({ shape, operandShapes, text }: CostedInstruction): Cost {
  const kernel = firstArray(operandShapes[1]);
  const labels = /\bdim_labels=\w+_(\w+)->/.exec(text)?.[1] ?? '';
  const features = kernel?.dims[labels.indexOf('o')] ?? 1;
  const products = kernel === undefined ? 1 : elementsOf(kernel) / Math.max(1, features);
  const elements = elementsIn(shape);
  return {
    flops: 2 * elements * products,
    formula: `2 × ${elements} elements × ${products} products`,
  };
}

function windowCost({ shape, text }: CostedInstruction): Cost {
  const sizes = /\bsize=([\dx]+)/.exec(text)?.[1] ?? '';
  const window =
    sizes === '' ? 1 : sizes.split('x').reduce((total, size) => total * Number(size), 1);
  const elements = elementsIn(shape);
  return { flops: elements * window, formula: `${elements} elements × ${window} of a window` };
}

const perElement = (elements: number, what: string): Cost => ({
  flops: elements,
  formula: elements === 0 ? '' : `${elements} ${what}`,
});

/** The cost of an instruction by itself; `elementwise`: whether the op table calls it so. */
export function costOf(instruction: CostedInstruction, elementwise: boolean): Cost {
  const { opcode, shape, operandShapes } = instruction;
  switch (opcode) {
    case 'dot':
      return dotCost(instruction);
    case 'convolution':
      return convolutionCost(instruction);
    case 'reduce-window':
      return windowCost(instruction);
    case 'reduce': {
      // Half of the operands are initial values.
      const arrays = operandShapes.slice(0, Math.max(1, operandShapes.length >> 1));
      return perElement(
        arrays.reduce((total, part) => total + elementsIn(part), 0),
        'elements reduced',
      );
    }
    case 'scatter':
    case 'select-and-scatter': {
      const updates = operandShapes.at(opcode === 'scatter' ? -1 : 1) ?? '';
      return perElement(elementsIn(updates), 'updates');
    }
    case 'all-reduce':
    case 'all-reduce-start':
    case 'reduce-scatter':
    case 'map':
      return perElement(elementsIn(operandShapes[0] ?? ''), 'elements');
    default:
      return elementwise ? perElement(elementsIn(shape), 'elements') : NOTHING;
  }
}
