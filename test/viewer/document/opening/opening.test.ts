import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PreparedDocument, ReadingPlace } from '../../../../preload/contract.ts';
import type { PdfDocument } from '../../../../renderer/viewer/document/engine/pdf-engine.ts';
import {
  decide,
  notAsked,
  type Opening,
  type OpeningEffect,
  type OpeningEvent,
  preparedOf,
} from '../../../../renderer/viewer/document/opening/opening.ts';

const source = (sha256: string, pages = 4) => ({ sha256, pages, bytes: 9 });
const documentOf = (pageCount: number) => ({ pageCount }) as PdfDocument;
const prepared = (sha256: string, pages: number | null = 4): PreparedDocument => ({
  sha256,
  state: 'ready',
  sizes: pages === null ? null : Array.from({ length: pages }, (): [number, number] => [6, 8]),
  outline: null,
  thumbnails: { pages: [], unpaintable: [] },
  charts: [],
});
const place: ReadingPlace = {
  page: 3,
  down: 0.5,
  across: 0,
  zoom: 2,
  layout: 'single',
  turn: 0,
  page_turns: [],
};
const noSight = { type: 'asked', source: null, sight: null } as const;

/** What these events make of an opening, and the effects of the last one. */
function after(...events: OpeningEvent[]): { opening: Opening; effects: readonly OpeningEffect[] } {
  return events.reduce<ReturnType<typeof decide>>(({ opening }, event) => decide(opening, event), {
    opening: notAsked,
    effects: [],
  });
}
const kinds = (effects: readonly OpeningEffect[]) => effects.map(({ type }) => type);

test('what is here already is shown at once, at the place of last time, and its document is opened', () => {
  const { opening, effects } = after({
    type: 'asked',
    source: source('a'),
    sight: { prepared: prepared('a'), place },
  });
  expect(opening).toMatchObject({ status: 'opening', pageCount: 4, here: { page: 3, down: 0.5 } });
  expect(preparedOf(opening)?.sizes).not.toBeNull();
  expect(kinds(effects)).toEqual(['open', 'keep_places', 'look_as', 'jump']);
});

test('pages wait for the place of last time, and no longer than that', () => {
  const asked = { type: 'asked', source: source('a'), sight: null } as const;
  expect(after(asked).opening.pageCount).toBe(0);
  const opened = { type: 'opened', source: source('a'), document: documentOf(4) } as const;
  expect(after(asked, opened).opening).toMatchObject({ status: 'opening', pageCount: 0 });
  expect(after(asked, opened, { type: 'place_late' }).opening).toMatchObject({
    status: 'open',
    pageCount: 4,
  });
  const late = after(asked, opened, { type: 'place_late' }, { type: 'place', place });
  expect(kinds(late.effects)).toEqual(['keep_places', 'look_as', 'jump']);
});

test.each<[string, OpeningEvent[]]>([
  ['went somewhere', [{ type: 'went', to: { page: 2, down: 0 } }]],
  ['turned a page', [{ type: 'went', to: null }]],
])('who %s while the kit opens stays there', (_, events) => {
  const { opening, effects } = after({ type: 'asked', source: source('a'), sight: null }, ...events, {
    type: 'place',
    place,
  });
  expect(opening.here.page).toBe(events[0]?.type === 'went' && events[0].to ? 2 : 1);
  expect(kinds(effects)).not.toContain('look_as');
});

test('who has read on stays there when the place of last time comes late', () => {
  const events: OpeningEvent[] = [
    { type: 'asked', source: source('a'), sight: null },
    { type: 'place_late' },
    { type: 'seen', here: { page: 1, down: 0.3 } },
    { type: 'place', place },
  ];
  expect(after(...events).opening.here).toEqual({ page: 1, down: 0.3 });
  expect(kinds(after(...events).effects)).toEqual(['keep_places']);
});

test('that a kit may not be opened says more than that the engine can’t read it', () => {
  const asked = { type: 'asked', source: source('a'), sight: null } as const;
  const broken = { type: 'broken', source: source('a'), failure: 'Damaged.' } as const;
  expect(after(asked, broken).opening.status).toBe('opening');
  const refused = { type: 'refused', failure: 'Not yours.' } as const;
  expect(after(asked, broken, refused).opening).toMatchObject({ status: 'failed', failure: 'Not yours.' });
  const named = { type: 'named', source: source('a') } as const;
  expect(after(asked, broken, named).opening).toMatchObject({ status: 'failed', failure: 'Damaged.' });
  expect(after(asked, named, broken).opening).toMatchObject({ status: 'failed', failure: 'Damaged.' });
});

test('another document than the list knew replaces what was shown of the old one', () => {
  const document = documentOf(4);
  const { opening, effects } = after(
    { type: 'asked', source: source('a'), sight: { prepared: prepared('a'), place: null } },
    { type: 'opened', source: source('a'), document },
    { type: 'named', source: source('b', 2) },
  );
  expect(opening).toMatchObject({ status: 'opening', document: null, pageCount: 2 });
  expect(preparedOf(opening)).toBeNull();
  expect(effects).toEqual([
    { type: 'close', document },
    { type: 'open', source: source('b', 2) },
  ]);
});

test('a place behind the end is the last page; a document with fewer pages brings the reader back', () => {
  const asked = { type: 'asked', source: source('a', 9), sight: null } as const;
  const far = after(asked, { type: 'place', place: { ...place, page: 77 } });
  expect(far.opening.here).toEqual({ page: 9, down: 0 });
  const shorter = decide(far.opening, { type: 'opened', source: source('a'), document: documentOf(3) });
  expect(shorter.opening.here).toEqual({ page: 3, down: 0 });
  expect(kinds(shorter.effects)).toEqual(['jump', 'show']);
});

test('after leaving, documents are closed and nothing else happens', () => {
  const document = documentOf(4);
  const left = after(noSight, { type: 'named', source: source('a') }, { type: 'left' });
  expect(left.opening.status).toBe('left');
  const late = decide(left.opening, { type: 'opened', source: source('a'), document });
  expect(late.effects).toEqual([{ type: 'close', document }]);
  expect(late.opening).toBe(left.opening);
});

const hash = fc.constantFrom('a', 'b', 'c');
const pages = fc.integer({ min: 1, max: 5 });
const anywhere = fc.record({
  page: fc.integer({ min: -2, max: 9 }),
  down: fc.double({ min: 0, max: 1, noNaN: true }),
});
const anySource = fc.tuple(hash, pages).map(([sha256, count]) => source(sha256, count));
const anyPlace = fc.option(fc.integer({ min: 1, max: 9 }).map((page) => ({ ...place, page })));
const anyPrepared = fc.tuple(hash, fc.option(pages)).map(([sha256, count]) => prepared(sha256, count));
const anyEvent: fc.Arbitrary<OpeningEvent> = fc.oneof(
  anyPlace.map((found) => ({ type: 'place' as const, place: found })),
  fc.constant({ type: 'place_late' as const }),
  anyPrepared.map((found) => ({ type: 'prepared' as const, prepared: found })),
  anySource.map((found) => ({ type: 'named' as const, source: found })),
  fc.constant({ type: 'refused' as const, failure: 'No.' }),
  fc.tuple(anySource, pages).map(([of, count]) => ({
    type: 'opened' as const,
    source: of,
    document: documentOf(count),
  })),
  anySource.map((of) => ({ type: 'broken' as const, source: of, failure: 'Broken.' })),
  fc.option(anywhere).map((to) => ({ type: 'went' as const, to })),
  anywhere.map((to) => ({ type: 'moved' as const, to })),
  pages.map((page) => ({ type: 'seen' as const, here: { page, down: 0.1 } })),
  fc.constant({ type: 'changed' as const }),
  fc.constant({ type: 'left' as const }),
);
const anyAsked = fc.tuple(fc.option(anySource), fc.option(anyPlace)).map(
  ([of, last]): OpeningEvent => ({
    type: 'asked',
    source: of,
    sight: of && last !== undefined && last ? { prepared: prepared(of.sha256), place: last } : null,
  }),
);

test('no order of events leads to a contradiction', () => {
  fc.assert(
    fc.property(anyAsked, fc.array(anyEvent, { maxLength: 14 }), (asked, events) => {
      const given = new Set<PdfDocument>();
      const closed: PdfDocument[] = [];
      const opened: string[] = [];
      let now = notAsked;
      for (const event of [asked, ...events]) {
        const before = now;
        if (event.type === 'opened') given.add(event.document);
        const step = decide(before, event);
        now = step.opening;
        for (const effect of step.effects) {
          if (effect.type === 'close') closed.push(effect.document);
          if (effect.type === 'open') opened.push(effect.source.sha256 ?? '');
          if (effect.type === 'jump') {
            expect(effect.to.page).toBeGreaterThanOrEqual(1);
            expect(effect.to.page).toBeLessThanOrEqual(now.pageCount);
          }
          if (effect.type === 'show') expect([now.status, now.document]).toEqual(['open', effect.document]);
        }
        // Every document is read or closed, and closed once.
        const accounted = new Set([...closed, ...(now.document ? [now.document] : [])]);
        expect([...given].filter((one) => !accounted.has(one))).toEqual([]);
        expect(accounted.size).toBe(closed.length + (now.document ? 1 : 0));
        // The list's document and the one that is named: each is opened once.
        expect(new Set(opened).size).toBe(opened.length);
        expect(opened.length).toBeLessThanOrEqual(2);

        expect(now.status === 'failed').toBe(now.failure !== null && now.status !== 'left');
        if (now.status === 'open') expect(now.document).not.toBeNull();
        if (now.status === 'failed' || now.status === 'left') expect(now.document).toBeNull();
        if (now.document) expect(now.source?.sha256).toBeDefined();
        if (now.last === 'awaited') expect([now.pageCount, now.status === 'open']).toEqual([0, false]);
        if (now.status === 'open') expect(now.pageCount).toBe(now.document?.pageCount);
        if (now.pageCount > 0 && now.status !== 'left') expect(now.wanted).toBeNull();
        const shown = preparedOf(now);
        if (shown && now.source) expect(shown.sha256).toBe(now.source.sha256);

        if (before.status === 'left') {
          expect(now).toBe(before);
          expect(step.effects.every(({ type }) => type === 'close')).toBe(true);
        }
        if (before.status === 'failed') expect(['failed', 'left']).toContain(now.status);
      }
    }),
    { numRuns: 500 },
  );
});
