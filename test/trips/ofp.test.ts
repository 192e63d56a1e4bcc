/** Operational flight plans: text and SimBrief's XML. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flights, read, refusedOf, tripOf, tripsOf } from './fixtures.ts';

const OFP = `[ OFP ]
--------------------------------------------------------------------
KLM1007   28MAR2027    EHAM-EGLL   B738 PH-BXA   RELEASE 0811 27MAR27
OFP 1     AMSTERDAM/SCHIPHOL-LONDON/HEATHROW
WX PROG 2709 2712 2715   OBS 2707 2707 2707

ATC C/S   KLM1007      EHAM/AMS    EGLL/LHR     CRZ SYS    CI 30
28MAR2027 PHBXA        1045/1057   1148/1156    GND DIST    232
B737-800 / CFM56-7B26  STA   1205               AIR DIST    250

ALTN EGKK      FUEL 1200
--------------------------------------------------------------------
KLM1007   28MAR2027    EHAM-EGLL   B738 PH-BXA   PAGE 2
`;

describe('an OFP as text', () => {
  it('is one trip, at its time off blocks', () => {
    expect(read(OFP)).toEqual([
      {
        event: 'trip',
        line: 3,
        state: 'new',
        trip: {
          origin: 'EHAM',
          destination: 'EGLL',
          flight: 'KLM1007',
          departure: '2027-03-28T10:45Z',
          alternates: ['EGKK'],
        },
      },
    ]);
  });

  it('takes more from the flight plan message that it holds', () => {
    const filed = `${OFP}
[ ATC FLIGHT PLAN ]
(FPL-KLM1007-IS
-B738/M-SDE2/LB1
-EHAM1050
-N0450F350 SULUT Y70
-EGLL0100 EGKK EGSS
-DOF/270328)
`;
    expect(read(filed)).toMatchObject([
      {
        line: 3,
        trip: { departure: '2027-03-28T10:50Z', alternates: ['EGKK', 'EGSS'], route: 'N0450F350 SULUT Y70' },
      },
    ]);
  });

  it('is cancelled or delayed by the messages behind it', () => {
    const said = (message: string) =>
      tripsOf(read(`${OFP}${message}\n`)).map(({ state, lines, trip }) => [state, trip.departure, lines]);
    expect(said('(CNL-KLM1007-EHAM1045-EGLL-DOF/270328)')).toEqual([
      ['cancelled', '2027-03-28T10:45Z', [3, 14]],
    ]);
    expect(said('(DLA-KLM1007-EHAM1215-EGLL-DOF/270328)')).toEqual([
      ['changed', '2027-03-28T12:15Z', [3, 14]],
    ]);
  });

  it('leaves the messages of other flights to those', () => {
    const filed = (flight: string, from: string, to: string, day = '270328') =>
      `(FPL-${flight}-IS-B738/M-SDE2/LB1-${from}-N0450F350 DCT-${to}0100-DOF/${day})`;
    const text = [
      `${OFP}${filed('KLM1008', 'EGLL1300', 'EHAM')}`,
      filed('KLM1009', 'EHAM1700', 'EGLL'),
      filed('KLM1007', 'EHAM1045', 'EGLL', '270330'),
      '(FPL-KLM1011-IS',
    ].join('\n');
    const events = read(text);
    expect(tripsOf(events).map(({ line, trip }) => [line, trip.flight, trip.departure])).toEqual([
      [3, 'KLM1007', '2027-03-28T10:45Z'],
      [14, 'KLM1008', '2027-03-28T13:00Z'],
      [15, 'KLM1009', '2027-03-28T17:00Z'],
      [16, 'KLM1007', '2027-03-30T10:45Z'],
    ]);
    expect(refusedOf(events).map(({ line }) => line)).toEqual([17]);
  });

  it.each([
    ['STD 1230 LT', null],
    ['STD 1230LT', null],
    ['STD 1230L/1030Z', null],
    ['STD 1230 LOCAL', null],
    ['ETD 1230 (LCL)', null],
    ['TAXI OUT 0015', null],
    ['TAXI-OUT 0015', null],
    ['STD 1030Z', '2027-03-28T10:30Z'],
    ['STD 1030 LIDO', '2027-03-28T10:30Z'],
    ['OUT 1030', '2027-03-28T10:30Z'],
  ])('reads no time in “%s” that is local or a duration', (line, departure) => {
    expect(tripsOf(read(`KLM1007 28MAR2027 EHAM-EGLL\n${line}\n`))[0]?.trip.departure).toBe(departure);
  });

  it('is one trip a plan, and says where a time is not found', () => {
    const two = `${OFP}\nBAW2 / 29 MAR 27  LHR-AMS  A320\nSTD 0710Z\nBAW3 30MAR27 EGLL-EHAM\n`;
    expect(tripsOf(read(two)).map(({ trip, notes }) => [trip.flight, trip.departure, notes])).toEqual([
      ['KLM1007', '2027-03-28T10:45Z', undefined],
      ['BAW2', '2027-03-29T07:10Z', undefined],
      ['BAW3', null, ["The flight is of 2027-03-30; its time of departure isn't found."]],
    ]);
  });
});

const plan = (origin: string, more = '') => `<OFP>
  <general><icao_airline>KLM</icao_airline><flight_number>1007</flight_number><route>SULUT Y70 &amp; DCT</route></general>
  <origin><icao_code>${origin}</icao_code><iata_code>AMS</iata_code><plan_rwy>24</plan_rwy></origin>
  <destination><icao_code>EGLL</icao_code></destination>
  <alternate><icao_code>EGKK</icao_code></alternate><alternate><icao_code>EGSS</icao_code></alternate>
  <navlog><fix><icao_code>XXXX</icao_code></fix></navlog>
  <times><sched_out>1806201000</sched_out></times>${more}
</OFP>`;

describe('SimBrief’s XML', () => {
  it('is one trip with its alternates and route', () => {
    expect(read(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->${plan('EHAM')}`)).toEqual([
      {
        event: 'trip',
        line: 2,
        state: 'new',
        trip: {
          origin: 'EHAM',
          destination: 'EGLL',
          flight: 'KLM1007',
          departure: '2027-03-28T02:30Z',
          alternates: ['EGKK', 'EGSS'],
          route: 'SULUT Y70 & DCT',
        },
      },
    ]);
  });

  it('reads back every flight that was written', () => {
    fc.assert(
      fc.property(flights, (flight) => {
        const [airline = '', number = ''] = flight.flight.match(/^(?:KLM|BAW|AFR|U2|KL)|\d+$/g) ?? [];
        const text = `<OFP><general><icao_airline>${airline}</icao_airline><flight_number>${flight.flight.slice(airline.length)}</flight_number></general><origin><icao_code>${flight.from[0]}</icao_code></origin><destination><icao_code><![CDATA[${flight.to[0]}]]></icao_code></destination><times><sched_out>${flight.ms / 1000}</sched_out></times></OFP>`;
        expect(number).not.toBe('');
        expect(tripsOf(read(text)).map(({ trip }) => trip)).toEqual([tripOf(flight)]);
      }),
    );
  });

  it('tells a plan without airport, one that is cut, and another document', () => {
    expect(refusedOf(read(plan('ZZZZ')))).toHaveLength(1);
    expect(refusedOf(read(plan('EHAM').slice(0, -20)))).toMatchObject([
      { line: 1, why: 'The plan has no end: the file is cut. Export it again.' },
    ]);
    expect(refusedOf(read('<roster><leg>OFP</leg></roster>'))).toMatchObject([
      {
        text: '<roster>',
        why: 'This XML holds no flight plan of SimBrief (<OFP>). Export the flights as iCalendar or CSV.',
      },
    ]);
  });

  it('resolves no entity of the document’s own', () => {
    const bomb = `<!DOCTYPE OFP [<!ENTITY a "EHAM"><!ENTITY b "&a;&a;">]>${plan('&b;')}`;
    expect(tripsOf(read(bomb))).toEqual([]);
  });
});
