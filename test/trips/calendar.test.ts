/** Rosters as iCalendar. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowsZone, windowsZones } from '../../main/trips/rules/calendar/windows-zones.ts';
import type { TripFileEvent } from '../../main/trips/rules/trip-file.ts';
import { zoneClock } from '../../main/trips/rules/zone-time.ts';
import { clockText, flights, PLACES, read, refusedOf, tripOf, tripsOf, utc } from './fixtures.ts';

const stamp = (text: string) => `${text.replace(/[-:]/g, '').replace(' ', 'T')}00`;
const utcStamp = (ms: number) => `${stamp(utc(ms).slice(0, 16).replace('T', ' '))}Z`;

function calendar(events: string[][], more: string[] = []): string {
  const body = events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...more, ...body, 'END:VCALENDAR', ''].join('\r\n');
}
const one = (summary: string, ...more: string[]) =>
  read(calendar([[`SUMMARY:${summary}`, 'DTSTART:20270328T023000Z', ...more]]))[0];

/** Folds by a width in UTF-16 code units, as exporters do at will. */
function folded(text: string, width: number): string {
  return text
    .split('\r\n')
    .map((line) => line.match(new RegExp(`.{1,${width}}`, 'gu'))?.join('\r\n ') ?? line)
    .join('\r\n');
}

describe('a roster', () => {
  it('reads back every flight that was written, in UTC, local and airport time, folded anywhere', () => {
    const styles = ['utc', 'tzid', 'floating'] as const;
    const written = fc.record({ flight: flights, style: fc.constantFrom(...styles), iata: fc.boolean() });
    fc.assert(
      fc.property(
        fc.uniqueArray(written, { maxLength: 12, selector: ({ flight }) => flight.ms }),
        fc.integer({ min: 8, max: 80 }),
        (entries, width) => {
          const text = calendar(
            entries.map(({ flight: { from, to, flight, ms }, style, iata }, at) => [
              `UID:${at}`,
              `SUMMARY:${flight} ${from[iata ? 1 : 0]}-${to[iata ? 1 : 0]}`,
              style === 'utc'
                ? `DTSTART:${utcStamp(ms)}`
                : `DTSTART${style === 'tzid' ? `;TZID=${from[2]}` : ''}:${stamp(clockText(ms, from[2]))}`,
            ]),
          );
          const trips = tripsOf(read(folded(text, width))).map(({ trip }) => trip);
          const expected = entries.map(({ flight, style }) => {
            // A local time that occurs twice means the first one (RFC 5545, 3.3.5).
            const isSecond =
              style !== 'utc' &&
              clockText(flight.ms - 3_600_000, flight.from[2]) === clockText(flight.ms, flight.from[2]);
            return tripOf({ ...flight, ms: flight.ms - (isSecond ? 3_600_000 : 0) });
          });
          expect(trips).toEqual(expected);
        },
      ),
    );
  });

  it.each([
    ['Europe/Amsterdam', '20270328T015900', '2027-03-28T00:59Z'],
    ['Europe/Amsterdam', '20270328T023000', '2027-03-28T01:30Z'],
    ['Europe/Amsterdam', '20270328T030000', '2027-03-28T01:00Z'],
    ['Europe/Amsterdam', '20271031T023000', '2027-10-31T00:30Z'],
    ['Europe/Amsterdam', '20271031T030000', '2027-10-31T02:00Z'],
    ['America/New_York', '20270314T023000', '2027-03-14T07:30Z'],
    ['America/New_York', '20271107T013000', '2027-11-07T05:30Z'],
    ['Australia/Lord_Howe', '20270404T014500', '2027-04-03T14:45Z'],
    ['/mozilla.org/20050126_1/Europe/London', '20270701T120000', '2027-07-01T11:00Z'],
  ])('knows the nights when clocks change: %s %s', (zone, local, expected) => {
    const [event] = read(calendar([['SUMMARY:KLM1007 AMS-LHR', `DTSTART;TZID=${zone}:${local}`]]));
    expect(event).toMatchObject({ event: 'trip', trip: { departure: expected } });
  });

  it('follows the zones that the file defines itself, whatever their names', () => {
    const zone = (name: string, standard: string[], daylight: string[]) => [
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      ...['BEGIN:STANDARD', ...standard, 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', ...daylight, 'END:DAYLIGHT'],
      'END:VTIMEZONE',
    ];
    const own: Record<string, string[]> = {
      'Europe/Amsterdam': zone(
        'Crew time 1',
        [
          'DTSTART:16011028T030000',
          'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
          'TZOFFSETFROM:+0200',
          'TZOFFSETTO:+0100',
        ],
        [
          'DTSTART:16010325T020000',
          'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
          'TZOFFSETFROM:+0100',
          'TZOFFSETTO:+0200',
        ],
      ),
      'America/New_York': zone(
        'Crew time 2',
        [
          'DTSTART:20071104T020000',
          'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
          'TZOFFSETFROM:-0400',
          'TZOFFSETTO:-0500',
        ],
        [
          'DTSTART:20070311T020000',
          'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14',
          'TZOFFSETFROM:-0500',
          'TZOFFSETTO:-0400',
        ],
      ),
    };
    fc.assert(
      fc.property(flights, fc.constantFrom('Europe/Amsterdam', 'America/New_York'), (flight, name) => {
        const lines = own[name] ?? [];
        const local = clockText(flight.ms, name);
        const text = calendar(
          [[`SUMMARY:${flight.flight} AMS-LHR`, `DTSTART;TZID="${lines[1]?.slice(5)}":${stamp(local)}`]],
          lines,
        );
        const departure = tripsOf(read(text))[0]?.trip.departure;
        const isSecond = clockText(flight.ms - 3_600_000, name) === local;
        expect(departure).toBe(utc(flight.ms - (isSecond ? 3_600_000 : 0)));
      }),
    );
  });

  it('takes no local time whose zone is not known', () => {
    const unknown = read(calendar([['SUMMARY:KLM1007 AMS-LHR', 'DTSTART;TZID=Base time:20270328T120000']]));
    expect(unknown).toEqual([
      {
        event: 'not_taken',
        line: 3,
        text: 'KLM1007 AMS-LHR',
        why: "Its time zone “Base time” isn't known. Export the roster in UTC.",
      },
    ]);
  });

  it.each([
    ['W. Europe Standard Time', '2027-07-01T10:00Z'],
    ['Eastern Standard Time', '2027-07-01T16:00Z'],
    ['Central Standard Time (Mexico)', '2027-07-01T18:00Z'],
    ['Tokyo Standard Time', '2027-07-01T03:00Z'],
  ])('knows %s of Windows, which some calendars name without defining it', (zone, departure) => {
    const text = calendar([['SUMMARY:KLM1007 AMS-LHR', `DTSTART;TZID=${zone}:20270701T120000`]]);
    expect(read(text)).toMatchObject([{ trip: { departure } }]);
  });

  it('knows only zones of Windows that Intl knows', () => {
    expect(windowsZones.filter((zone) => zoneClock(zone) === null)).toEqual([]);
    expect(windowsZone('Eastern')).toBeNull();
  });

  it.each(['BST', 'IST', 'CST', 'AST', 'ECT', 'SST', 'Crew/BST'])(
    'takes no local time of “%s”, which is the name of several zones',
    (zone) => {
      const events = read(calendar([['SUMMARY:KLM1007 AMS-LHR', `DTSTART;TZID=${zone}:20270701T120000`]]));
      expect(events).toMatchObject([{ event: 'not_taken', why: expect.stringContaining(`“${zone}”`) }]);
    },
  );

  it('follows the zones of the calendar that an event stands in', () => {
    const crew = (offset: string, summary: string) =>
      calendar(
        [[`SUMMARY:${summary}`, 'DTSTART;TZID=Customized Time Zone:20270701T120000']],
        [
          ...['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
          ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
        ],
      );
    const text = crew('+0300', 'KLM1 AMS-LHR') + crew('-0500', 'KLM2 AMS-LHR');
    expect(tripsOf(read(text)).map(({ trip }) => trip.departure)).toEqual([
      '2027-07-01T09:00Z',
      '2027-07-01T17:00Z',
    ]);
  });

  it.each([
    ['KLM1007 AMS-LHR', 'EHAM', 'EGLL', 'KLM1007'],
    ['AMS LHR', 'EHAM', 'EGLL', null],
    ['KL 1007 EHAM - EGLL', 'EHAM', 'EGLL', 'KL1007'],
    ['✈ AMS 0710 → LHR 0740 KL1007 (B738)', 'EHAM', 'EGLL', 'KL1007'],
    ['A320 BAW7TL LHR/AMS', 'EGLL', 'EHAM', 'BAW7TL'],
    ['Flight 1007 Amsterdam (AMS) - London (LHR)', 'EHAM', 'EGLL', '1007'],
    ['klm1007 ams-lhr', 'EHAM', 'EGLL', 'KLM1007'],
    ['KL1007 AMS-LHR report 0510', 'EHAM', 'EGLL', 'KL1007'],
  ])('understands “%s”', (summary, origin, destination, flight) => {
    expect(one(summary)).toMatchObject({
      event: 'trip',
      state: 'new',
      trip: { origin, destination, flight },
    });
  });

  it.each([
    // AIMS: numbers without the airline, places with times, own names of standbys.
    ['8001 LGW-AMS', '8001 EGKK-EHAM'],
    ['0630 LGW-AMS', 'null EGKK-EHAM'],
    ['* EZS 1234 (LGW-GVA)', 'EZS1234 EGKK-LSGG'],
    ['U2 8001 LGW 06:30 - AMS 07:45', 'U28001 EGKK-EHAM'],
    ['ESBY', 'This names no flight.'],
    ['D/O', 'This names no flight.'],
    // NetLine.
    ['LH 0902 FRA 0730 - LHR 0815', 'LH0902 EDDF-EGLL'],
    ['LH902/24 FRA-LHR A320', 'LH902 EDDF-EGLL'],
    ['LH903 LHR-FRA (DH)', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['Pick Up', 'This is no flight.'],
    // RAIDO: a duty of several legs in one event.
    ['DY1302 OSL-LGW', 'DY1302 ENGM-EGKK'],
    ['DY1302 OSL-LGW, DY1303 LGW-OSL', 'It names more than two airports. Enter each flight by itself.'],
    // CrewConnect.
    ['\u2708 SK 1501: ARN 07:10 \u2013 LHR 08:55', 'SK1501 ESSA-EGLL'],
    ['Check-in ARN', 'This is no flight.'],
    // Pairings of a bidding system.
    ['Trip H1234A: 1 UA123 SFO-EWR 0630-1455', 'UA123 KSFO-KEWR'],
    ['123 SFO-EWR', '123 KSFO-KEWR'],
    // Dates, days and types before the flight.
    ['28 MAR 27 KL1007 AMS-LHR', 'KL1007 EHAM-EGLL'],
    ['Mon 28 KL1007 AMS-LHR', 'KL1007 EHAM-EGLL'],
    ['MON1234 LGW-AMS', 'MON1234 EGKK-EHAM'],
    ['Day 1: KL1007 AMS-LHR', 'KL1007 EHAM-EGLL'],
    ['LEG 2 KL1008 LHR-AMS', 'KL1008 EGLL-EHAM'],
    ['B38M KL1007 AMS-LHR', 'KL1007 EHAM-EGLL'],
    ['DH8D KL1007 AMS-LHR', 'KL1007 EHAM-EGLL'],
    ['FLT 1007 AMS-LHR', '1007 EHAM-EGLL'],
    ['Flight No. 1007 AMS-LHR', '1007 EHAM-EGLL'],
    ['FLT NO 1007 AMS-LHR', '1007 EHAM-EGLL'],
    // Travel, and what only looks like it.
    ['PAX KL1007 AMS-LHR', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['KL1007 AMS-LHR (PAX)', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['KL1007 AMS-LHR as passenger', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['KL1007 AMS-LHR PAX 143', 'KL1007 EHAM-EGLL'],
    ['KL1007 AMS-LHR 143 PAX', 'KL1007 EHAM-EGLL'],
    ['BW600 POS-MIA', 'BW600 TTPP-KMIA'],
    ['Taxi LGW-LHR', 'This is no flight.'],
    ['Train AMS-BRU', 'This is travel by rail, not a flight.'],
    ['LH3653 FRA-CGN (ICE)', 'This is travel by rail, not a flight.'],
    ['P/S BA117 LHR-JFK', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['TVL BA117 LHR-JFK', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['KL1007 AMS-LHR (TVL)', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['WN1 LAX-TVL', 'WN1 KLAX-KTVL'],
    // Duties of three letters that are airports, too.
    ...[
      'STB BRU',
      'RES-BRU',
      'TAX LGW-LTN',
      'MOV LGW-LTN (car)',
      'HSB AMS-LHR',
      'CAR LGW-LHR',
      'BUS-IST',
    ].map((summary) => [
      summary,
      `“${summary.slice(0, 3)}” may be a duty, and no flight number is beside it. Add the number if it is a flight.`,
    ]),
    ['LAX-DAY', '“DAY” may be a duty, and no flight number is beside it. Add the number if it is a flight.'],
    ['DL1 LAX-DAY', 'DL1 KLAX-KDAY'],
    ['KL1007 AMS-LHR, KL1009 AMS-LHR', 'It names more than one flight. Enter each flight by itself.'],
    ['KL1007 AMS-LHR (AMS-LHR)', 'KL1007 EHAM-EGLL'],
  ])('knows how exporters write %s', (summary, expected) => {
    const [event] = read(calendar([[`SUMMARY:${summary}`, 'DTSTART:20261124T063000Z']]));
    expect(
      event?.event === 'trip'
        ? `${event.trip.flight} ${event.trip.origin}-${event.trip.destination}`
        : event?.why,
    ).toBe(expected);
  });

  it.each(['Positioning KL1007 AMS-LHR', 'POS KL1007 AMS-LHR', 'KL1007 AMS-LHR (POS)'])(
    'leaves “%s” to the person, who may operate it',
    (summary) => {
      expect(one(summary)).toMatchObject({
        event: 'not_taken',
        why: expect.stringMatching(/^Positioning: /),
      });
    },
  );

  it('looks for deadheads in the categories and in lines of the description of their own', () => {
    const deadhead = { event: 'not_taken', why: 'Deadhead: you fly as a passenger and need no trip kit.' };
    expect(one('KL1007 AMS-LHR', 'CATEGORIES:Duty,Deadhead')).toMatchObject(deadhead);
    expect(one('KL1007 AMS-LHR', 'DESCRIPTION:STD 0230Z\\nDuty type: DH')).toMatchObject(deadhead);
    expect(one('LH3653 FRA-CGN', 'DESCRIPTION:Rail transport')).toMatchObject({
      event: 'not_taken',
      why: 'This is travel by rail, not a flight.',
    });
    // Of another person on board.
    expect(one('KL1007 AMS-LHR', 'DESCRIPTION:CP Smith\\nDH Miller')).toMatchObject({ event: 'trip' });
  });

  it('says where its text names another departure than its start', () => {
    const notes = (description: string) =>
      tripsOf(
        read(
          calendar([['SUMMARY:KL1007 AMS-LHR', 'DTSTART:20261124T063000Z', `DESCRIPTION:${description}`]]),
        ),
      ).map((trip) => trip.notes ?? []);
    expect(notes('STD 0630Z STA 0755Z')).toEqual([[]]);
    // By the clocks at the origin.
    expect(notes('STD: 07:30 LT')).toEqual([[]]);
    expect(notes('Report 0630\\nSTD 0730')).toEqual([[]]);
    expect(notes('Report 0630\\nSTD 0745')).toEqual([
      ['Its text names a departure at 07:45; its start was taken. Check the time.'],
    ]);
    // Of another day.
    expect(notes('STD 1845Z')).toEqual([
      ['Its text names a departure at 18:45; its start was taken. Check the time.'],
    ]);
  });

  it('takes the departure that its text names in UTC beside the flight before its start', () => {
    const of = (start: string, description: string) =>
      tripsOf(
        read(calendar([['SUMMARY:KL1007 AMS-LHR', `DTSTART:${start}`, `DESCRIPTION:${description}`]])),
      ).map(({ trip, notes = [] }) => [trip.departure, ...notes]);
    expect(of('20270328T182000Z', 'Check-in 1820Z\\nSTD 2045Z STA 2200Z')).toEqual([
      ['2027-03-28T20:45Z', 'It begins at 18:20Z; the STD 20:45Z of its text was taken.'],
    ]);
    // Past midnight, and of the leg that the event is of.
    expect(of('20270328T233000Z', 'KL1006 STD 2340Z\\nKL 1007 STD 00:45 UTC')).toEqual([
      ['2027-03-29T00:45Z', 'It begins at 23:30Z; the STD 00:45Z of its text was taken.'],
    ]);
  });

  it('takes no report for duty for a departure', () => {
    const text = (departure: string) =>
      one('C/I 0230 KL1007 AMS-LHR', `DESCRIPTION:Report 0230Z\\nKL1007 AMS ${departure} LHR 0735Z`);
    expect(text('0345Z')).toMatchObject({ trip: { departure: '2027-03-28T03:45Z' } });
    // Of which clock it is nothing says.
    expect(text('0345')).toMatchObject({
      why: 'It begins with the report for duty, and names no departure in UTC. Add it, for example STD 1045Z.',
    });
    // 04:30 in Amsterdam.
    expect(one('Report 04:30 KL1007 AMS-LHR')).toMatchObject({ event: 'not_taken' });
    expect(one('Report 0130 KL1007 AMS-LHR')).toMatchObject({ trip: { departure: '2027-03-28T02:30Z' } });
  });

  it.each([
    ['KL1007 AMS-LHR CXL', '', 'cancelled'],
    ['KL1007 AMS-LHR storniert', '', 'cancelled'],
    ['KL1007 AMS-LHR', 'CANCELLED', 'cancelled'],
    ['KL1007 AMS-LHR', 'Crew JAN\\nThis flight has been cancelled.', 'cancelled'],
    ['KL1007 AMS-LHR', 'Replaces a cancelled flight', 'new'],
    // Chiang Mai and Stornoway.
    ['TG120 CNX-BKK', '', 'new'],
    ['TG120 BKK CNX', '', 'new'],
    ['CNX TG120 CNX-BKK', '', 'cancelled'],
    ['LM1 GLA-SYY Stornoway', '', 'new'],
  ])('reads “%s” with “%s” as %s', (summary, description, state) => {
    expect(one(summary, `DESCRIPTION:${description}`)).toMatchObject({ event: 'trip', state });
  });

  it('says which further flights its description names', () => {
    const notes = (description: string) =>
      tripsOf([one('KL1007 AMS-LHR', `DESCRIPTION:${description}`) as TripFileEvent])[0]?.notes;
    expect(notes('KL1007 AMS-LHR 0430 0455\\nKL1008 LHR-AMS 0540 0800\\nHotel: none')).toEqual([
      'Its text names other flights, too: KL1008. Enter them by themselves.',
    ]);
    expect(notes('KL1007 EHAM-EGLL\\nAircraft from JFK-AMS\\nCrew: A B-C')).toBeUndefined();
  });

  it('looks for the airports in the place and the description, too', () => {
    expect(one('KL1007', 'LOCATION:AMS-LHR')).toMatchObject({ trip: { origin: 'EHAM', flight: 'KL1007' } });
    expect(one('KL1007', 'DESCRIPTION:From: AMS\\nTo: LHR')).toMatchObject({ trip: { destination: 'EGLL' } });
  });

  it.each([
    ['Day off', 'This is no flight.'],
    ['DAY OFF', 'This is no flight.'],
    ['OFF', 'This is no flight.'],
    ['Standby AMS 0600-1200', 'This is no flight.'],
    ['SBY AMS-AMS', 'This is no flight.'],
    ['Sim training AMS', 'This is no flight.'],
    ['DH KL1007 AMS-LHR', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['KL1007 AMS-LHR (Deadhead)', 'Deadhead: you fly as a passenger and need no trip kit.'],
    ['AMS-LHR-AMS', 'It names more than two airports. Enter each flight by itself.'],
    ['KLM1007 AMS-XQZ', "“XQZ” isn't an airport code that the app knows. Use its ICAO code."],
    ['KLM1007', "It doesn't name the airports of KLM1007. Add them."],
    ['Dinner with Ann', 'This names no flight.'],
  ])('does not take “%s”, and says why', (summary, why) => {
    expect(one(summary)).toEqual({ event: 'not_taken', line: 3, text: summary, why });
  });

  it('tells changed and cancelled flights apart', () => {
    const event = (uid: number, sequence: number, start: string, ...more: string[]) => [
      ...[`UID:${uid}`, `SEQUENCE:${sequence}`, `SUMMARY:KLM${uid} AMS-LHR`, `DTSTART:${start}`],
      ...more,
    ];
    const text = calendar([
      event(1, 2, '20270328T040000Z'),
      event(1, 1, '20270328T030000Z'),
      event(2, 0, '20270328T040000Z', 'STATUS:CANCELLED'),
      event(3, 1, '20270328T040000Z'),
      event(4, 0, '20270328T040000Z'),
    ]);
    expect(
      tripsOf(read(text)).map(({ state, trip, lines }) => [state, trip.flight, trip.departure, lines]),
    ).toEqual([
      ['changed', 'KLM1', '2027-03-28T04:00Z', [9, 3]],
      ['cancelled', 'KLM2', '2027-03-28T04:00Z', undefined],
      ['changed', 'KLM3', '2027-03-28T04:00Z', undefined],
      ['new', 'KLM4', '2027-03-28T04:00Z', undefined],
    ]);
    const cancelled = calendar([event(5, 0, '20270328T040000Z')], ['METHOD:CANCEL']);
    expect(tripsOf(read(cancelled))[0]?.state).toBe('cancelled');
  });

  it('takes no flight whose later version is none, or which is cancelled without a word', () => {
    const flight = ['UID:1', 'SUMMARY:KLM1 AMS-LHR', 'DTSTART:20270328T040000Z'];
    const off = ['UID:1', 'SEQUENCE:1', 'SUMMARY:Day off', 'DTSTART:20270328T040000Z'];
    expect(read(calendar([flight, off]))).toEqual([
      {
        event: 'not_taken',
        line: 3,
        text: 'KLM1 EHAM-EGLL 2027-03-28T04:00Z',
        why: 'Line 8 takes its place, and is no flight.',
      },
      { event: 'not_taken', line: 8, text: 'Day off', why: 'This is no flight.' },
    ]);
    // A cancellation names its event by the UID alone (RFC 5546, 3.2.5).
    const cancel = calendar([['UID:1', 'SEQUENCE:1']], ['METHOD:CANCEL']);
    const other = calendar([['UID:2', 'SEQUENCE:1']], ['METHOD:CANCEL']);
    const said = (text: string) => read(text).map((event) => (event.event === 'trip' ? event.state : 'none'));
    expect(read(calendar([flight]) + cancel)).toMatchObject([
      { state: 'cancelled', line: 3, lines: [3, 12] },
    ]);
    expect(said(cancel + calendar([flight]))).toEqual(['cancelled']);
    expect(said(calendar([flight]) + other)).toEqual(['new', 'none']);
  });

  it('keeps flights apart that share their UID', () => {
    const event = (flight: string, start: string) => [
      'UID:same',
      `SUMMARY:${flight} AMS-LHR`,
      `DTSTART:${start}`,
    ];
    const text = calendar([
      event('KLM1', '20270328T040000Z'),
      event('KLM2', '20270328T080000Z'),
      event('KLM1', '20270329T040000Z'),
    ]);
    expect(tripsOf(read(text)).map(({ state }) => state)).toEqual(['new', 'new', 'new']);
    const two = calendar([
      event('KLM1', '20270328T040000Z'),
      [...event('KLM2', '20270328T080000Z'), 'STATUS:CANCELLED'],
    ]);
    expect(tripsOf(read(two)).map(({ state }) => state)).toEqual(['new', 'cancelled']);
  });

  it('tells each event that is damaged, repeated, all-day, or no event', () => {
    const text = calendar([
      ['SUMMARY:KLM1 AMS-LHR', 'DTSTART;VALUE=DATE:20270328'],
      ['SUMMARY:KLM1b AMS-LHR', 'DTSTART:20270328T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
      ['SUMMARY:KLM2 AMS-LHR', 'DTSTART:20270231T120000Z'],
      ['SUMMARY:KLM3 AMS-LHR', 'DTSTART:20270328T120000Z', 'RRULE:FREQ=DAILY'],
      ['SUMMARY:KLM4 AMS-LHR'],
      ['SUMMARY:KLM5 AMS-LHR', 'DTSTART:20270328T120000Z', 'no line at all'],
      ['SUMMARY:KLM6 AMS-LHR', 'DTSTART:20270328T120000Z', 'BEGIN:VALARM', 'END:VALARM'],
    ]).replace(
      'END:VCALENDAR',
      'BEGIN:VTODO\r\nSUMMARY:Pack\r\nEND:VTODO\r\nBEGIN:VEVENT\r\nSUMMARY:KLM7 AMS-LHR',
    );
    const events = read(text);
    expect(tripsOf(events).map(({ trip }) => trip.flight)).toEqual(['KLM5', 'KLM6']);
    expect(refusedOf(events).map((event) => event.text)).toEqual([
      ...[
        'KLM1 AMS-LHR',
        'KLM1b AMS-LHR',
        'KLM2 AMS-LHR',
        'KLM3 AMS-LHR',
        'KLM4 AMS-LHR',
        'no line at all',
        'Pack',
      ],
      ...['KLM7 AMS-LHR', 'END:VCALENDAR'],
    ]);
  });

  it('loses no event, whatever stands in it', () => {
    const junk = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\r\n\\]/g, ' '));
    const summary = fc.oneof(
      junk,
      fc.tuple(junk, fc.constantFrom(...PLACES), junk).map(([a, place, b]) => `x${a} ${place[1]}-LHR ${b}`),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(summary, junk), { minLength: 1, maxLength: 8 }), (entries) => {
        const text = calendar(entries.map(([title, start]) => [`SUMMARY:${title}`, `DTSTART:${start}x`]));
        const places = read(text).map(({ line }) => line);
        // Each event has four lines, and begins behind two of the calendar.
        expect(places).toEqual(entries.map((_entry, at) => 3 + 4 * at));
      }),
    );
  });
});
