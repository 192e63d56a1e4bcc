import { expect, test } from 'vitest';
import { createBatchStore } from '../../../../renderer/batch/batch-store.ts';
import { connect } from '../../../../renderer/ipc/bridge.ts';
import { kitsSlice } from '../../../../renderer/kits/kits-store.ts';
import { createRegistry } from '../../../../renderer/state/registry.tsx';
import { createFakeBridge } from '../fake-bridge.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const table = `Flight\tDate\tFrom\tTo\tSTD
KLM511\t21NOV\tEHAM\tKJFK\t1045
KLM512\t22NOV\tKJFK\tEH\t0210
KLM513\t22NOV\tEHAM\tQQQQ\t1045`;

function setUp() {
  const fake = createFakeBridge({
    scenario: 'empty',
    speed: 1,
    documents: [{ id: 'd', bytes: 1, pages: 1 }],
  });
  const bridge = connect(fake.bridge);
  const kits = createRegistry(bridge).get(kitsSlice);
  return { fake, kits, store: createBatchStore(bridge, kits, () => now) };
}

test('a pasted table is checked row by row, and a corrected cell again', async () => {
  const { store } = setUp();
  store.getState().paste(table);
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
  store.getState().paste(table);
  await store.getState().send('p');
  expect(store.getState().sent.map(({ row, trip }) => [row, trip.flight])).toEqual([
    [1, 'KLM511'],
    [3, 'KLM513'],
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
  const bridge = connect(fake.bridge);
  const store = createBatchStore(bridge, createRegistry(bridge).get(kitsSlice), () => now);
  const bad = new Set([50, 150]);
  // Row 100 of the sheet is empty.
  const line = (row: number) => (row === 100 ? '' : `KLM${row}\tEHAM\t${bad.has(row) ? 'KJ' : 'KJFK'}`);
  store
    .getState()
    .paste(['Flight\tFrom\tTo', ...Array.from({ length: 200 }, (_, index) => line(index + 1))].join('\n'));
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
  expect(sent.map(({ row }) => row)).toEqual([...Array(201).keys()].filter((row) => row > 0 && row !== 100));
  for (const { row, trip } of sent) expect(trip.flight).toBe(`KLM${row}`);
  await store.getState().save();
  expect(saved.slice(1).map(([row, flight]) => `KLM${row}` === flight)).toEqual(Array(199).fill(true));
});

test('a row that is left out is not sent', async () => {
  const { store } = setUp();
  store.getState().paste(table);
  store.getState().toggle(0);
  await store.getState().send('p');
  expect(store.getState().sent.map(({ row }) => row)).toEqual([3]);
  expect([...store.getState().leftOut]).toEqual([0]);
});

test('a failed request loses nothing', async () => {
  const { store, fake } = setUp();
  store.getState().paste(table);
  fake.failNext('kits.request', 'The disk is full.');
  await store.getState().send('p');
  expect(store.getState().failure?.message).toBe('The disk is full.');
  expect(store.getState().table?.rows).toHaveLength(3);
  expect(store.getState()).toMatchObject({ busy: false, sent: [] });
});

test('an order goes out for flights that are still to come only', async () => {
  const { store, fake } = setUp();
  store.getState().paste('From,To,Departure\nEHAM,KJFK,2026-11-21T07:00:00Z\nEHAM,EGLL,2026-11-21T20:00:00Z');
  store.getState().setHoursBefore(6);
  await store.getState().send('p');
  expect(fake.calls).toContain('orders.add');
  expect(fake.calls).not.toContain('kits.request');
  expect(store.getState().table?.rows).toEqual([['EHAM', 'KJFK', '2026-11-21T07:00:00Z']]);
  expect(store.getState().message).toMatch(/1 kit is ordered/);
});

test('dates that can be read in two ways wait for a choice', async () => {
  const { store } = setUp();
  store.getState().paste('From,To,Date,Time\nEHAM,KJFK,03/12/2026,1045');
  await store.getState().check('p');
  expect(store.getState().sendable()).toEqual([]);
  store.getState().setOrder('day-first');
  await store.getState().check('p');
  expect(store.getState().rows[0]?.trip.departure).toBe('2026-12-03T10:45:00Z');
  expect(store.getState().sendable()).toEqual([0]);
});

test('a column that nobody understood gets its meaning from a person, and no meaning is there twice', () => {
  const { store } = setUp();
  store.getState().paste('A,B\nEHAM,KJFK', 'header');
  expect(store.getState().table?.columns.map(({ meaning }) => meaning)).toEqual([null, null]);
  store.getState().setMeaning(0, 'origin');
  store.getState().setMeaning(1, 'origin');
  expect(store.getState().table?.columns.map(({ meaning }) => meaning)).toEqual([null, 'origin']);
});

test('the same flight twice is a word of warning', async () => {
  const { store } = setUp();
  store.getState().paste('From,To\nEHAM,KJFK\nEHAM,KJFK');
  await store.getState().check('p');
  expect(store.getState().rows[1]?.notes).toMatchObject([{ severity: 'warning', column: null }]);
  expect(store.getState().sendable()).toEqual([0, 1]);
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
  const bridge = connect(fake.bridge);
  const store = createBatchStore(bridge, createRegistry(bridge).get(kitsSlice), () => now);
  store.getState().paste(table);
  await store.getState().send('p');
  await store.getState().save();
  expect(saved[0]?.slice(0, 5)).toEqual(['Row', 'Flight', 'Trip', 'Departure (UTC)', 'State']);
  expect(saved.slice(1).map((row) => row.slice(0, 5))).toEqual([
    ['1', 'KLM511', 'EHAM KJFK', '2026-11-21T10:45:00Z', 'Requesting'],
    ['3', 'KLM513', 'EHAM QQQQ', '2026-11-22T10:45:00Z', 'Requesting'],
  ]);
  expect(store.getState().message).toBe('Saved as kits.csv.');
});
