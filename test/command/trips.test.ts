/** `tripkit trips` with rosters and flight plans. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../fresh-folder.ts';
import { runCommand } from './run-command.ts';

const run = (...args: string[]) => runCommand(['trips', ...args]);

function saved(text: string, name = 'roster.ics'): string {
  const file = join(freshFolder(), name);
  writeFileSync(file, text);
  return file;
}

const ROSTER = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
SUMMARY:KLM1007 AMS-LHR
DTSTART;TZID=Europe/Amsterdam:20270328T043000
END:VEVENT
BEGIN:VEVENT
SUMMARY:Day off
DTSTART;VALUE=DATE:20270329
END:VEVENT
END:VCALENDAR
`;
const MESSAGES = `(FPL-KLM1007-IS-B738/M-S/C-EHAM0200-N0450F350 DCT-EGLL0100 EGKK-DOF/270328)
(DLA-KLM1007-EHAM0230-EGLL-DOF/270328)
(CNL-BAW1-EGLL1000-EHAM-DOF/270328)
`;

describe('tripkit trips', () => {
  it('writes one JSON object a flight, and one for what it does not take', async () => {
    const { code, out } = await run(saved(ROSTER), '--json');
    expect(code).toBe(0);
    expect(out).toEqual([
      '{"event":"trip","line":3,"state":"new","trip":{"origin":"EHAM","destination":"EGLL","flight":"KLM1007","departure":"2027-03-28T02:30Z"}}',
      '{"event":"not_taken","line":7,"text":"Day off","why":"This is no flight."}',
    ]);
  });

  it('knows the format by the content, and applies messages to each other', async () => {
    const { code, out } = await run('--json', saved(MESSAGES, 'roster.csv'));
    expect(code).toBe(0);
    expect(out.map((line) => JSON.parse(line))).toEqual([
      {
        event: 'trip',
        line: 1,
        state: 'changed',
        trip: {
          origin: 'EHAM',
          destination: 'EGLL',
          flight: 'KLM1007',
          departure: '2027-03-28T02:30Z',
          alternates: ['EGKK'],
          route: 'N0450F350 DCT',
        },
        lines: [1, 2],
      },
      {
        event: 'trip',
        line: 3,
        state: 'cancelled',
        trip: { origin: 'EGLL', destination: 'EHAM', flight: 'BAW1', departure: '2027-03-28T10:00Z' },
      },
    ]);
  });

  it('writes lines for people, which can’t move their cursor', async () => {
    const { out } = await run(saved(ROSTER.replace('Day off', 'Day off \u001b[2J\u202e')));
    expect(out).toEqual([
      '3: new · KLM1007 · EHAM-EGLL · 2027-03-28T02:30Z',
      '7: not taken: Day off [2J – This is no flight.',
    ]);
  });

  it.each([
    ['holds no flight', () => saved('Remember the milk\n', 'notes.txt'), 'not_taken'],
    ['is empty', () => saved(''), 'not_taken'],
    ['is not there', () => join(freshFolder(), 'none.ics'), 'failed'],
    ['is a folder', () => freshFolder(), 'failed'],
  ])('exits with 1 where the file %s', async (_name, file, event) => {
    const { code, out } = await run(file(), '--json');
    expect(code).toBe(1);
    expect(out.map((line) => JSON.parse(line).event)).toEqual([event]);
  });

  it.each([[[]], [['a.ics', '--profile', 'p.json']]])(
    'exits with 2 where it is used wrongly: %j',
    async (args) => {
      const { code, out, err } = await run(...args);
      expect([code, out, err.length]).toEqual([2, [], 1]);
    },
  );
});
