import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAirports } from '../../main/desk/airport-file.ts';
import { isWhole, tripsOfFile } from '../../main/desk/trips-of-file.ts';

const airports = await readAirports();
const NOW = Date.parse('2027-03-01T00:00:00Z');
const read = (text: string) => tripsOfFile(Buffer.from(text), { max_alternates: 6 }, airports, NOW);

const trip = { origin: 'EHAM', destination: 'EGLL', flight: 'KLM1007', departure: '2027-03-28T02:30:00Z' };
const FILES = {
  'JSON of fetch': JSON.stringify([trip]),
  'CSV of fetch': 'origin,destination,flight,departure\nEHAM,EGLL,KLM1007,2027-03-28T02:30:00Z\n',
  'CSV with other titles': 'Flight;Date;From;To;STD\nKLM1007;2027-03-28;AMS;LHR;02:30\n',
  iCalendar:
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270328T023000Z\r\nSUMMARY:KLM1007 EHAM-EGLL\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  'flight plan':
    '(FPL-KLM1007-IS\n-A320/M-SDE2E3FGHIRWXY/LB1\n-EHAM0230\n-N0450F350 DCT\n-EGLL0100\n-DOF/270328)\n',
};

test.each(Object.entries(FILES))('%s is read, and shows its end', async (_name, text) => {
  const { whole, lines } = await read(text);
  expect(whole).toBe(true);
  expect(lines).toMatchObject([{ state: 'new', trip }]);
});

test('JSON, calendars and XML that are cut anywhere show that they are', () => {
  const texts = [FILES['JSON of fetch'], FILES.iCalendar.trimEnd(), '<OFP><times><a>1</a></times></OFP>'];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.nat(), (text, at) => {
      const cut = text.slice(0, at % text.length);
      expect(isWhole(cut)).toBe(false);
      expect(isWhole(text)).toBe(true);
    }),
  );
  // A line that is cut may name another flight.
  expect(isWhole('flight,origin,destination\nKLM10')).toBe(false);
});

test('what the rules refuse is told line by line, and takes no other line with it', async () => {
  const { lines } = await read(
    'origin,destination,flight,departure\nEHAM,ZZZZ,KLM1,\nEHAM,EGLL,KLM1007,2027-03-28T02:30:00Z\n',
  );
  expect(lines).toMatchObject([
    { state: 'not_taken', line: 2 },
    { state: 'new', line: 3, trip },
  ]);
});

test('a JSON list with a mistake gives no trip', async () => {
  const { lines } = await read(JSON.stringify([trip, { ...trip, origin: 'AMS' }]));
  expect(lines).toMatchObject([
    { state: 'not_taken', line: 2, why: expect.stringMatching(/^Row 2, origin: /) },
  ]);
});

test('a file that is no trip file is one line with the reason', async () => {
  expect((await read('[{"origin": "EHAM"')).lines).toMatchObject([{ state: 'not_taken' }]);
  expect((await read('')).lines).toMatchObject([{ state: 'not_taken', why: 'The file is empty.' }]);
});
