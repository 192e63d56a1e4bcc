/** Where a page draws, without its text: the middles of its lines, small shapes and pictures. */
import { edgesOf, picturesOf, shapesOf } from './items.ts';
import { EDGE, type PageContent, WHOLE } from './page-content.ts';
import type { Box } from './text-pieces.ts';

/**
 * x, y, x, y …, hundredths of a point. Without clips, which other programs leave out, and without the edges of shapes: which shapes are
 * small depends on the size that a page is drawn in.
 */
export function drawnMiddles(content: PageContent): number[] {
  const { edges, styles } = content;
  const isLine = (at: number) =>
    edges[at + EDGE.side] === WHOLE && styles[edges[at + EDGE.style] as number]?.paint !== 'clip';
  const middles: number[] = [];
  for (const [kind, { count, x, y }] of [edgesOf(content), shapesOf(content), picturesOf(content)].entries())
    for (let index = 0; index < count; index += 1)
      if (kind > 0 || isLine(index * EDGE.length)) middles.push(x(index), y(index));
  return middles;
}

/** The box around them; without any, one turned inside out. */
export function boxOfMiddles(middles: readonly number[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < middles.length; at += 2) {
    const [x, y] = [middles[at] as number, middles[at + 1] as number];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}
