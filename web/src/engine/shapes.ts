// SPDX-License-Identifier: Apache-2.0
// Sizes in a shape text. Layouts are left to the engine.

export interface ArraySize {
  type: string;
  dims: number[];
}

/** The arrays in a shape text, tuples flattened. */
export function arraysIn(shape: string): ArraySize[] {
  return [...shape.matchAll(/\b([a-z]\w*)\[([\d,<=\s]*)\]/g)].map(([, type = '', dims = '']) => ({
    type,
    dims: dims
      .split(',')
      .filter((size) => size.trim() !== '')
      .map((size) => Number(size.replace('<=', ''))),
  }));
}

/** The texts of the elements of a tuple shape; none of another shape. */
export function tupleElements(shape: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let begin = 1;
  for (let at = 0; at < shape.length; at += 1) {
    if ('([{'.includes(shape[at] ?? '')) depth += 1;
    if (')]}'.includes(shape[at] ?? '')) depth -= 1;
    const ends = shape.startsWith('(') && (depth === 0 || (depth === 1 && shape[at] === ','));
    if (!ends) continue;
    elements.push(shape.slice(begin, at).trim());
    begin = at + 1;
  }
  return elements.filter((element) => element !== '');
}

export const elementsOf = ({ dims }: ArraySize): number =>
  dims.reduce((total, size) => total * size, 1);

/** The layout part of the text of an array shape with its braces, or "". */
export const layoutText = (shape: string): string => /\{.*\}$/.exec(shape)?.[0] ?? '';

/** The text of an array shape without its layout. */
export const withoutLayout = (shape: string): string =>
  shape.slice(0, shape.length - layoutText(shape).length);

/** A shape without layouts and comments: `f32[2,3]`. */
export const bareShape = (shape: string): string =>
  shape.replace(/\/\*.*?\*\//g, '').replace(/\]\{[^}]*\}/g, ']');
