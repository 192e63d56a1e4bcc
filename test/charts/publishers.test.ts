/** What is read from pages laid out as publishers lay them out; and what is not, where it could mean something else. */
import { describe, expect, it } from 'vitest';
import type { TextRun } from '../../main/charts/rules/page-text.ts';
import { at, height, layouts, margin, read, values, width } from './page.ts';

/** A layout with some of its runs' words changed. */
function changed(runs: TextRun[], words: Record<string, string>): TextRun[] {
  return runs.map((run) => ({ ...run, text: words[run.text] ?? run.text }));
}

describe('FAA', () => {
  it('reads an approach', () => {
    const page = read(layouts.faa());
    expect(values(page)).toEqual({
      airport: 'KSGF',
      kind: 'approach',
      title: 'ILS or LOC RWY 24R',
      number: 'AL-999',
      revised: '2014-06-13',
      effective_from: '2014-07-24',
      effective_to: '2014-08-21',
    });
    expect(page.publisher).toBe('faa');
    expect(page.revised?.words).toEqual(['Amdt 3 13JUN14']);
    expect(page.effective_from?.words).toEqual(['EC-2, 24 JUL 2014 to 21 AUG 2014']);
    expect(page.airport?.words).toEqual(['(SGF)', 'SPRINGFIELD, OHIO']);
  });

  it('reads the cycle where each word is a run of its own', () => {
    const words = 'EC-2, 24 JUL 2014 to 21 AUG 2014'.split(' ');
    let y = height * 0.7;
    const runs = words.map((text): TextRun => {
      const run = { text, x: 12, y, width: text.length * 3.9, size: 7, angle: -90 };
      y -= (text.length + 1) * 3.9;
      return run;
    });
    const page = read([...layouts.faa().filter(({ angle }) => angle === 0), ...runs]);
    expect(values(page)).toMatchObject({ effective_from: '2014-07-24', effective_to: '2014-08-21' });
  });

  it.each([
    ['an amendment that is drawn, not written', { 'Amdt 3 13JUN14': '' }],
    ['a day that does not exist', { 'Amdt 3 13JUN14': 'Amdt 3 31JUN14' }],
    ['an amendment after the end of the cycle', { 'Amdt 3 13JUN14': 'Amdt 3 13NOV14' }],
  ])('finds no revision: %s', (_why, words: Record<string, string>) => {
    expect(read(changed(layouts.faa(), words)).revised).toBeNull();
  });

  it.each(['EC-2, 21 AUG 2014 to 18 SEP 2014', 'EC-2, 24 JUL 2014 to 22 AUG 2014'])(
    'takes no cycle where the other margin says %s',
    (words) => {
      const page = read([...layouts.faa(), { ...margin(words), x: width - 12, angle: 90 }]);
      expect(values(page)).toMatchObject({ effective_from: null, effective_to: null });
    },
  );

  it('takes no cycle that names no volume: apps that export plates print theirs there', () => {
    const days = '24 JUL 2014 to 21 AUG 2014';
    const exported = changed(layouts.faa(), { [`EC-2, ${days}`]: days });
    expect(values(read(exported))).toMatchObject({
      revised: '2014-06-13',
      effective_from: null,
      effective_to: null,
    });
    const other = { ...margin(days), x: width - 12, angle: 90 };
    expect(values(read([...layouts.faa(), other]))).toMatchObject({ effective_from: '2014-07-24' });
  });

  it('reads 56 days of the Pacific, whose identifiers say nothing of location indicators', () => {
    const runs = changed(layouts.faa(), {
      'EC-2, 24 JUL 2014 to 21 AUG 2014': 'PAC, 10 NOV 2016 to 05 JAN 2017',
      'SPRINGFIELD, OHIO': 'LIHUE, HAWAII',
    });
    expect(values(read(runs))).toMatchObject({
      effective_from: '2016-11-10',
      effective_to: '2017-01-05',
      airport: null,
    });
  });

  const departure = () => [
    at(0.03, 0.045, '(LIBRY3.LIBRY)'),
    at(0.03, 0.07, 'LIBRARY THREE DEPARTURE', 9),
    at(0.45, 0.06, 'SL-999 (FAA)'),
    at(0.6, 0.05, 'SPRINGFIELD INTL (SGF)(KSGF)'),
    at(0.17, 0.045, '16091'),
    at(0.03, 0.97, '(LIBRY3.LIBRY) 25JUN15'),
    margin('EC-2, 13 OCT 2016 to 10 NOV 2016'),
  ];

  it('reads a departure, and prefers the date of the procedure to that of the chart', () => {
    expect(values(read(departure()))).toMatchObject({
      airport: 'KSGF',
      kind: 'sid',
      title: 'LIBRARY THREE DEPARTURE',
      revised: '2015-06-25',
    });
    const older = changed(departure(), { '(LIBRY3.LIBRY) 25JUN15': '(LIBRY3.LIBRY)' });
    expect(read(older).revised?.value).toBe('2016-03-31');
  });

  it('takes a number for the date of the chart only where it stands twice, on a day that begins a cycle', () => {
    const diagram = (first: string, second: string) => [
      at(0.03, 0.07, 'AIRPORT DIAGRAM', 10),
      at(0.45, 0.06, 'AL-999 (FAA)'),
      at(0.03, 0.04, first),
      at(0.03, 0.97, second),
    ];
    expect(read(diagram('16091', '16091'))).toMatchObject({
      kind: { value: 'airport' },
      revised: { value: '2016-03-31' },
    });
    expect(read(diagram('16091', '')).revised).toBeNull();
    expect(read(diagram('16092', '16092')).revised).toBeNull();
    expect(read(diagram('16091', '16119')).revised).toBeNull();
  });

  it('names no airport for a list of many', () => {
    const runs = [
      at(0.4, 0.08, 'HOT SPOTS'),
      at(0.05, 0.05, '14093'),
      at(0.05, 0.1, 'SPRINGFIELD INTL (SGF)'),
      at(0.05, 0.09, 'SPRINGFIELD, OHIO'),
    ];
    expect(values(read(runs))).toMatchObject({ kind: 'hotspot', airport: null, revised: '2014-04-03' });
  });
});

describe('Jeppesen', () => {
  it('reads heading and margin, the year from the chart date', () => {
    expect(values(read(layouts.jeppesen()))).toEqual({
      airport: 'EDXX',
      kind: 'star',
      title: 'STAR',
      number: '10-2A',
      revised: '2019-12-27',
      effective_from: '2020-01-02',
      effective_to: null,
    });
  });

  it('finds no kind where title and index number contradict each other', () => {
    expect(read(changed(layouts.jeppesen(), { '(10-2A)': '(10-3A)' })).kind).toBeNull();
  });

  it.each([
    ['17 APR 20 (10-2A) Eff 23 Apr', '2020-04-17', '2020-04-23'],
    ['17 APR 20 10-2A .Eff.23.Apr.0901Z.', '2020-04-17', '2020-04-23'],
    ['31 APR 20 (10-2A) Eff 23 Apr', null, null],
    ['17 APR 20 (10-2A) Eff 16 Apr', '2020-04-17', null],
  ])('reads the line %s', (line, revised, effective_from) => {
    const runs = layouts.jeppesen().filter(({ y }) => y / height < 0.05);
    expect(values(read([...runs, at(0.4, 0.06, line)]))).toMatchObject({
      number: '10-2A',
      revised,
      effective_from,
    });
  });

  it('finds no revision among two dates', () => {
    const page = read([...layouts.jeppesen(), at(0.4, 0.08, '3 JAN 20')]);
    expect(values(page)).toMatchObject({ revised: null, effective_from: null });
  });
});

describe('Lido', () => {
  it('reads the heading', () => {
    expect(values(read(layouts.lido()))).toMatchObject({
      airport: 'EDXX',
      kind: 'approach',
      number: '7-10',
      title: 'IAC ILS 27L',
      revised: '2020-10-29',
      effective_from: '2020-11-05',
    });
  });

  it('leaves flight plans alone that name the same house', () => {
    const runs = [at(0.05, 0.03, 'LIDO OFP'), at(0.05, 0.05, 'PRTD 04JUL25 0657.06UTC')];
    expect(values(read(runs))).toMatchObject({ kind: 'flight_plan', revised: '2025-07-04' });
  });

  it('finds no effective date among two', () => {
    expect(read([...layouts.lido(), at(0.75, 0.07, 'Effective 03-DEC-2020')]).effective_from).toBeNull();
  });
});

describe('national publications', () => {
  it('takes the lone date for the effective one where the AIRAC amendment takes effect on it', () => {
    const page = read(layouts.aip());
    expect(values(page)).toEqual({
      airport: 'EZZZ',
      kind: 'approach',
      title: 'INSTRUMENT APPROACH CHART - ICAO',
      number: 'AD 2.EZZZ-8-1',
      revised: null,
      effective_from: '2016-10-13',
      effective_to: null,
    });
    expect(page.effective_from?.words).toEqual(['13 Oct 2016', 'AIRAC AMDT 11/2016']);
  });

  it.each([
    ['the number of the amendment is that of the cycle', '(15 Dec 11)', 'AMDT 13/11', '2011-12-15'],
    ['and of a year with 13 cycles', '29-DEC-2022', 'AMDT 013/2022', '2022-12-29'],
    ['the amendment is an AIRAC one', '10 AUG 23', 'AIRAC AMDT 285', '2023-08-10'],
    ['in whatever order', '10 AUG 23', 'AMDT AIRAC 08/23', '2023-08-10'],
    ['another number says nothing', '10 AUG 23', 'AMDT 285', null],
    ['a page that is dated by its publication', '18 AUG 2016', 'AIRAC AMDT 11/2016', null],
    ['another year contradicts', '13 Oct 2016', 'AIRAC AMDT 11/2017', null],
    ['the day begins no cycle', '14 Oct 2016', 'AIRAC AMDT 11/2016', null],
  ])('%s: %s, %s', (_why, date, amendment, day) => {
    const runs = changed(layouts.aip(), { '13 Oct 2016': date, 'AIRAC AMDT 11/2016': amendment });
    expect(read(runs).effective_from?.value ?? null).toBe(day);
  });

  it.each([
    ['(EFF:31 OCT 2024)', '2024-10-31'],
    ['EFFECTIVE DATE 16 JUL 2020', '2020-07-16'],
    ['EFF2513221600', null],
  ])('reads %s, whatever else stands there', (words, day) => {
    const runs = [...layouts.aip(), at(0.3, 0.985, words)];
    expect(read(runs).effective_from?.value ?? null).toBe(day);
  });

  it.each([
    ['5/9/24', '31 OCT 2024', '2024-09-05'],
    ['25/9/24', '31 OCT 2024', '2024-09-25'],
    ['10/10/24', '31 OCT 2024', '2024-10-10'],
    ['9/25/24', '31 OCT 2024', null],
    ['9/5/24', '31 OCT 2024', null],
    ['9/10/24', '31 OCT 2024', null],
    ['5/9/24', '5/9/24', null],
  ])(
    'reads %s on a Japanese chart that is effective %s where the other order is no day ahead of it: %s',
    (date, effective, day) => {
      const runs = [at(0.1, 0.96, `Civil Aviation Bureau, Japan (EFF:${effective})`), at(0.8, 0.96, date)];
      expect(read(runs).revised?.value ?? null).toBe(day);
    },
  );

  it('finds no date in an order that both continents read differently', () => {
    const runs = [...layouts.aip().filter(({ text }) => text !== '13 Oct 2016'), at(0.8, 0.96, '5/9/24')];
    expect(values(read(runs))).toMatchObject({ effective_from: null, revised: null });
  });

  it('finds no date on a cover, which is that of the first edition', () => {
    for (const cover of ['AIP NEVERLAND', 'AIRLINE CHART MANUAL']) {
      const runs = [
        at(0.1, 0.05, cover, 30),
        at(0.1, 0.1, 'EFFECTIVE 01 JAN 2010'),
        at(0.1, 0.5, 'First edition'),
      ];
      expect(values(read(runs))).toMatchObject({ revised: null, effective_from: null, effective_to: null });
    }
  });

  it('calls an approach by its procedure', () => {
    const page = read([...layouts.aip(), at(0.6, 0.1, 'ILS/DME RWY 27L', 9)]);
    expect(values(page)).toMatchObject({ title: 'ILS/DME RWY 27L', kind: 'approach' });
  });

  it.each([
    ['STANDARD DEPARTURE CHART - INSTRUMENT (SID) - ICAO', 'sid'],
    ['STANDARD ARRIVAL CHART - INSTRUMENT (STAR) - ICAO', 'star'],
    ['AERODROME CHART - ICAO', 'airport'],
    ['AIRCRAFT PARKING/DOCKING CHART - ICAO', 'parking'],
    ['VISUAL APPROACH CHART - ICAO', 'approach'],
    ['AERODROME OBSTACLE CHART - ICAO TYPE A', 'other'],
  ])('knows %s', (title, kind) => {
    expect(read(changed(layouts.aip(), { 'INSTRUMENT APPROACH CHART - ICAO': title })).kind?.value).toBe(
      kind,
    );
  });
});

describe('briefings', () => {
  it('finds no dates in NOTAMs, those of triggers least of all', () => {
    const runs = [
      at(0.05, 0.05, 'NOTAM EZZZ'),
      at(0.05, 0.07, 'TRIGGER NOTAM - PERM AIRAC AIP AMDT 11/16 WEF 13 OCT 2016'),
      at(0.05, 0.4, 'A) EZZZ B) 2304241223 C) 2306012100'),
      at(0.05, 0.95, 'VALID 13 OCT 2016'),
    ];
    expect(values(read(runs))).toMatchObject({
      kind: 'notam',
      revised: null,
      effective_from: null,
      effective_to: null,
    });
  });

  it('takes no line of contents for a page of its own', () => {
    const runs = [at(0.05, 0.03, 'Contents', 17), at(0.05, 0.09, 'Notices EZZZ 1'), at(0.05, 0.11, 'OFP')];
    expect(read(runs).kind?.value).toBe('contents');
  });

  it('knows NOTAMs by their form', () => {
    const runs = [
      at(0.05, 0.3, 'A) EZZZ B) 2304241223 C) 2306012100'),
      at(0.05, 0.4, 'A) EZZZ B) 2304241224 C) 2306012100'),
    ];
    expect(read(runs).kind?.value).toBe('notam');
  });

  it('reads the period that a whole bulletin is for', () => {
    const runs = [at(0.05, 0.03, 'NOTAM BRIEFING 2304241223-2306012100')];
    expect(values(read(runs))).toMatchObject({ effective_from: '2023-04-24', effective_to: '2023-06-01' });
  });
});

describe('pages of no known publisher', () => {
  const chart = () => [
    at(0.05, 0.04, 'EZZZ', 15),
    at(0.06, 0.06, '11-2', 7),
    at(0.7, 0.04, 'ILS or LOC Rwy 09L', 11),
    at(0.05, 0.97, 'AIRAC 2612 · effective 26 NOV 2026', 7),
  ];

  it('reads indicator, index number, title and a cycle that confirms its date', () => {
    expect(values(read(chart()))).toMatchObject({
      airport: 'EZZZ',
      kind: 'approach',
      number: '11-2',
      title: 'ILS or LOC Rwy 09L',
      effective_from: '2026-11-26',
    });
  });

  it('finds no date where cycle and day contradict each other', () => {
    const runs = changed(chart(), {
      'AIRAC 2612 · effective 26 NOV 2026': 'AIRAC 2611 · effective 26 NOV 2026',
    });
    expect(read(runs).effective_from).toBeNull();
  });

  it('takes four letters for an airport only where a number or the outline confirms them', () => {
    const runs = changed(chart(), { '11-2': '' });
    expect(read(runs).airport).toBeNull();
    expect(read(runs, [{ title: 'EZZZ Neverland', level: 0, page: 1 }]).airport?.value).toBe('EZZZ');
  });

  it('knows a cover by the outline, and tells none of its dates', () => {
    const runs = [at(0.1, 0.4, 'Trip Kit', 40), at(0.05, 0.97, 'AIRAC 2612 · effective 26 NOV 2026', 7)];
    expect(values(read(runs, [{ title: 'Cover', level: 0, page: 1 }]))).toMatchObject({
      kind: 'cover',
      effective_from: null,
    });
  });

  it('believes an outline only where the page has its words', () => {
    const outline = [{ title: 'SID ABC 1', level: 0, page: 1 }];
    expect(read([at(0.4, 0.4, 'Nothing of it')], outline).kind).toBeNull();
    expect(read([at(0.4, 0.4, 'SID ABC 1')], outline).kind?.value).toBe('sid');
  });
});
