import { expect, test } from 'vitest';
import { fittedPart } from '../../../renderer/viewer/document/geometry/fitted-part.ts';

const drawn = new Map([[2, { x: 0.1, y: 0.05, width: 0.8, height: 0.9 }]]);

test('what is drawn is fitted; of a sheet the chosen chart, without the margins of the page', () => {
  expect(fittedPart({ drawn, part: null }, 2)).toEqual(drawn.get(2));
  expect(fittedPart({ drawn, part: { page: 3, region: [0.5, 0, 0.5, 1] } }, 2)).toEqual(drawn.get(2));
  const right = fittedPart({ drawn, part: { page: 2, region: [0.5, 0, 0.5, 1] } }, 2);
  expect(right).toEqual({ x: 0.5, y: 0.05, width: expect.closeTo(0.4), height: expect.closeTo(0.9) });
});

test('a chart is fitted before the page was measured; where nothing is drawn on it, what is', () => {
  const left = { page: 2, region: [0, 0, 0.5, 1] as [number, number, number, number] };
  expect(fittedPart({ drawn: new Map(), part: left }, 2)).toEqual({ x: 0, y: 0, width: 0.5, height: 1 });
  const elsewhere = new Map([[2, { x: 0.6, y: 0, width: 0.4, height: 1 }]]);
  expect(fittedPart({ drawn: elsewhere, part: left }, 2)).toEqual(elsewhere.get(2));
});
