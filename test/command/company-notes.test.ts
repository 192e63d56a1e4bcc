/** The file of the company's notes, as a spreadsheet saves it, and the command that puts them on a shelf. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCompanyNotes } from '../../main/command/company-notes.ts';
import { aProfile } from '../profile/a-profile.ts';
import { testFolder } from '../shelf/a-shelf.ts';
import { runCommand } from './run-command.ts';

const keyOf = (out: string[]) => (JSON.parse(out[0] ?? '') as { key: string }).key;

test('notes are read in any order of columns, with any separator, each once', () => {
  const notes = [
    { airport: 'EDDM', chart: '11-1', text: 'Brief it, twice' },
    { airport: 'EGLL', chart: null, text: 'Slots' },
  ];
  expect(readCompanyNotes('airport,chart,note\neddm,11-1,"Brief it, twice"\nEGLL,,Slots\n')).toEqual(notes);
  const other =
    'Note;Chart;Airport;By\r\nBrief it, twice;11-1;EDDM;me\r\n\r\nSlots;;EGLL;\r\nSlots;;EGLL;you\r\n';
  expect(readCompanyNotes(other)).toEqual(notes);
  expect(readCompanyNotes('airport,chart,note\n')).toEqual([]);
});

test('a file with a wrong line is not used, and each wrong line is told', () => {
  const read = (...lines: string[]) => readCompanyNotes(['airport,chart,note', ...lines].join('\n'));
  expect(() => readCompanyNotes('EDDM,,Slots')).toThrow('The first line has to be: airport,chart,note');
  expect(() => readCompanyNotes('')).toThrow('The first line');
  expect(() => read('EDDM,,ok', 'MUC,,Slots', '', 'EGLL,11-1,')).toThrow(
    'Line 3: “MUC” is no ICAO code of an airport. Line 5: It has no note.',
  );
  expect(() => read(`EDDM,,${'x'.repeat(1001)}`)).toThrow(
    'Line 2: The note is longer than 1,000 characters.',
  );
  expect(() => read(`EDDM,${'x'.repeat(201)},a`)).toThrow('Line 2: The name of the chart is longer');
  expect(() => read(...Array(15).fill('x,,y'))).toThrow('5 more lines are wrong.');
  expect(() => read('"EDDM,,Slots')).toThrow('Line 2 can’t be read');
});

test('the command puts them on the shelf, in place of those there, and status counts them', async () => {
  const folder = testFolder();
  const path = (name: string) => join(folder, name);
  const { out } = await runCommand(['shelf', 'key', path('desk.key'), '--json']);
  const shelf = { name: 'Demo Air', folder: path('shelf'), keys: [keyOf(out)] };
  writeFileSync(path('profile.json'), JSON.stringify({ ...aProfile, shelf }));
  writeFileSync(path('notes.csv'), 'airport,chart,note\nEDDM,11-1,Brief it\nEGLL,,Slots\n');
  const with_key = ['--profile', path('profile.json'), '--shelf-key', path('desk.key'), '--json'];
  const put = await runCommand(['shelf', 'notes', path('notes.csv'), ...with_key]);
  expect([put.code, JSON.parse(put.out[0] ?? '')]).toEqual([
    0,
    expect.objectContaining({ event: 'shelf_notes', put: 2 }),
  ]);
  const status = await runCommand(['shelf', 'status', '--profile', path('profile.json'), '--json']);
  expect(JSON.parse(status.out.at(-1) ?? '')).toMatchObject({ event: 'shelf_status', company_notes: 2 });
  writeFileSync(path('notes.csv'), 'EDDM,11-1,Brief it\n');
  expect((await runCommand(['shelf', 'notes', path('notes.csv'), ...with_key])).code).toBe(2);
});
