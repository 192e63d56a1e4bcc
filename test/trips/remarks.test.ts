/** Registration, crew and remarks of a table: kept with the flight and found in the list; in no request, and in no record. */
import { expect, test } from 'vitest';
import { defaultBody } from '../../main/profile/profile-template.ts';
import { fillRequestTemplate } from '../../main/profile/request-template.ts';
import { readFlights } from '../../main/trips/rules/read-flights.ts';
import { readRow } from '../../main/trips/rules/trip-rows.ts';
import { checkTrip } from '../../main/trips/trip-rules.ts';
import { libraryEntry } from '../../renderer/kits/list/library-entry.ts';
import { aKit } from '../kits.ts';
import { airports, NOW, read, tripsOf, workbookOf } from './fixtures.ts';

const TITLES = [
  'Flug-Nr.',
  'Datum',
  'Von',
  'Nach',
  'STD UTC',
  'Kennzeichen',
  'Équipage',
  'Bemerkung',
  'Gate',
];
const CELLS = ['KL641', '22NOV2026', 'EHAM', 'KJFK', '1523', 'PH-BHA', 'JAN / DVR', 'late  passengers', 'E7'];
const REMARKS = 'Kennzeichen PH-BHA · Équipage JAN / DVR · late passengers';

async function tripIn(content: string | Uint8Array) {
  const { table } = await readFlights(content, airports, NOW);
  const { trip } = readRow(table?.rows[0] ?? [], table?.columns ?? [], null, NOW, airports);
  return checkTrip(trip, { max_alternates: 6 }, NOW).trip;
}

test('what stands beside a flight is kept on one line, from pasted cells and from any sheet', async () => {
  const pasted = [TITLES.join('\t'), CELLS.join('\t')].join('\n');
  expect(await tripIn(pasted)).toMatchObject({ origin: 'EHAM', destination: 'KJFK', remarks: REMARKS });
  const sheets = workbookOf({ Summer: [TITLES, CELLS], Winter: [TITLES, CELLS] });
  expect(await tripIn(sheets)).toMatchObject({ remarks: REMARKS });
  expect(tripsOf(read([TITLES.join(';'), CELLS.join(';')].join('\n')))).toMatchObject([{ remarks: REMARKS }]);
  const bare = [TITLES.slice(0, 5).join('\t'), CELLS.slice(0, 5).join('\t')].join('\n');
  expect(await tripIn(bare)).not.toHaveProperty('remarks');
});

test('the list finds a flight by it, and the request is the same without it', async () => {
  const trip = await tripIn([TITLES.join('\t'), CELLS.join('\t')].join('\n'));
  const entry = libraryEntry(aKit({ trip }));
  expect(entry.text).toContain('ph-bha');
  const request = { method: 'POST' as const, path: '/kits', body: defaultBody, tripkit_id: { pointer: '' } };
  const profile = { company_code: 'D', company_name: 'Demo', request };
  const { remarks: _, ...sent } = trip;
  expect(fillRequestTemplate(profile, trip)).toEqual(fillRequestTemplate(profile, sent));
});
