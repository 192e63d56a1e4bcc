/** Flight plan messages that apply to each other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flights, read, refusedOf, tripOf, tripsOf, utc } from './fixtures.ts';

const hhmm = (ms: number) => utc(ms).slice(11, 16).replace(':', '');
const dof = (ms: number) => utc(ms).slice(2, 10).replaceAll('-', '');
const FPL = `(FPL-KLM1007-IS
-B738/M-SDE2E3FGHIRWXY/LB1
-EHAM2330
-N0450F350 SULUT Y70 XAMAN L980 LOGAN
-EGLL0055 EGKK EGSS
-PBN/B1D1 DOF/270327 REG/PHBXA RMK/A-B)`;

const short = (text: string) =>
  tripsOf(read(text)).map(({ state, trip, lines }) => [state, trip.departure, ...(lines ? [lines] : [])]);

describe('flight plan messages', () => {
  it('read back every flight that was filed, in any layout', () => {
    const layout = fc.constantFrom('\r\n-', '-', ' -', '\n  -');
    fc.assert(
      fc.property(
        fc.uniqueArray(flights, { maxLength: 10, selector: ({ ms }) => ms }),
        layout,
        (filed, dash) => {
          const text = filed.map(({ from, to, flight, ms }) =>
            [
              ...[`(FPL-${flight}`, 'IS', 'A320/M', 'SDFG/C', `${from[0]}${hhmm(ms)}`, 'N0440F360 DCT'],
              ...[`${to[0]}0130 EGSS`, `0 DOF/${dof(ms)})`],
            ].join(dash),
          );
          expect(tripsOf(read(text.join('\r\n\r\n')))).toEqual(
            filed.map((flight) => ({
              event: 'trip',
              line: expect.any(Number),
              state: 'new',
              trip: { ...tripOf(flight), alternates: ['EGSS'], route: 'N0440F360 DCT' },
            })),
          );
        },
      ),
    );
  });

  it('have alternates and route, as they were filed', () => {
    expect(read(FPL)).toEqual([
      {
        event: 'trip',
        line: 1,
        state: 'new',
        trip: {
          origin: 'EHAM',
          destination: 'EGLL',
          flight: 'KLM1007',
          departure: '2027-03-27T23:30Z',
          alternates: ['EGKK', 'EGSS'],
          route: 'N0450F350 SULUT Y70 XAMAN L980 LOGAN',
        },
      },
    ]);
  });

  it.each([
    ['a delay', '(DLA-KLM1007-EHAM2345-EGLL-DOF/270327)', 'changed', '2027-03-27T23:45Z'],
    ['a delay past midnight', '(DLA-KLM1007-EHAM0030-EGLL0055-DOF/270327)', 'changed', '2027-03-28T00:30Z'],
    ['a delay with its new date', '(DLA-KLM1007-EHAM0030-EGLL-DOF/270328)', 'changed', '2027-03-28T00:30Z'],
    ['a delay without a date', '(DLA-KLM1007-EHAM0030-EGLL-0)', 'changed', '2027-03-28T00:30Z'],
    [
      'a change of time',
      '(CHG-KLM1007-EHAM2330-EGLL-DOF/270327-13/EHAM2200)',
      'changed',
      '2027-03-27T22:00Z',
    ],
    [
      'a change of date',
      '(CHG-KLM1007-EHAM2330-EGLL-DOF/270327-18/DOF/270329)',
      'changed',
      '2027-03-29T23:30Z',
    ],
    ['a cancellation', '(CNL-KLM1007-EHAM2330-EGLL-DOF/270327)', 'cancelled', '2027-03-27T23:30Z'],
  ])('%s applies to its flight plan, before or after it', (_name, message, state, departure) => {
    expect(short(`${FPL}\n${message}`)).toEqual([[state, departure, [1, 7]]]);
    expect(short(`${message}\n${FPL}`)).toEqual([[state, departure, [2, 1]]]);
  });

  it('change the destination, its alternates and the route', () => {
    const change = '(CHG-KLM1007-EHAM2330-EGLL-DOF/270327-15/N0450F330 DCT-16/EGKK0050 EGMC)';
    const cancel = '(CNL-KLM1007-EHAM2330-EGKK-DOF/270327)';
    const [changed] = tripsOf(read(`${FPL}\n${change}`));
    expect(changed?.trip).toMatchObject({
      destination: 'EGKK',
      alternates: ['EGMC'],
      route: 'N0450F330 DCT',
    });
    expect(short(`${FPL}\n${change}\n${cancel}`)).toEqual([['cancelled', '2027-03-27T23:30Z', [1, 7, 8]]]);
  });

  it('concern their own date alone', () => {
    const other = FPL.replace('270327', '270328');
    expect(short(`${FPL}\n(CNL-KLM1007-EHAM2330-EGLL-DOF/270328)\n${other}`)).toEqual([
      ['new', '2027-03-27T23:30Z'],
      ['cancelled', '2027-03-28T23:30Z', [8, 7]],
    ]);
  });

  it.each([
    ['a cancellation', '(CNL-KLM1007-EHAM0030-EGLL-DOF/270327)', 'cancelled', '2027-03-28T00:30Z'],
    ['a later delay', '(DLA-KLM1007-EHAM0130-EGLL-DOF/270327)', 'changed', '2027-03-28T01:30Z'],
  ])('%s may name the date that was filed after a delay past midnight', (_name, last, state, departure) => {
    const delay = '(DLA-KLM1007-EHAM0030-EGLL-DOF/270328)';
    expect(short(`${FPL}\n${delay}\n${last}`)).toEqual([[state, departure, [1, 7, 8]]]);
  });

  it('mean the flight of their date, and of the time that they repeat', () => {
    const next = FPL.replace('270327', '270328').replace('EHAM2330', 'EHAM2200');
    const delay = '(DLA-KLM1007-EHAM2345-EGLL-DOF/270328)';
    // In whatever order the two days were filed: a delay to the next date could be of either.
    expect(short(`${FPL}\n${next}\n${delay}`)).toEqual([
      ['new', '2027-03-27T23:30Z'],
      ['changed', '2027-03-28T23:45Z', [7, 13]],
    ]);
    expect(short(`${next}\n${FPL}\n${delay}`)).toEqual([
      ['changed', '2027-03-28T23:45Z', [1, 13]],
      ['new', '2027-03-27T23:30Z'],
    ]);
    expect(short(`${FPL}\n${next}\n(CNL-KLM1007-EHAM2330-EGLL)`)).toEqual([
      ['cancelled', '2027-03-27T23:30Z', [1, 13]],
      ['new', '2027-03-28T22:00Z'],
    ]);
  });

  it('are found whole beside letters that grow in capitals', () => {
    const words = Array.from({ length: 9 }, () => 'Straße');
    const events = read([...words, FPL, 'Grüße'].join('\n'));
    expect(tripsOf(events).map(({ line, trip }) => [line, trip.flight])).toEqual([[10, 'KLM1007']]);
    // One reason for all lines between two messages.
    expect(refusedOf(events).map(({ line, text, why }) => [line, text, why])).toEqual([
      [1, words.join(' '), 'These 9 lines stand outside the flight plan messages.'],
      [16, 'Grüße', 'This stands outside the flight plan messages.'],
    ]);
  });

  it('file a flight again after its cancellation', () => {
    const cancel = '(CNL-KLM1007-EHAM2330-EGLL-DOF/270327)';
    const again = FPL.replace('EHAM2330', 'EHAM2350');
    expect(short(`${FPL}\n${cancel}\n${again}`)).toEqual([
      ['cancelled', '2027-03-27T23:30Z', [1, 7]],
      ['new', '2027-03-27T23:50Z'],
    ]);
    expect(short(`${FPL}\n${again}`)).toEqual([['changed', '2027-03-27T23:50Z', [1, 7]]]);
  });

  it('are trips by themselves where their flight plan is not there', () => {
    const text = [
      '(DLA-KLM1-EHAM1130-EGLL-DOF/270328)',
      '(CNL-KLM2-EHAM1130-EGLL-DOF/270328)',
      '(CHG-KLM3-EHAM1130-EGLL-DOF/270328-16/EGKK0100)',
      '(DLA-KLM4-EHAM1130-EGLL-DOF/270328)',
      '(CNL-KLM4-EHAM1130-EGLL-DOF/270328)',
    ].join('\n');
    expect(short(text)).toEqual([
      ['changed', '2027-03-28T11:30Z'],
      ['cancelled', '2027-03-28T11:30Z'],
      ['changed', '2027-03-28T11:30Z'],
      ['cancelled', '2027-03-28T11:30Z', [4, 5]],
    ]);
  });

  it('without DOF/ have no date: none is guessed, and a note says so', () => {
    const [event] = tripsOf(read(FPL.replace('DOF/270327 ', '')));
    expect(event?.trip.departure).toBeNull();
    expect(event?.notes).toEqual(['The time of departure is 2330Z; its date is missing (DOF/ in item 18).']);
  });

  it('tell what is no trip', () => {
    const text = `ZCZC 001\n${FPL.replace('EHAM2330', 'ZZZZ2330')}\n(ARR-KLM9-EHAM-EGLL1010)\n${FPL}\n${FPL}\n(FPL-KLM1\nNNNN`;
    const events = read(text);
    expect(tripsOf(events)).toHaveLength(1);
    expect(refusedOf(events).map(({ line, why }) => [line, why])).toEqual([
      [1, 'This stands outside the flight plan messages.'],
      [2, "“ZZZZ” isn't an airport. Request this trip by hand."],
      [8, 'A message of type ARR brings no new flight.'],
      [15, 'The message is there twice.'],
      [21, 'The message has no closing bracket: it may be cut. Paste it whole.'],
    ]);
  });

  it('lose no message, in whatever order they come', () => {
    const message = fc
      .record({
        kind: fc.constantFrom('FPL', 'DLA', 'CNL', 'CHG'),
        flight: fc.constantFrom('KLM1', 'KLM2'),
        time: fc.constantFrom('0930', '2330', '9930'),
        date: fc.constantFrom('DOF/270327', 'DOF/270328', 'DOF/279999', '0'),
      })
      .map(({ kind, flight, time, date }) =>
        kind === 'FPL'
          ? `(FPL-${flight}-IS-B738/M-S/C-EHAM${time}-N0450F350 DCT-EGLL0100-${date})`
          : `(${kind}-${flight}-EHAM${time}-EGLL-${date}${kind === 'CHG' ? '-13/EHAM1000' : ''})`,
      );
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), (messages) => {
        const events = read(messages.join('\n'));
        const lines = events.flatMap((event) =>
          event.event === 'trip' ? (event.lines ?? [event.line]) : [event.line],
        );
        expect(lines.sort((a, b) => a - b)).toEqual(messages.map((_message, at) => at + 1));
      }),
    );
  });
});
