/** The limits of what is collected of a page: beyond any of them the page is not complete. */
import { expect, test } from 'vitest';
import type { Style } from '../../main/comparison/rules/page-content.ts';
import { ContentCollector } from '../../main/documents/jobs/content/collector.ts';
import {
  MAX_CONTENT_EDGES,
  MAX_CONTENT_LETTERS,
  MAX_CONTENT_SHAPES,
  MAX_CONTENT_STYLES,
} from '../../main/documents/rules/limits.ts';

const FILL: Style = { paint: 'fill', colour: 0, width: 0, dash: [], opacity: 100, blend: 'source-over' };
const place = { x: 10, y: 10, size: 9, angle: 0, advance: 5 };
const outline = { length: 4, area: 1, x: 1, y: 1, spreadX: 1, spreadY: 1, slant: 0 };
const edge = [1, 1, 2, 2, 3, 3, 4, 4];

test.each<[string, number, (to: ContentCollector, n: number) => void]>([
  ['letters', MAX_CONTENT_LETTERS, (to) => to.letter('A', place, 0, [0, 0])],
  ['edges', MAX_CONTENT_EDGES, (to) => to.edge(edge, 0, 0)],
  ['shapes', MAX_CONTENT_SHAPES, (to) => to.shape([0, 0, 1, 1], outline, 0)],
  ['styles', MAX_CONTENT_STYLES, (to, n) => to.style({ ...FILL, colour: n })],
])('%s: as many as may be are complete, one more is not', (_what, most, add) => {
  const collector = new ContentCollector([0, 0, 595, 842]);
  for (let n = 0; n < most; n += 1) add(collector, n);
  expect(collector.content(595, 842).complete).toBe(true);
  add(collector, most);
  const { complete, letters, edges } = collector.content(595, 842);
  expect(complete).toBe(false);
  // Nothing more is kept.
  add(collector, most + 1);
  expect(collector.content(595, 842)).toMatchObject({ letters: { length: letters.length } });
  expect(collector.content(595, 842).edges).toHaveLength(edges.length);
});
