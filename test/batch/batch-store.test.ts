import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFlights } from '../../main/trips/rules/read-flights.ts';
import type { Shelf } from '../../preload/contract.ts';
import { AirportIndex } from '../../renderer/airports/airport-index.ts';
import { failuresFirst } from '../../renderer/batch/batch-state.ts';
import { createBatchStore } from '../../renderer/batch/batch-store.ts';
import { kitsSlice } from '../../renderer/kits/kits-store.ts';
import { connect } from '../../renderer/shell/state/bridge.ts';
import { createRegistry } from '../../renderer/shell/state/registry.tsx';
import { airports, workbookOf } from '../trips/fixtures.ts';
import { createFakeBridge } from '../window/fake-bridge.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const table = `Flight\tDate\tFrom\tTo\tSTD
KLM511\t21NOV\tEHAM\tKJFK\t1045
KLM512\t22NOV\tKJFK\tEH\t0210
KLM513\t22NOV\tEHAM\tQQQQ\t1045`;

const names = new AirportIndex(
  readFileSync(new URL('../../renderer/airports/airports.txt', import.meta.url), 'utf8'),
);

function setUp() {
  const fake = createFakeBridge({
    scenario: 'empty',
    speed: 1,
    documents: [{ id: 'd', bytes: 1, pages: 1 }],
  });
  return { fake, ...storeOf(fake) };
}

function storeOf(fake: ReturnType<typeof createFakeBridge>) {
  const bridge = connect(fake.bridge);
  const registry = createRegistry(bridge);
  const kits = registry.get(kitsSlice);
  kits.getState().start();
  const store = createBatchStore({
    bridge,
    kits,
    read: (content, first, at) => readFlights(content, airports, at, first),
    now: () => now,
  });
  store.getState().setAirports(names);
  return { bridge, kits, store };
}

test('a pasted table is checked row by row, and a corrected cell again', async () => {
  const { store } = setUp();
  await store.getState().paste(table);
  expect(store.getState().checked).toBe(false);
  expect(store.getState().sendable()).toEqual([]);
  await store.getState().check('p');
  expect(store.getState().rows.map(({ good }) => good)).toEqual([true, false, true]);
  expect(store.getState().rows[1]?.notes).toMatchObject([{ severity: 'error', column: 3 }]);
  store.getState().edit(1, 3, 'EHAM');
  await store.getState().check('p');
  expect(store.getState().sendable()).toEqual([0, 1, 2]);
});

test('the good rows are sent and leave the table; the others stay to be corrected', async () => {
  const { store, fake, kits } = setUp();
  await store.getState().paste(table);
  await store.getState().send('p');
  expect(store.getState().sent.map(({ row, trip }) => [row, trip.flight])).toEqual([
    [2, 'KLM511'],
    [4, 'KLM513'],
  ]);
  expect(kits.getState().kits).toHaveLength(2);
  expect(store.getState().table?.rows).toEqual([['KLM512', '22NOV', 'KJFK', 'EH', '0210']]);
  // What was sent can't come back by reading the pasted text again.
  expect(store.getState().text).toBe('');
  await store.getState().send('p');
  expect(fake.calls.filter((call) => call === 'kits.request')).toHaveLength(1);
});

test('rows keep the numbers of the person’s own sheet, through sending, results, messages and the CSV', async () => {
  const fake = createFakeBridge({
    scenario: 'empty',
    speed: 1,
    documents: [{ id: 'd', bytes: 1, pages: 1 }],
  });
  let saved: string[][] = [];
  fake.bridge.batch.save = async (rows) => {
    saved = rows;
    return { ok: true, value: 'kits.csv' };
  };
  const { store } = storeOf(fake);
  const bad = new Set([50, 150]);
  // Row 100 of the sheet is empty.
  const line = (row: number) => (row === 100 ? '' : `KLM${row}\tEHAM\t${bad.has(row) ? 'KJ' : 'KJFK'}`);
  await store
    .getState()
    .paste(['Flight\tFrom\tTo', ...Array.from({ length: 200 }, (_, index) => line(index + 2))].join('\n'));
  await store.getState().send('p');
  expect(store.getState().sent).toHaveLength(197);
  expect(store.getState().rows.map(({ number, trip }) => [number, trip.flight])).toEqual([
    [50, 'KLM50'],
    [150, 'KLM150'],
  ]);
  // The same flight as another row is told by that row's number.
  store.getState().edit(1, 0, 'KLM50');
  await store.getState().check('p');
  expect(store.getState().rows[1]?.notes.map(({ message }) => message)).toContain(
    'The same flight as in row 50.',
  );
  store.getState().edit(1, 0, 'KLM150');
  store.getState().edit(1, 2, 'KJFK');
  await store.getState().send('p');
  expect(store.getState().rows.map(({ number }) => number)).toEqual([50]);
  store.getState().edit(0, 2, 'KJFK');
  await store.getState().send('p');
  const { sent } = store.getState();
  expect(sent.map(({ row }) => row)).toEqual([...Array(202).keys()].filter((row) => row > 1 && row !== 100));
  for (const { row, trip } of sent) expect(trip.flight).toBe(`KLM${row}`);
  await store.getState().save();
  expect(saved.slice(1).map(([row, flight]) => `KLM${row}` === flight)).toEqual(Array(199).fill(true));
});

test('a row that is left out is not sent', async () => {
  const { store } = setUp();
  await store.getState().paste(table);
  store.getState().toggle(0);
  await store.getState().send('p');
  expect(store.getState().sent.map(({ row }) => row)).toEqual([4]);
  expect([...store.getState().leftOut]).toEqual([0]);
});

test('the next correction is below the row of the last work, then the first again', async () => {
  const { store } = setUp();
  await store.getState().paste(`${table}\nKLM514\t22NOV\tEH\tEHAM\t1045\nKLM515\t22NOV\tEHAM\t\t1045`);
  await store.getState().check('p');
  const next = () => {
    store.getState().nextProblem(null);
    const { target } = store.getState();
    return target && [target.row, target.column];
  };
  expect([next(), next(), next(), next()]).toEqual([
    [1, 3],
    [3, 2],
    [4, 3],
    [1, 3],
  ]);
  store.getState().workIn(3);
  expect(next()).toEqual([4, 3]);
  // A row that is left out is not sent, so nothing of it has to be corrected.
  store.getState().toggle(1);
  expect(next()).toEqual([3, 2]);
  store.getState().nextProblem('changed');
  expect(store.getState().target).toEqual({ row: 3, column: 2 });
});

test('a failed request loses nothing', async () => {
  const { store, fake } = setUp();
  await store.getState().paste(table);
  fake.failNext('kits.request', 'The disk is full.');
  await store.getState().send('p');
  expect(store.getState().failure?.message).toBe('The disk is full.');
  expect(store.getState().table?.rows).toHaveLength(3);
  expect(store.getState()).toMatchObject({ busy: false, sent: [] });
});

test('kits are planned for flights that are still to come only', async () => {
  const { store, fake } = setUp();
  await store
    .getState()
    .paste('From,To,Departure\nEHAM,KJFK,2026-11-21T07:00:00Z\nEHAM,EGLL,2026-11-21T20:00:00Z');
  store.getState().setHoursBefore(6);
  await store.getState().send('p');
  expect(fake.calls).toContain('kits.plan');
  expect(store.getState().sent).toEqual([]);
  expect(fake.calls).not.toContain('kits.request');
  expect(store.getState().table?.rows).toEqual([['EHAM', 'KJFK', '2026-11-21T07:00:00Z']]);
  expect(store.getState().message).toMatch(/1 kit is planned/);
});

test('dates that can be read in two ways wait for a choice', async () => {
  const { store } = setUp();
  await store.getState().paste('From,To,Date,Time\nEHAM,KJFK,03/12/2026,1045');
  await store.getState().check('p');
  expect(store.getState().sendable()).toEqual([]);
  store.getState().setOrder('day-first');
  await store.getState().check('p');
  expect(store.getState().rows[0]?.trip.departure).toBe('2026-12-03T10:45:00Z');
  expect(store.getState().sendable()).toEqual([0]);
});

test('a column that nobody understood gets its meaning from a person, and no meaning is there twice', async () => {
  const { store } = setUp();
  await store.getState().paste('A,B\nEHAM,KJFK');
  await store.getState().readAgain('header');
  expect(store.getState().table?.columns.map(({ meaning }) => meaning)).toEqual([null, null]);
  store.getState().setMeaning(0, 'origin');
  store.getState().setMeaning(1, 'origin');
  expect(store.getState().table?.columns.map(({ meaning }) => meaning)).toEqual([null, 'origin']);
});

test('the same flight twice is a word of warning', async () => {
  const { store } = setUp();
  await store.getState().paste('From,To\nEHAM,KJFK\nEHAM,KJFK');
  await store.getState().check('p');
  expect(store.getState().rows[1]?.notes).toMatchObject([{ severity: 'warning', column: null }]);
  expect(store.getState().sendable()).toEqual([0, 1]);
});

test('results begin with what failed or needs a decision', async () => {
  const { store, fake, kits } = setUp();
  const rows = ['KLM1', 'KLM2', 'KLM3', 'KLM4'].map((flight) => `${flight}\tEHAM\tKJFK`);
  await store.getState().paste(['Flight\tFrom\tTo', ...rows].join('\n'));
  await store.getState().send('p');
  const { sent } = store.getState();
  const states = ['ready', 'failed', 'generating', 'unconfirmed'] as const;
  sent.forEach(({ kitId }, at) => {
    const kit = kits.getState().find(kitId);
    const state = states[at];
    if (kit && state) fake.push({ ...kit, state });
  });
  const byId = new Map(kits.getState().kits.map((kit) => [kit.id, kit]));
  const order = failuresFirst(sent, byId).map(({ trip }) => trip.flight);
  expect(order).toEqual(['KLM2', 'KLM4', 'KLM1', 'KLM3']);
});

test('what came of it goes into a spreadsheet', async () => {
  const fake = createFakeBridge({
    scenario: 'empty',
    speed: 1,
    documents: [{ id: 'd', bytes: 1, pages: 1 }],
  });
  let saved: string[][] = [];
  fake.bridge.batch.save = (rows) => {
    saved = rows;
    return Promise.resolve({ ok: true, value: 'kits.csv' });
  };
  const { store } = storeOf(fake);
  await store.getState().paste(table);
  await store.getState().send('p');
  await store.getState().save();
  expect(saved[0]?.slice(0, 5)).toEqual(['Row', 'Flight', 'Trip', 'Departure (UTC)', 'State']);
  expect(saved.slice(1).map((row) => row.slice(0, 5))).toEqual([
    ['2', 'KLM511', 'EHAM KJFK', '2026-11-21T10:45:00Z', 'Requesting'],
    ['4', 'KLM513', 'EHAM QQQQ', '2026-11-22T10:45:00Z', 'Requesting'],
  ]);
  expect(store.getState().message).toBe('Saved as kits.csv.');
});

test('IATA codes and names are converted in sight: one by one, or all that are sure at once', async () => {
  const { store } = setUp();
  await store
    .getState()
    .paste('Flight,From,To,Altn\nKLM1,AMS,London Heathrow Airport,LGW STN\nKLM2,EHAM,Oslo,\nKLM3,XQZ,JFK,');
  await store.getState().check('p');
  const fixes = () =>
    store.getState().rows.map(({ notes }) => notes.flatMap(({ fix }) => (fix ? [fix.text] : [])));
  expect(fixes()).toEqual([
    [
      'AMS → EHAM, Amsterdam Airport Schiphol (NL)',
      'London Heathrow Airport → EGLL, London Heathrow Airport (GB)',
      'LGW STN → EGKK EGSS, London Gatwick Airport (GB); London Stansted Airport (GB)',
    ],
    ['Oslo → ENGM, Oslo Airport, Gardermoen (NO)'],
    ['JFK → KJFK, John F Kennedy International Airport, New York (US)'],
  ]);
  // A conversion takes the place of the rules' word about the same cell.
  expect(store.getState().rows[0]?.notes).toHaveLength(3);
  expect(store.getState().sendable()).toEqual([]);
  store.getState().fixAll();
  expect(store.getState().message).toBe('4 airports are converted to ICAO codes.');
  expect(store.getState().table?.rows).toEqual([
    ['KLM1', 'EHAM', 'EGLL', 'EGKK EGSS'],
    // It may be a code: nobody but the person says so.
    ['KLM2', 'EHAM', 'Oslo', ''],
    ['KLM3', 'XQZ', 'KJFK', ''],
  ]);
  store.getState().fix(1, 2);
  await store.getState().check('p');
  expect(store.getState().rows.map(({ good }) => good)).toEqual([true, true, false]);
});

test('the same words of warning as in the form', async () => {
  const { store } = setUp();
  await store.getState().paste('From,To,Altn\nEHAM,EHAM,\nEHAM,EGZZ,EGYY');
  await store.getState().check('p');
  const words = store.getState().rows.map(({ notes }) => notes.map(({ message }) => message).join(' '));
  expect(words[0]).toContain('the same airport');
  expect(words[1]).toContain('No name is known here for EGZZ');
  expect(words[1]).toContain('No name is known here for EGYY');
  expect(store.getState().sendable()).toEqual([0, 1]);
});

const roster = (rows: string) => `Flight,Date,From,To,STD,Status\n${rows}`;

test('a second file: what is new, changed, cancelled, the same and missing, and the same is not requested twice', async () => {
  const { store, fake } = setUp();
  await store
    .getState()
    .paste(
      roster(
        'KLM1,24NOV26,EHAM,EGLL,0800,\nKLM2,24NOV26,EHAM,EGLL,0900,\nKLM3,24NOV26,EHAM,EGLL,1000,\nKLM4,24NOV26,EHAM,EGLL,1100,',
      ),
    );
  await store.getState().send('p');
  expect(store.getState().sent).toHaveLength(4);
  await store
    .getState()
    .paste(
      roster(
        'KLM1,24NOV26,EHAM,EGLL,0800,\nKLM2,24NOV26,EHAM,EGLL,0930,\nKLM3,24NOV26,EHAM,EGLL,1000,CNX\nKLM9,24NOV26,EHAM,EGLL,1200,\nKLM8,24NOV26,EHAM,EGLL,1200,CNX',
      ),
    );
  await store.getState().check('p');
  expect(store.getState().rows.map(({ standing }) => standing.standing)).toEqual([
    'same',
    'changed',
    'cancelled',
    'new',
    'cancelled',
  ]);
  expect(store.getState().rows[1]?.standing.differs).toEqual(['departure']);
  expect(store.getState().missing.map(({ trip }) => trip.flight)).toEqual(['KLM4']);
  expect(store.getState().sendable()).toEqual([1, 3]);
  // A person may want the same once more.
  store.getState().toggle(0);
  expect(store.getState().sendable()).toEqual([0, 1, 3]);
  store.getState().toggle(0);
  const before = fake.calls.filter((call) => call === 'kits.remove' || call === 'kits.cancel').length;
  await store.getState().send('p');
  expect(store.getState().sent.map(({ trip }) => trip.flight)).toEqual([
    'KLM1',
    'KLM2',
    'KLM3',
    'KLM4',
    'KLM2',
    'KLM9',
  ]);
  // The cancelled flight with a kit stays to be decided; nothing was done to it.
  expect(store.getState().table?.rows.map(([flight]) => flight)).toEqual(['KLM3']);
  expect(fake.calls.filter((call) => call === 'kits.remove' || call === 'kits.cancel')).toHaveLength(before);
  expect(store.getState().message).toBe('1 is the same as before and not requested again.');
});

test('a changed flight takes the place of its planned kit', async () => {
  const { store, kits } = setUp();
  await store.getState().paste(roster('KLM1,24NOV26,EHAM,EGLL,0800,'));
  store.getState().setHoursBefore(6);
  await store.getState().send('p');
  await store.getState().paste(roster('KLM1,24NOV26,EHAM,EGLL,0845,'));
  await store.getState().send('p');
  const all = kits.getState().kits.map(({ state, trip }) => `${state} ${trip?.departure}`);
  expect(all.sort()).toEqual(['cancelled 2026-11-24T08:00:00Z', 'planned 2026-11-24T08:45:00Z']);
});

test('every line of a roster is taken, or told with the reason', async () => {
  const { store } = setUp();
  const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
  await store
    .getState()
    .takeFiles([
      new File(
        [
          [
            'BEGIN:VCALENDAR',
            event('UID:1', 'DTSTART:20261124T080000Z', 'SUMMARY:KL1007 AMS-LHR'),
            event('UID:2', 'DTSTART;VALUE=DATE:20261125', 'SUMMARY:Day off'),
            'END:VCALENDAR',
          ].join('\r\n'),
        ],
        'roster.ics',
      ),
      new File(['x'], 'second.csv'),
    ]);
  const { table, notTaken, name, isSheet } = store.getState();
  expect(name).toBe('roster.ics');
  expect(isSheet).toBe(false);
  expect(table?.rows).toEqual([['KL1007', '2026-11-24T08:00Z', 'EHAM', 'EGLL']]);
  expect(table?.numbers).toEqual([2]);
  expect(notTaken.map(({ line, text }) => [line, text])).toEqual([
    [7, 'Day off'],
    [1, 'second.csv'],
  ]);
  await store.getState().send('p');
  expect(store.getState().sent.map(({ place }) => place)).toEqual(['Line 2']);
});

test('a workbook of two thousand rows is checked and sent, a thousand a call', async () => {
  const { store, fake } = setUp();
  const rows = Array.from({ length: 2000 }, (_, at) => [
    `KLM${at + 1}`,
    '2026-11-24',
    'EHAM',
    'KJFK',
    '1045',
  ]);
  const bytes = workbookOf({ Flights: [['Flight', 'Date', 'From', 'To', 'STD'], ...rows] });
  await store.getState().takeFiles([new File([new Uint8Array(bytes)], 'flights.xlsx')]);
  await store.getState().check('p');
  expect(store.getState().sendable()).toHaveLength(2000);
  expect(store.getState().rows[0]?.number).toBe(2);
  await store.getState().send('p');
  expect(store.getState().sent).toHaveLength(2000);
  expect(fake.calls.filter((call) => call === 'kits.request')).toHaveLength(2);
});

test('a file that is dropped on flights that were not sent asks first', async () => {
  const { store } = setUp();
  await store.getState().paste(table);
  const other = new File(['From,To\nEGLL,KBOS'], 'other.csv');
  await store.getState().takeFiles([other]);
  expect(store.getState().table?.rows).toHaveLength(3);
  await store.getState().answerPending(false);
  expect(store.getState().table?.rows).toHaveLength(3);
  await store.getState().takeFiles([other]);
  await store.getState().answerPending(true);
  expect(store.getState().table?.rows).toEqual([['EGLL', 'KBOS']]);
  expect(store.getState().table?.numbers).toEqual([2]);
});

test('what can not be read says so, and what was written stays', async () => {
  const { store } = setUp();
  const file = new File(['x'], 'gone.csv');
  file.arrayBuffer = () => Promise.reject(new Error('gone'));
  await store.getState().takeFiles([file]);
  expect(store.getState().unread).toContain('gone.csv could not be read');
  expect(store.getState().reading).toBeNull();
  await store.getState().paste('origin,destination\n"EHAM,KJFK');
  expect(store.getState()).toMatchObject({ problem: 'quotes', table: null });
  expect(store.getState().text).toContain('EHAM');
});

test('good flights become own flights of the shelf; those left out, cancelled or without a departure do not, and nothing is requested', async () => {
  const { store, fake } = setUp();
  const shelf: Shelf = {
    ...{ profile_id: 'p', name: 'Demo Air', where: 'files.example', takes_login: false, is_desk: false },
    ...{ wants: ['EGLL'], heard_at: null, heard_within_hours: 24, valid_until: null, trouble: null },
    ...{ receipts: 'none', receipt: { written_at: null, trouble: null } },
  };
  fake.putShelf(shelf);
  await store.getState().paste(`${table}\nKLM514\t22NOV\tEHAM\tKJFK\t1145\nKLM515\t\tEHAM\tKJFK\t`);
  store.getState().toggle(3);
  await store.getState().want(shelf);
  const list = await fake.bridge.shelf.list();
  const own = [
    { flight: 'KLM511', origin: 'EHAM', destination: 'KJFK', departure: '2026-11-21T10:45:00Z' },
    { flight: 'KLM513', origin: 'EHAM', destination: 'QQQQ', departure: '2026-11-22T10:45:00Z' },
  ];
  expect(list).toMatchObject({ ok: true, value: [{ wants: ['EGLL', ...own] }] });
  expect(store.getState()).toMatchObject({ failure: null, busy: false });
  expect(store.getState().message).toBe(
    '2 own flights: their kits come once a desk puts them on Demo Air. Nothing is requested.',
  );
  expect(store.getState().rows).toHaveLength(5);
  expect(fake.calls.filter((call) => call.startsWith('kits.re'))).toEqual([]);
});
