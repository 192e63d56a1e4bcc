/** Marks that are carried from kit to kit, against a model that knows the rules and nothing of the code. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CarriedStore, CarryOver, type Change, carriedPlace } from '../../main/comparison/carry-over.ts';
import { chartUnder, movedTo } from '../../main/comparison/marks-moved.ts';
import type { ComparedPage } from '../../main/comparison/rules/compared-page.ts';
import { MarkStore } from '../../main/marks/mark-store.ts';
import type { EventLog } from '../../main/store/event-log.ts';
import type { SqliteConnection } from '../../main/store/sqlite-connection.ts';
import { openUserDatabase } from '../../main/store/user-database.ts';
import type { MarkDraft } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';
import { page } from './comparison-laptop.ts';

let connection: SqliteConnection;
let events: EventLog;
beforeEach(() => {
  ({ connection, events } = openUserDatabase(join(freshFolder(), 'user.sqlite')));
});
afterEach(() => connection.close());

const PAGES = 6;
/** What becomes of each page of the older document, and in which order the rest comes in the newer one. */
const pageMap = fc
  .record({
    states: fc.array(fc.constantFrom('same', 'restamped', 'changed', 'gone'), {
      minLength: PAGES,
      maxLength: PAGES,
    }),
    added: fc.nat(2),
    order: fc.infiniteStream(fc.nat(1000)),
  })
  .map(({ states, added, order }): ComparedPage[] => {
    const kept = states.flatMap((state, index) => (state === 'gone' ? [] : [{ old: index + 1, state }]));
    const rest: { old: number | null; state: ComparedPage['state'] }[] = [
      ...kept,
      ...Array.from({ length: added }, () => ({ old: null, state: 'new' as const })),
    ];
    const shuffled = rest
      .map((one) => ({ one, at: order.next().value ?? 0 }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }, index) => page(one.old, index + 1, one.state));
    const gone = states.flatMap((state, index) => (state === 'gone' ? [page(index + 1, null, 'gone')] : []));
    return [...shuffled, ...gone];
  });

const step = fc.oneof(
  fc.record({
    do: fc.constant('draw' as const),
    page: fc.integer({ min: 1, max: PAGES }),
    kind: fc.constantFrom('note', 'pin', 'bookmark', 'highlight', 'ink'),
    outdated: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('compare', 'restart', 'flight over') }),
  fc.record({
    do: fc.constantFrom('accept', 'decline', 'remove copy', 'change copy', 'remove origin'),
    which: fc.nat(20),
  }),
);

function draft(kind: string, number: number): MarkDraft {
  const area = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
  switch (kind) {
    case 'pin':
      return { kind, page: number };
    case 'bookmark':
      return { kind, page: number, title: 'ILS', heading: null };
    case 'highlight':
      return { kind, page: number, colour: 'green', areas: [area], text: 'ILS', note: '' };
    case 'ink':
      return { kind, page: number, colour: 'red', width: 0.01, strokes: [[0, 0, 1, 1]] };
    default:
      return { kind: 'note', page: number, x: 0.5, y: 0.5, text: 'words' };
  }
}

test('no mark comes to a page that is not its own unless a person says so, none comes twice, none comes back', () => {
  fc.assert(
    fc.property(pageMap, fc.array(step, { maxLength: 30 }), (pages, steps) => {
      const ids = { old: randomUUID(), new: randomUUID() };
      const change: Change = {
        old: { id: ids.old, document: { bytes: 1, sha256: 'old', pages: PAGES } },
        new: { id: ids.new, document: { bytes: 1, sha256: 'new', pages: PAGES + 2 } },
        pages,
      };
      let isOver = false;
      let now = 0;
      const open = () => {
        const marks = new MarkStore(connection, events);
        const carried = new CarriedStore(connection, marks);
        const deps = { marks, carried, user: 'pilot', now: () => now, newId: randomUUID, log: memoryLog() };
        return { marks, carry: new CarryOver({ ...deps, isOver: () => isOver }) };
      };
      let { marks, carry } = open();
      /** What is expected of each mark of the older kit that may follow. */
      const model = new Map<string, { page: number; kind: string; is: 'open' | 'there' | 'settled' }>();
      const entry = (old: number) => pages.find((one) => one.old === old);
      const follows = (old: number) => ['same', 'restamped'].includes(entry(old)?.state ?? '');
      const copies = () => marks.ofKit(ids.new);
      const copyOf = (origin: string) => copies().filter(({ origin_id }) => origin_id === origin);

      for (const one of steps) {
        now += 1;
        if (one.do === 'draw') {
          const id = randomUUID();
          const document_sha256 = one.outdated ? 'before' : 'old';
          const times = { created_at: now, changed_at: now };
          const drawn = draft(one.kind, one.page);
          marks.add({ id, kit_id: ids.old, document_sha256, by: 'pilot', ...times, draft: drawn });
          if (!one.outdated && one.kind !== 'bookmark')
            model.set(id, { page: one.page, kind: one.kind, is: 'open' });
        } else if (one.do === 'restart') {
          ({ marks, carry } = open());
        } else if (one.do === 'flight over') {
          isOver = true;
        } else if (one.do === 'compare') {
          carry.carry(change);
          for (const known of model.values()) {
            const isPinOver = isOver && known.kind === 'pin';
            if (known.is === 'open' && follows(known.page) && !isPinOver) known.is = 'there';
          }
        } else if ('which' in one) {
          const [id, known] = [...model][one.which % Math.max(1, model.size)] ?? [];
          if (id === undefined || known === undefined) continue;
          const waits = known.is === 'open' && !(isOver && known.kind === 'pin');
          if (one.do === 'accept') {
            const target = entry(known.page)?.new ?? null;
            if (!waits || target === null) expect(() => carry.accept(change, id)).toThrow();
            else {
              expect(carry.accept(change, id).draft.page).toBe(target);
              known.is = 'there';
            }
          } else if (one.do === 'decline') {
            if (!waits) expect(() => carry.decline(change, id)).toThrow();
            else {
              carry.decline(change, id);
              known.is = 'settled';
            }
          } else if (one.do === 'remove origin') {
            marks.remove(id);
            // Its copy stays; what was not copied never is.
            if (known.is === 'open') model.delete(id);
          } else {
            const [copy] = copyOf(id);
            if (copy === undefined) continue;
            if (one.do === 'remove copy') {
              marks.remove(copy.id);
              known.is = 'settled';
            } else {
              marks.change({ id: copy.id, draft: copy.draft, changed_at: now });
            }
          }
        }
        const there = [...model].filter(([, { is }]) => is === 'there').map(([id]) => id);
        expect(
          copies()
            .map(({ origin_id }) => origin_id)
            .sort(),
        ).toEqual(there.sort());
        for (const copy of copies()) {
          expect(copy.draft.page).toBe(entry(model.get(copy.origin_id)?.page ?? 0)?.new);
          expect(copy.document_sha256).toBe('new');
          expect(copy.carried_from).toBe(ids.old);
        }
        const waiting = carry.waiting(change).map(({ mark }) => mark.id);
        const open_ = [...model].filter(([, { is, kind }]) => is === 'open' && !(isOver && kind === 'pin'));
        expect(waiting.sort()).toEqual(open_.map(([id]) => id).sort());
      }
    }),
    { numRuns: 60 },
  );
});

/** Sheets of one or two charts, by number; a chart is in both documents, or in one of them. */
const sheets = fc
  .record({
    charts: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    splits: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  })
  .map(({ charts, splits }) => {
    const pages: number[][] = [];
    for (const [index, chart] of charts.entries()) {
      const last = pages.at(-1);
      if (last?.length === 1 && splits[index]) last.push(chart);
      else pages.push([chart]);
    }
    return pages;
  });

/** Where a chart is: its page, and which chart of the sheet; null for a page of its own. */
function placeIn(pages: number[][], chart: number): { page: number | null; part: number | null } {
  const index = pages.findIndex((one) => one.includes(chart));
  const sheet = pages[index];
  return { page: sheet ? index + 1 : null, part: sheet && sheet.length > 1 ? sheet.indexOf(chart) : null };
}

test('a pin of a chart follows to that chart, on whichever page or half of a sheet it is now, and to no other', () => {
  fc.assert(
    fc.property(sheets, sheets, fc.func(fc.boolean()), (older, newer, isSame) => {
      const compared = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((chart): ComparedPage[] => {
        const [old, now] = [placeIn(older, chart), placeIn(newer, chart)];
        if (old.page === null && now.page === null) return [];
        const state =
          old.page === null ? 'new' : now.page === null ? 'gone' : isSame(chart) ? 'same' : 'changed';
        const isOfSheet = old.part !== null || now.part !== null || chart > 5;
        // One beside an empty half is a part, too, though its page has one chart.
        const part = { old: old.part ?? (chart % 2 ? 0 : null), new: now.part ?? (chart % 3 ? 0 : null) };
        return [{ ...page(old.page, now.page, state), ...(isOfSheet && { part }) }];
      });
      const pinned = older.flat().map((chart) => ({ chart, ...placeIn(older, chart) }));
      const nameOf = (at: { page: number | null; part: number | null }) =>
        at.part === null ? at.page : [at.page, at.part];
      for (const { chart, page: at, part } of pinned) {
        const pin: MarkDraft = { kind: 'pin', page: at ?? 0, ...(part !== null && { part }) };
        const to = chartUnder(
          pin,
          compared.filter(({ old }) => old === at),
        );
        const now = placeIn(newer, chart);
        expect(to?.new).toBe(now.page);
        if (!to || now.page === null) continue;
        expect(movedTo(pin, { ...to, new: now.page }, compared)).toEqual({
          kind: 'pin',
          page: now.page,
          ...(now.part !== null && { part: now.part }),
        });
      }
      // So does the person's own order; a pin of a whole sheet, as all pins once were, stays one.
      const stays = (charts: number[]) =>
        charts.every((chart) => placeIn(newer, chart).page !== null && isSame(chart));
      const first = older.findIndex(stays);
      fc.pre(first >= 0);
      const read = { page: first + 1, page_turns: [] };
      const order = pinned.map(nameOf);
      expect(carriedPlace({ ...read, pin_order: order }, compared)).toMatchObject({
        pin_order: pinned
          .filter(({ chart }) => stays([chart]))
          .map(({ chart }) => nameOf(placeIn(newer, chart))),
      });
      const whole = placeIn(newer, Math.min(...(older[first] ?? [])));
      expect(carriedPlace({ ...read, pin_order: [first + 1] }, compared)).toMatchObject({
        pin_order: [older[first]?.length === 1 ? nameOf(whole) : whole.page],
      });
    }),
  );
});

test('a pin of a chart stays of it on a sheet that was compared as a whole', () => {
  const pin: MarkDraft = { kind: 'pin', page: 2, part: 1 };
  const whole = { ...page(2, 5, 'same'), new: 5 };
  expect(movedTo(pin, whole, [whole])).toEqual({ kind: 'pin', page: 5, part: 1 });
  expect(chartUnder(pin, [whole])).toBe(whole);
});
