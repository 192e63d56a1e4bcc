/** Notes of charts and airports over cycles of charts, against a model that knows what is drawn on each page. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChartPage } from '../../main/charts/rules/chart.ts';
import { TripKitError } from '../../main/common/errors.ts';
import type { ListedMark, MarkedKit } from '../../main/marks/kit-annotations.ts';
import { type CompanyNotes, LastingNotes } from '../../main/marks/lasting-notes.ts';
import { NoteStore } from '../../main/marks/note-store.ts';
import { openUserDatabase, type UserDatabase } from '../../main/store/user-database.ts';
import type { MarkDraft } from '../../preload/contract.ts';
import { freshFolder } from '../fresh-folder.ts';
import { chartOf, fact } from '../reading/stores.ts';
import { memoryLog } from '../start/ipc-fixtures.ts';

type NoteDraft = Extract<MarkDraft, { kind: 'note' }>;

/** A printed chart: what its page says, and what it draws. */
interface Printed {
  airport: string;
  kind: 'approach' | 'departure';
  number: string;
  title: string;
  drawing: number;
}
/** A page of a kit, with one chart or two. */
type Sheet = readonly Printed[];

let database: UserDatabase;
let kits: Map<string, { kit: MarkedKit; sheets: readonly Sheet[] }>;
/** The pages that were read, by document and page. */
let read: Map<string, string>;
let changes: number;
let now: number;
let notes: LastingNotes;
let company: CompanyNotes['notes'];
let log: ReturnType<typeof memoryLog>;

beforeEach(() => {
  database = openUserDatabase(join(freshFolder(), 'user.sqlite'));
  kits = new Map();
  read = new Map();
  changes = 0;
  now = 1;
  log = memoryLog();
  company = [];
  notes = opened();
});
afterEach(() => database.connection.close());

function opened(): LastingNotes {
  const kitOf = (id: string) => {
    const found = kits.get(id);
    if (!found) throw new TripKitError('config', 'There is no such kit.');
    return found;
  };
  return new LastingNotes({
    store: new NoteStore(database.connection, database.events),
    kit: (id) => kitOf(id).kit,
    outlineAndChartsOf: (id) => ({ outline: null, charts: kitOf(id).sheets.map(pageOf) }),
    contents: {
      known: (sha256, page) => read.get(`${sha256} ${page}`) ?? null,
      read: async (id, { sha256 }, pages) => {
        await null;
        for (const page of pages) read.set(`${sha256} ${page}`, drawingOf(kitOf(id).sheets[page - 1] ?? []));
      },
    },
    companyNotes: (profile) =>
      profile === 'p' ? { company: 'Demo Air', put_at: '2027-03-27T09:00:00.000Z', notes: company } : null,
    onNotes() {
      changes += 1;
    },
    now: () => ++now,
    newId: randomUUID,
    user: 'pilot',
    log,
  });
}

function pageOf(sheet: Sheet, index: number): ChartPage {
  const [first, ...more] = sheet.map(({ airport, kind, number, title }) => {
    const facts = { airport: fact(airport), kind: fact(kind), number: fact(number), title: fact(title) };
    return chartOf(index + 1, { publisher: 'jeppesen', ...facts });
  });
  if (!first) return chartOf(index + 1);
  return {
    ...first,
    more: more.map(({ page: _, text: _text, publisher: _publisher, more: _more, ...one }) => one),
  };
}

function drawingOf(sheet: Sheet): string {
  return JSON.stringify(sheet);
}

function addKit(...sheets: Sheet[]): string {
  return addKitOf('p', ...sheets);
}

function addKitOf(profile_id: string, ...sheets: Sheet[]): string {
  const id = randomUUID();
  const document = { bytes: 9, sha256: id, pages: sheets.length };
  kits.set(id, { kit: { id, profile_id, trip: null, document }, sheets });
  return id;
}

const note = (page: number, belongs: 'chart' | 'airport'): NoteDraft => {
  return { kind: 'note', page, x: 0.4, y: 0.6, text: 'words', belongs };
};
/** The notes of a kit, once its pages are read. */
async function listed(kit: string): Promise<ListedMark[]> {
  await notes.read(kit);
  return notes.list(kit);
}
const told = (marks: readonly ListedMark[]) =>
  marks.map(({ draft, lasting }) => [draft.page, lasting?.waits ?? 'drawn']);

const ils: Printed = { airport: 'EGLL', kind: 'approach', number: '11-1', title: 'ILS 27L', drawing: 1 };
const loc: Printed = { airport: 'EGLL', kind: 'approach', number: '11-2', title: 'LOC 27L', drawing: 2 };
const sid: Printed = { airport: 'EHAM', kind: 'departure', number: '30-1', title: 'ARNEM', drawing: 3 };

describe('a note of a chart', () => {
  test('is at its place on the same chart of each kit, and waits where the chart changed until it is kept', async () => {
    const { id } = await notes.add(addKit([ils], [loc]), note(1, 'chart'));
    const later = addKit([sid], [loc], [ils]);
    expect(await listed(later)).toMatchObject([
      {
        id,
        kit_id: later,
        outdated: false,
        draft: { ...note(3, 'chart') },
        lasting: { airport: 'EGLL', chart: '11-1 ILS 27L', waits: null },
      },
    ]);
    const revised = addKit([{ ...ils, drawing: 9 }]);
    expect(await listed(revised)).toMatchObject([{ id, outdated: true, lasting: { waits: 'changed' } }]);
    expect(await notes.keep(revised, id)).toMatchObject({ outdated: false, lasting: { waits: null } });
    // Kept once for all kits that draw it so, and still on what it was written on.
    expect(told(await listed(addKit([loc], [{ ...ils, drawing: 9 }])))).toEqual([[2, 'drawn']]);
    expect(told(await listed(later))).toEqual([[3, 'drawn']]);
  });

  test('is left out where what was read of documents can’t be read: the marks of the flight don’t depend on it', async () => {
    const kit = addKit([ils]);
    await notes.add(kit, note(1, 'chart'));
    database.connection.close();
    expect(notes.list(kit)).toEqual([]);
    expect(log.lines).toEqual([`The notes of charts and airports in the kit ${kit} could not be read.`]);
  });

  test('is there once its page was read, which is told', async () => {
    await notes.add(addKit([ils]), note(1, 'chart'));
    const kit = addKit([loc], [ils]);
    const before = changes;
    expect(notes.list(kit)).toEqual([]);
    await expect.poll(() => changes).toBe(before + 1);
    expect(told(notes.list(kit))).toEqual([[2, 'drawn']]);
  });

  test('is refused where its chart is not certain', async () => {
    const kit = addKit([ils], [ils], [loc, sid], []);
    for (const page of [1, 2, 3, 4])
      await expect(notes.add(kit, note(page, 'chart'))).rejects.toThrow('not certain which chart');
    for (const page of [3, 4])
      await expect(notes.add(kit, note(page, 'airport'))).rejects.toThrow('not certain which chart');
    await expect(notes.add(kit, note(5, 'chart'))).rejects.toThrow('has 4 pages');
  });
});

test('a note of an airport is on the first page of that airport, below those before it', async () => {
  const kit = addKit([sid], [ils], [loc]);
  await notes.add(kit, note(3, 'airport'));
  await notes.add(kit, { ...note(2, 'airport'), text: 'second' });
  const other = addKit([loc], [ils]);
  expect(told(await listed(kit))).toEqual([
    [2, 'drawn'],
    [2, 'drawn'],
  ]);
  const [first, second] = await listed(other);
  expect(first).toMatchObject({
    draft: { page: 1, text: 'words' },
    lasting: { airport: 'EGLL', chart: null },
  });
  expect(second).toMatchObject({ draft: { page: 1, text: 'second' } });
  expect(first?.draft).not.toMatchObject({ y: second?.draft.kind === 'note' ? second.draft.y : 0 });
  expect(await listed(addKit([sid]))).toEqual([]);
});

describe('a note of the company', () => {
  test('is on each chart with its name, also of a sheet, and on the first page of its airport below other notes', async () => {
    const kit = addKit([sid], [loc, ils], [ils]);
    await notes.add(kit, { ...note(3, 'airport'), text: 'mine' });
    company = [
      { airport: 'EGLL', chart: 'ils  27l', text: 'by title' },
      { airport: 'EGLL', chart: '11-2', text: 'by number' },
      { airport: 'EGLL', chart: '11-2 LOC 27L', text: 'by both' },
      { airport: 'EHAM', chart: 'ILS 27L', text: 'of another airport' },
      { airport: 'EGLL', chart: null, text: 'of the airport' },
    ];
    const marks = await listed(kit);
    expect(
      marks.map(({ draft, lasting }) => draft.kind === 'note' && [draft.page, draft.text, lasting?.chart]),
    ).toEqual([
      [2, 'mine', null],
      [2, 'by title', '11-1 ILS 27L'],
      [3, 'by title', '11-1 ILS 27L'],
      [2, 'by number', '11-2 LOC 27L'],
      [2, 'by both', '11-2 LOC 27L'],
      [2, 'of the airport', null],
    ]);
    const places = marks.map(({ draft }) => draft.kind === 'note' && `${draft.page} ${draft.x} ${draft.y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(marks[1]).toMatchObject({
      ...{ by: 'Demo Air', created_at: Date.parse('2027-03-27T09:00:00Z'), outdated: false },
      lasting: { airport: 'EGLL', company: 'Demo Air', waits: null },
    });
    expect(await listed(kit), 'with the same ids').toEqual(marks);
  });

  test('is in kits of its profile alone, and nobody changes it', async () => {
    const [own, others] = [addKit([ils]), addKitOf('q', [ils])];
    company = [{ airport: 'EGLL', chart: '11-1', text: 'words' }];
    const [mark] = await listed(own);
    expect(await listed(others)).toEqual([]);
    const id = mark?.id ?? '';
    await expect(notes.change(own, id, note(1, 'chart'))).rejects.toThrow();
    await expect(notes.keep(own, id)).rejects.toThrow();
    expect(notes.get(id)).toBeNull();
    expect(await listed(own)).toEqual([mark]);
  });
});

test('changing and removing a note does so in all kits, also after its own kit and a restart', async () => {
  const first = addKit([ils]);
  const { id } = await notes.add(first, note(1, 'chart'));
  const later = addKit([ils]);
  kits.delete(first);
  notes = opened();
  await notes.change(later, id, { ...note(1, 'chart'), text: 'other' });
  expect(await listed(addKit([ils]))).toMatchObject([{ id, draft: { text: 'other' } }]);
  notes.remove(later, id);
  expect(await listed(later)).toEqual([]);
  await expect(notes.change(later, id, note(1, 'chart'))).rejects.toThrow('not there any more');
  const entries = database.connection.read((sql) =>
    sql("SELECT body FROM entries WHERE kind = 'marks'").all(),
  );
  expect(entries.map(({ body }) => JSON.parse(String(body)).marks)).toEqual([
    { added: 1, changed: 0, removed: 0 },
    { added: 0, changed: 1, removed: 0 },
    { added: 0, changed: 0, removed: 1 },
  ]);
});

// Random cycles.

const airports = ['EGLL', 'EHAM'] as const;
const first: readonly Printed[] = airports.flatMap((airport) =>
  ['ILS 27L', 'ILS 27R', 'VOR 09'].map((title, index): Printed => {
    return { airport, kind: 'approach', number: `11-${index + 1}`, title, drawing: index };
  }),
);
const charts = first.length;
const cycle = fc.record({
  /** What becomes of each chart. */
  fates: fc.array(
    fc.constantFrom('stays', 'stays', 'stays', 'revised', 'renumbered', 'renamed', 'missing', 'doubled'),
    {
      minLength: charts,
      maxLength: charts,
    },
  ),
  /** Two charts that swap numbers or titles, or are printed on one sheet. */
  pair: fc.tuple(fc.nat(charts - 1), fc.nat(charts - 1)),
  pairs: fc.constantFrom('apart', 'apart', 'numbers', 'titles', 'sheet'),
  isReversed: fc.boolean(),
  write: fc.array(fc.tuple(fc.nat(charts), fc.constantFrom('chart' as const, 'airport' as const)), {
    maxLength: 3,
  }),
  decide: fc.array(fc.tuple(fc.nat(9), fc.constantFrom('keep', 'keep', 'leave', 'remove')), { maxLength: 4 }),
});
type Cycle = typeof cycle extends fc.Arbitrary<infer T> ? T : never;

/** The next edition of the charts, and the sheets of a kit of it. */
function nextEdition(before: readonly Printed[], step: Cycle, serial: number) {
  const next = before.map((chart, index): Printed => {
    const fate = step.fates[index];
    if (fate === 'revised') return { ...chart, drawing: 100 * serial + index };
    if (fate === 'renumbered') return { ...chart, number: `12-${serial}${index}` };
    return fate === 'renamed' ? { ...chart, title: `RNP ${serial}${index}` } : chart;
  });
  const [one, other] = step.pair;
  const swap = <K extends 'number' | 'title'>(key: K) => {
    const [a, b] = [next[one], next[other]];
    if (a && b)
      [next[one], next[other]] = [
        { ...a, [key]: b[key] },
        { ...b, [key]: a[key] },
      ];
  };
  if (step.pairs === 'numbers') swap('number');
  if (step.pairs === 'titles') swap('title');
  const sheets = next.flatMap((chart, index): Sheet[] => {
    if (step.fates[index] === 'missing') return [];
    if (step.pairs === 'sheet' && one !== other && index === other) return [];
    const partner = step.pairs === 'sheet' && one !== other && index === one ? next[other] : undefined;
    const sheet = partner ? [chart, partner] : [chart];
    return step.fates[index] === 'doubled' ? [sheet, sheet] : [sheet];
  });
  return { next, sheets: step.isReversed ? sheets.reverse() : sheets };
}

/** A note as the model knows it. */
interface Known {
  chart: Printed | null;
  airport: string;
  /** The pages on which a person put it or kept it. */
  seen: Set<string>;
}

/** What the model says of a note in a kit: null where it is not there, else the pages on which it may be, and how. */
function expected(
  { chart, airport, seen }: Known,
  sheets: readonly Sheet[],
): { is: string; pages: number[] } | null {
  const pagesWith = (fits: (one: Printed) => boolean) =>
    sheets.flatMap((sheet, index) => (sheet.some(fits) ? [index + 1] : []));
  if (chart === null) {
    const page =
      sheets.findIndex((sheet) => sheet.length > 0 && sheet.every((one) => one.airport === airport)) + 1;
    return page === 0 ? null : { is: 'drawn', pages: [page] };
  }
  const isOf = (one: Printed) => one.airport === chart.airport && one.kind === chart.kind;
  const ways = [
    pagesWith((one) => isOf(one) && one.number === chart.number && one.title === chart.title),
    pagesWith((one) => isOf(one) && one.title === chart.title),
    pagesWith((one) => isOf(one) && one.number === chart.number),
  ];
  const pages = ways.find((found) => found.length > 0);
  if (!pages) return null;
  const sheet = sheets[(pages[0] ?? 0) - 1] ?? [];
  if (pages.length > 1 || sheet.length > 1) return { is: 'unsure', pages };
  return { is: seen.has(drawingOf(sheet)) ? 'drawn' : 'changed', pages };
}

test('over cycles no note is drawn on a wrong chart, none is lost, and each that waits is listed once', async () => {
  let [drawn, waiting] = [0, 0];
  const run = async (cycles: readonly Cycle[]) => {
    const model = new Map<string, Known>();
    const past: string[] = [];
    let edition = first;
    async function check(kit: string) {
      const { sheets } = kits.get(kit) ?? { sheets: [] };
      const marks = await listed(kit);
      expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
      const found = new Map(marks.map((mark) => [mark.id, mark]));
      for (const [id, known] of model) {
        const wanted = expected(known, sheets);
        const mark = found.get(id);
        expect(mark === undefined).toBe(wanted === null);
        if (!mark || !wanted) continue;
        const waits = mark.lasting?.waits ?? 'drawn';
        expect([waits, mark.outdated]).toEqual([wanted.is, waits !== 'drawn']);
        expect(wanted.pages).toContain(mark.draft.page);
        if (waits === 'drawn' && known.chart) {
          // The page is, to the last line, one on which a person has put this note.
          expect(known.seen.has(drawingOf(sheets[mark.draft.page - 1] ?? []))).toBe(true);
          drawn += 1;
        } else if (known.chart) waiting += 1;
      }
      expect([...found.keys()].filter((id) => !model.has(id))).toEqual([]);
    }
    for (const [serial, step] of cycles.entries()) {
      const { next, sheets } = nextEdition(edition, step, serial + 1);
      edition = next;
      const kit = addKit(...sheets);
      past.push(kit);
      await check(kit);
      for (const [at, way] of step.decide) {
        const mark = (await listed(kit))[at];
        if (!mark) continue;
        if (way === 'remove') {
          notes.remove(kit, mark.id);
          model.delete(mark.id);
        } else if (way === 'keep' && mark.lasting?.waits === 'changed') {
          await notes.keep(kit, mark.id);
          const known = model.get(mark.id);
          const sheet = sheets[mark.draft.page - 1] ?? [];
          known?.seen.add(drawingOf(sheet));
          if (known) known.chart = sheet[0] ?? null;
        } else if (way === 'keep' && mark.lasting?.waits === 'unsure')
          await expect(notes.keep(kit, mark.id)).rejects.toThrow('not certain');
      }
      for (const [at, belongs] of step.write) {
        const sheet = sheets[at];
        const [chart] = sheet ?? [];
        if (!sheet || !chart) continue;
        const alike = sheets
          .flat()
          .filter(
            (one) =>
              one.airport === chart.airport && one.number === chart.number && one.title === chart.title,
          );
        const isOne =
          belongs === 'chart'
            ? sheet.length === 1 && alike.length === 1
            : new Set(sheet.map(({ airport }) => airport)).size === 1;
        const adding = notes.add(kit, note(at + 1, belongs));
        if (!isOne) await expect(adding).rejects.toThrow('not certain');
        else {
          const seen = new Set([drawingOf(sheet)]);
          model.set((await adding).id, {
            chart: belongs === 'chart' ? chart : null,
            airport: chart.airport,
            seen,
          });
        }
      }
      notes = opened();
      for (const one of past) await check(one);
    }
    database.connection.run('DELETE FROM notes');
  };
  await fc.assert(fc.asyncProperty(fc.array(cycle, { minLength: 2, maxLength: 6 }), run), { numRuns: 60 });
  expect(Math.min(drawn, waiting)).toBeGreaterThan(100);
});
