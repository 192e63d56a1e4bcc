/** A desk on real folders and a real journal, with an engine that does what the test says. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { expect, test, vi } from 'vitest';
import { DeskOrders } from '../../main/desk/desk-orders.ts';
import { CSV, DOCUMENT, ends, happens, place, row } from './desk-place.ts';

/** What opening a file does that another program has open; null: it is opened. */
const opening = vi.hoisted(() => ({ locked: null as string | null }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (path, ...rest) => {
    if (opening.locked !== null && String(path).endsWith(opening.locked))
      throw Object.assign(new Error('locked'), { code: 'EBUSY' });
    return real.open(path, ...rest);
  };
  return { ...real, open };
});

test('a file becomes a kit with its result, and lies in “done” with its report', async () => {
  const { arrive, live, delivered, result, path, events } = place();
  live();
  arrive('roster.csv', `${CSV}${row('KLM1')}${row('KLM2')}EHAM,ZZZZ,KLM3,\n`);
  await happens(() => expect(delivered()).toHaveLength(4));
  expect(delivered()).toEqual(['KLM1.pdf', 'KLM1.result.json', 'KLM2.pdf', 'KLM2.result.json']);
  expect(readFileSync(path('out', 'KLM1.pdf'), 'utf8')).toBe(DOCUMENT);
  expect(result('KLM1')).toMatchObject({
    ...{ state: 'delivered', file: 'KLM1.pdf', tripkit_id: 'TK-KLM1', bytes: DOCUMENT.length },
    sha256: createHash('sha256')
      .update(readFileSync(path('out', 'KLM1.pdf')))
      .digest('hex'),
    source: { file: 'roster.csv', line: 2 },
  });
  await happens(() => expect(existsSync(path('in', 'done', 'roster.csv.result.json'))).toBe(true));
  const report = JSON.parse(readFileSync(path('in', 'done', 'roster.csv.result.json'), 'utf8'));
  expect(report.lines.map(({ state }: { state: string }) => state)).toEqual([
    'requested',
    'requested',
    'not_taken',
  ]);
  await happens(() => expect(events.filter(({ event }) => event === 'delivered')).toHaveLength(2));
  expect(events.map(({ event }) => event).slice(0, 2)).toEqual(['file', 'requested']);
});

test('a file that another program has open is told, holds up no other one, and is read when it can be', async () => {
  const { arrive, live, delivered, events, path } = place();
  opening.locked = 'open.csv';
  ends.push(() => {
    opening.locked = null;
  });
  // It is the oldest, so it would be the first one to be read.
  arrive('open.csv', CSV + row('KLM1'));
  utimesSync(path('in', 'open.csv'), 1, 1);
  arrive('b.csv', CSV + row('KLM2'));
  live();
  await happens(() => expect(delivered()).toContain('KLM2.result.json'));
  await happens(() =>
    expect(events).toContainEqual(
      expect.objectContaining({
        ...{ event: 'problem', part: 'in' },
        message: expect.stringContaining('“open.csv” can’t be read'),
      }),
    ),
  );
  opening.locked = null;
  await happens(() => expect(delivered()).toContain('KLM1.result.json'));
  const told = () => events.filter((event) => event.event === 'problem').at(-1);
  await happens(() => expect(told()).toMatchObject({ part: 'in', message: null }));
});

test('a kill between the request and the journal: it is told once, and nothing is requested twice', async () => {
  const { engine, arrive, live, delivered, events } = place();
  engine.held = { why: null };
  const first = live();
  arrive('a.csv', CSV + row('KLM1'));
  await happens(() => expect(first.desk.status().waiting).toBe(1));
  await first.end();
  engine.release();
  expect(engine.asked).toEqual(['KLM1']);
  await live().end();
  live();
  await happens(() => expect(delivered()).toEqual(['KLM1.pdf', 'KLM1.result.json']));
  expect(engine.asked).toEqual(['KLM1']);
  expect(events.filter(({ event }) => event === 'requested')).toHaveLength(1);
});

test('a waiting trip that a person cancels in the list is told as cancelled, one that they remove as removed', async () => {
  const { engine, arrive, live, result, events } = place();
  engine.held = { why: null };
  const { desk } = live();
  arrive('a.csv', CSV + row('KLM1') + row('KLM2'));
  await happens(() => expect(desk.status().waiting).toBe(2));
  const [one = '', two = ''] = engine.kits.keys();
  engine.cancel(one);
  engine.remove(two);
  await happens(() => expect(result('KLM1').state).toBe('cancelled'));
  await happens(() => expect(result('KLM2').state).toBe('removed'));
  expect(events.filter(({ event }) => event === 'requested')).toEqual([]);
});

test('a folder that takes nothing away: files are remembered by their content, over restarts, and moved later', async () => {
  const { engine, arrive, live, delivered, path, events } = place();
  // A link to nowhere in the place of the folder, which is never taken for a trip file: as root, nothing is read-only.
  symlinkSync(path('nowhere'), path('in', 'done'));
  const first = live();
  arrive('a.csv', CSV + row('KLM1'));
  await happens(() => expect(delivered()).toContain('KLM1.pdf'));
  await happens(() =>
    expect(events).toContainEqual(expect.objectContaining({ event: 'problem', part: 'in' })),
  );
  expect(existsSync(path('in', 'a.csv'))).toBe(true);
  await first.end();
  const second = live();
  arrive('b.csv', CSV + row('KLM2'));
  await happens(() => expect(delivered()).toContain('KLM2.result.json'));
  await second.end();
  rmSync(path('in', 'done'));
  live();
  await happens(() => expect(readdirSync(path('in', 'done'))).toContain('b.csv.result.json'));
  expect(readdirSync(path('in', 'done'))).toContain('a.csv');
  expect(engine.asked.sort()).toEqual(['KLM1', 'KLM2']);
});

test('a folder of deliveries that can’t be written is told, and delivered into when it can', async () => {
  const { arrive, live, delivered, path, events } = place();
  renameSync(path('out'), path('away'));
  writeFileSync(path('out'), '');
  live();
  arrive('a.csv', CSV + row('KLM1'));
  await happens(() =>
    expect(events).toContainEqual(expect.objectContaining({ event: 'problem', part: 'out' })),
  );
  rmSync(path('out'));
  renameSync(path('away'), path('out'));
  await happens(() => expect(delivered()).toEqual(['KLM1.pdf', 'KLM1.result.json']));
  await happens(() => expect(events.at(-1)).toMatchObject({ event: 'problem', part: 'out', message: null }));
});

test('what is written to a file after it was moved is taken; what was there is known', async () => {
  const { engine, arrive, live, path } = place();
  live();
  arrive('a.csv', CSV + row('KLM1'));
  await happens(() => expect(existsSync(path('in', 'done', 'a.csv.result.json'))).toBe(true));
  appendFileSync(path('in', 'done', 'a.csv'), row('KLM2'));
  await happens(() => expect(engine.asked).toEqual(['KLM1', 'KLM2']));
});

test('a file that is not whole, one under a name of unfinished ones, and a link are left alone; renamed, it is taken', async () => {
  const { engine, arrive, live, path, delivered } = place();
  live();
  writeFileSync(path('secret.csv'), CSV + row('KLM9'));
  symlinkSync(path('secret.csv'), path('in', 'link.csv'));
  arrive('half.json', '[{"origin":"EHAM"');
  arrive('b.csv.part', CSV + row('KLM1'));
  arrive('a.csv', CSV + row('KLM2'));
  await happens(() => expect(delivered()).toContain('KLM2.pdf'));
  expect(engine.asked).toEqual(['KLM2']);
  renameSync(path('in', 'b.csv.part'), path('in', 'b.csv'));
  writeFileSync(path('in', 'half.json'), '[{"origin":"EHAM","destination":"EGLL","flight":"KLM3"}]');
  await happens(() => expect(delivered()).toEqual(expect.arrayContaining(['KLM1.pdf', 'KLM3.pdf'])));
  expect(existsSync(path('in', 'link.csv'))).toBe(true);
  expect(engine.asked.sort()).toEqual(['KLM1', 'KLM2', 'KLM3']);
});

test('unconfirmed is told and never sent again; tried again by a person, it is delivered in its place', async () => {
  const { engine, arrive, live, delivered, result } = place();
  engine.next = 'unconfirmed';
  live();
  arrive('a.csv', CSV + row('KLM1'));
  await happens(() => expect(result('KLM1')).toMatchObject({ state: 'unconfirmed', file: null }));
  arrive('b.csv', CSV + row('KLM1') + row('KLM2'));
  await happens(() => expect(engine.asked).toEqual(['KLM1', 'KLM2']));
  const [id = ''] = engine.kits.keys();
  engine.become(id, 'generating');
  engine.become(id, 'ready');
  await happens(() => expect(result('KLM1')).toMatchObject({ state: 'delivered', file: 'KLM1.pdf' }));
  expect(delivered()).toEqual(['KLM1.pdf', 'KLM1.result.json', 'KLM2.result.json']);
});

test('what the command line asks for is done at the next look: again, settled, cancelled; what came too late is not', async () => {
  const { engine, arrive, live, delivered, result, path, events } = place();
  const orders = new DeskOrders(path('state'));
  engine.next = 'unconfirmed';
  live();
  arrive('a.csv', CSV + row('KLM1') + row('KLM2'));
  await happens(() => expect(delivered()).toEqual(['KLM1.result.json', 'KLM2.result.json']));
  engine.next = 'ready';
  const [again, accepted] = [result('KLM1').kit, result('KLM2').kit];
  await orders.put({ do: 'retry', kit: again });
  await orders.put({ do: 'accept', kit: accepted });
  await happens(() => expect(delivered()).toEqual(['KLM1.pdf', 'KLM1.result.json', 'KLM2.result.json']));
  await happens(() => expect(result('KLM2')).toMatchObject({ state: 'removed', kit: accepted }));
  engine.next = 'requesting';
  arrive('b.csv', CSV + row('KLM2') + row('KLM3'));
  await happens(() => expect(events.filter(({ event }) => event === 'requested')).toHaveLength(3));
  // What was accepted is known, and not requested again.
  expect(engine.asked).toEqual(['KLM1', 'KLM2', 'KLM3']);
  const under_way = [...engine.kits.values()].find(({ trip }) => trip?.flight === 'KLM3')?.id ?? '';
  await orders.put({ do: 'retry', kit: under_way });
  await orders.put({ do: 'cancel', kit: under_way });
  await happens(() => expect(result('KLM3')).toMatchObject({ state: 'cancelled', kit: under_way }));
  await happens(() => expect(readdirSync(path('state', 'orders'))).toEqual([]));
});

test('with --once what was named again and is not delivered counts as failed', async () => {
  const { engine, arrive, live } = place();
  engine.next = 'unconfirmed';
  arrive('a.csv', CSV + row('KLM1'));
  const first = live({}, true);
  await first.running;
  expect(first.desk.status().failed).toBe(1);
  await first.end();
  arrive('b.csv', CSV + row('KLM1'));
  const second = live({}, true);
  await second.running;
  expect(second.desk.status().failed).toBe(1);
  await second.end();
  const third = live({}, true);
  await third.running;
  expect(third.desk.status().failed).toBe(0);
});

test('the result of a delivered kit names the one that replaced it; folders of names are made, and a link there is refused', async () => {
  const { arrive, live, path, result, events } = place();
  const folders = { in: path('in'), out: path('out'), name: '{departure:yyyy-MM-dd}/{flight}.pdf' };
  live({ folders });
  arrive('a.csv', CSV + row('KLM1'));
  await happens(() => expect(existsSync(path('out', '2027-03-28', 'KLM1.result.json'))).toBe(true));
  expect(result('2027-03-28/KLM1')).toMatchObject({ file: '2027-03-28/KLM1.pdf', replaced_by: null });
  arrive('b.csv', `${CSV}EHAM,EGLL,KLM1,2027-03-28T03:30:00Z\n`);
  await happens(() => expect(result('2027-03-28/KLM1-2')).toMatchObject({ state: 'delivered' }));
  const { kit } = result('2027-03-28/KLM1-2');
  await happens(() => expect(result('2027-03-28/KLM1').replaced_by).toBe(kit));
  await happens(() => expect(events.filter(({ event }) => event === 'delivered')).toHaveLength(2));
  symlinkSync(path('kits'), path('out', '2027-04-01'));
  arrive('c.csv', `${CSV}EHAM,EGLL,KLM1,2027-04-01T03:30:00Z\n`);
  const link = expect.objectContaining({
    event: 'problem',
    part: 'out',
    message: expect.stringContaining('link'),
  });
  await happens(() => expect(events).toContainEqual(link));
  expect(readdirSync(path('kits'))).toEqual(['document.pdf']);
});

test('the kit alone keeps the registration and crew of a table, and the one that replaces it too', async () => {
  const { engine, arrive, live, path, events, delivered } = place();
  const titles = 'Flight,From,To,Departure UTC,Reg,Remarks\n';
  live();
  arrive('a.csv', `${titles}KLM1,EHAM,EGLL,2027-03-28 02:30,PH-BXA,crew JAN\n`);
  await happens(() => expect(delivered()).toHaveLength(2));
  arrive('b.csv', CSV + row('KLM1').replace('02:30', '03:30'));
  await happens(() => expect(delivered()).toHaveLength(4));
  expect(
    [...engine.kits.values()].map(({ trip }) => [trip?.departure?.slice(11, 16), trip?.remarks]),
  ).toEqual([
    ['02:30', 'Reg PH-BXA · crew JAN'],
    ['03:30', 'Reg PH-BXA · crew JAN'],
  ]);
  for (const name of ['a', 'b'])
    await happens(() => expect(existsSync(path('in', 'done', `${name}.csv.result.json`))).toBe(true));
  const files = ['out', 'in/done'].flatMap((folder) =>
    readdirSync(path(folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => path(folder, name)),
  );
  expect(files).toHaveLength(4);
  const told = [...files.map((file) => readFileSync(file, 'utf8')), JSON.stringify(events)].join();
  expect(told).not.toMatch(/PH-BXA|JAN/);
});

test('a kit that waits for its turn is cancelled by a later file; a name that is taken gets -2', async () => {
  const { engine, arrive, live, result, path, delivered } = place();
  writeFileSync(path('out', 'KLM1.pdf'), 'somebody else’s');
  engine.next = 'requesting';
  live();
  arrive('a.csv', CSV + row('KLM1'));
  await happens(() => expect(engine.asked).toEqual(['KLM1']));
  engine.next = 'ready';
  arrive('b.csv', CSV + row('KLM1').replace('02:30', '03:30'));
  await happens(() => expect(delivered()).toHaveLength(4));
  const results = [result('KLM1-2'), result('KLM1-3')];
  const [cancelled] = results.filter(({ state }) => state === 'cancelled');
  const [done] = results.filter(({ state }) => state === 'delivered');
  expect(cancelled).toMatchObject({ replaced_by: done.kit, file: null });
  expect(done.trip).toMatchObject({ departure: '2027-03-28T03:30:00Z' });
  expect(readFileSync(path('out', 'KLM1.pdf'), 'utf8')).toBe('somebody else’s');
});

test('why a kit can’t be requested is told, and when that is over; a damaged document is delivered by nobody', async () => {
  const { engine, arrive, live, delivered, path, events } = place();
  const damaged: string[] = [];
  engine.held = { why: 'The certificate is locked.' };
  live({ onDamaged: (id) => damaged.push(id) });
  writeFileSync(path('kits', 'document.pdf'), 'another document');
  arrive('a.csv', CSV + row('KLM1'));
  const told = (message: string | null) =>
    expect.objectContaining({ event: 'problem', part: 'request', message });
  await happens(() => expect(events).toContainEqual(told('The certificate is locked.')));
  expect(engine.asked).toEqual([]);
  engine.release();
  await happens(() => expect(damaged.length).toBeGreaterThan(0));
  await happens(() => expect(events).toContainEqual(told(null)));
  expect(delivered()).toEqual([]);
  writeFileSync(path('kits', 'document.pdf'), DOCUMENT);
  await happens(() => expect(delivered()).toEqual(['KLM1.pdf', 'KLM1.result.json']));
});

test('while nothing may be requested, files are taken in and wait; then they are requested, once', async () => {
  const { arrive, live, delivered, engine, events } = place();
  engine.held = { why: null };
  const { desk } = live();
  arrive('roster.csv', `${CSV}${row('KLM1')}${row('KLM2')}`);
  await happens(() => expect(desk.status().waiting).toBe(2));
  // A later file cancels what was only planned.
  arrive('b.csv', CSV + row('KLM2').replace('02:30', '03:30'));
  await happens(() => expect(engine.kits.size).toBe(3));
  engine.release();
  await happens(() => expect(delivered()).toHaveLength(5));
  expect(engine.asked).toEqual(['KLM1', 'KLM2']);
  expect(desk.status().waiting).toBe(0);
  await happens(() => expect(events.filter(({ event }) => event === 'requested')).toHaveLength(2));
});
