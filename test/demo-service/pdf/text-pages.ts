/** Pages of words and tables: flight summary and notices. */
import { type Random, seeded, seedOf } from '../random.ts';
import { routeTokens } from '../trip-rules.ts';
import { aviationDate } from './airac.ts';
import { airportOf, coordinates, greatCircle } from './airport.ts';
import { cell, ink, nameCode, type Point, paragraph, sheet, text } from './canvas.ts';
import { type PageContext, pageHeading } from './frame.ts';

const inner = sheet.width - sheet.margin * 2;

function heading(context: PageContext, value: string, y: number): number {
  context.doc.rect(sheet.margin, y, 3, 12).fill(ink.amber);
  text(context.doc, value, { x: sheet.margin + 9, y: y + 0.5 }, { size: 10.5, bold: true, color: ink.navy });
  return y + 19;
}

function row(
  context: PageContext,
  values: string[],
  shares: readonly number[],
  y: number,
  head = false,
): void {
  const { doc } = context;
  doc.rect(sheet.margin, y, inner, 13).fill(head ? ink.navy : ink.mist);
  let x = sheet.margin + 5;
  for (const [i, value] of values.entries()) {
    const at: Point = { x, y: y + 3.2 };
    text(doc, value, at, { size: 7, bold: head || i === 0, color: head ? ink.white : ink.text });
    x += (shares[i] ?? 0) * (inner - 10);
  }
}

/** The flight in one page: figures, airports, route. */
export function flightSummary(context: PageContext): void {
  const { doc, trip, cycle, day } = context;
  const random = seeded(seedOf(`summary ${JSON.stringify(trip)}`));
  const [from, to] = [airportOf(trip.origin), airportOf(trip.destination)];
  let y = pageHeading(
    context,
    'Flight summary',
    'Plan of the demonstration; check against the operational flight plan',
  );
  const { nm, track } = greatCircle(from, to);
  const distance = Math.max(60, Math.round(nm * 1.04));
  const minutes = Math.round((distance / 450) * 60 + 18);
  const time = /T(\d{2}:\d{2})/.exec(trip.departure)?.[1] ?? '--:--';
  const cells: [string, string][] = [
    ['Flight', trip.flight || '-'],
    ['Date', aviationDate(day)],
    ['Departure UTC', time],
    ['Trip time', `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`],
    ['Ground distance', `${distance} NM`],
    ['Initial track', `${String(track).padStart(3, '0')}°`],
    ['Cruise level', `FL${random.pick([340, 350, 360, 370, 380])}`],
    ['AIRAC', cycle.number],
  ];
  const width = inner / 4;
  for (const [i, [name, value]] of cells.entries()) {
    const at = { x: sheet.margin + (i % 4) * width, y: y + Math.floor(i / 4) * 36, width, height: 36 };
    cell(doc, at, name, value, 13);
  }
  y = heading(context, 'Airports', y + 90);
  const shares = [0.12, 0.11, 0.28, 0.11, 0.24, 0.14];
  row(context, ['ROLE', 'ICAO', 'NAME', 'ELEV', 'POSITION', 'LONGEST RWY'], shares, y, true);
  const list: [string, string][] = [
    ['Origin', trip.origin],
    ['Destination', trip.destination],
    ...trip.alternates.map((icao): [string, string] => ['Alternate', icao]),
  ];
  for (const [role, icao] of list) {
    y += 14;
    const airport = airportOf(icao);
    const longest = Math.max(...airport.runways.map((runway) => runway.length_ft));
    const place = coordinates(airport.latitude, airport.longitude);
    row(context, [role, icao, airport.name, `${airport.elevation_ft}'`, place, `${longest}'`], shares, y);
  }
  y = heading(context, 'Route', y + 28);
  const route = trip.route || 'DCT';
  y = paragraph(
    doc,
    `${trip.origin} ${route} ${trip.destination}`,
    { x: sheet.margin, y, width: inner, height: 40 },
    {
      size: 10,
      bold: true,
      color: ink.blue,
    },
  );
  y += 8;
  const legShares = [0.17, 0.17, 0.15, 0.13, 0.13, 0.13, 0.12];
  row(context, ['POINT', 'VIA', 'TRACK', 'DIST', 'ACC DIST', 'TIME', 'MORA'], legShares, y, true);
  const points = [...routeTokens(route).filter((token) => token !== 'DCT'), trip.destination].slice(0, 22);
  let flown = 0;
  for (const point of points) {
    y += 14;
    const leg = Math.max(9, Math.round((distance / points.length) * random.between(0.7, 1.3)));
    flown += leg;
    const eta = Math.round((flown / 450) * 60);
    const bearing = `${String((track + random.integer(-12, 12) + 360) % 360).padStart(3, '0')}°`;
    const values = [
      point,
      random.pick(['DCT', 'DCT', 'J80', 'UL602', 'Y142']),
      bearing,
      String(leg),
      String(flown),
    ];
    row(context, [...values, `+${eta}`, `${random.integer(30, 160)}00`], legShares, y);
  }
  y = heading(context, 'Fuel and weights (demonstration)', y + 28);
  const fuel = random.integer(62, 140) * 100;
  for (const [name, value] of [
    ['Trip fuel', `${fuel} kg`],
    ['Alternate fuel', `${Math.round(fuel * 0.14)} kg`],
    ['Final reserve', `${Math.round(fuel * 0.11)} kg`],
    ['Planned take-off weight', `${random.integer(58, 76)} ${random.integer(100, 900)} kg`],
  ] as const) {
    row(context, [name, value], [0.4, 0.6], y);
    y += 14;
  }
}

const subjects: readonly [(r: Random) => string, ...((r: Random) => string)[]] = [
  (r) =>
    `Taxiway ${r.pick(['A', 'B', 'C', 'K', 'M'])} closed between ${r.pick(['A4', 'B2', 'M7'])} and ${r.pick(['A6', 'B5', 'M9'])} due to work in progress. Follow marshaller's instructions; edge lights may be out of service.`,
  (r) =>
    `Runway ${String(r.integer(1, 18)).padStart(2, '0')} approach lighting system out of service. Minima of procedures that depend on it are raised as charted under "ALS out".`,
  (r) =>
    `Crane erected ${r.integer(1, 9)}.${r.integer(0, 9)} NM ${r.pick(['north', 'south-east', 'west'])} of the aerodrome reference point, ${r.integer(210, 690)} ft AMSL, lighted at night and marked by day.`,
  (r) =>
    `${nameCode(r)} VOR/DME ${r.integer(108, 117)}.${r.integer(10, 95)} MHz unserviceable for maintenance. Procedures using it are not available unless equipped with suitable RNAV.`,
  (r) =>
    `Bird concentration in the vicinity of the aerodrome, in particular at ${r.pick(['dawn', 'dusk'])}; flocks of up to ${r.integer(30, 400)} birds below ${r.integer(5, 25)}00 ft. Report strikes to tower.`,
  (r) =>
    `De-icing pad ${r.integer(1, 6)} not available. Expect delays of up to ${r.integer(10, 40)} minutes; request de-icing with clearance delivery at least 20 minutes before off-block time.`,
  (r) =>
    `Restricted area R-${r.integer(20, 980)} active from surface to FL${r.integer(60, 240)}. Conditional routes through it are not available; file around it.`,
  (r) =>
    `Stand ${r.integer(1, 80)}${r.pick(['A', 'B', 'L'])} limited to a wing span of ${r.integer(34, 65)} m. Push-back to face ${r.pick(['north', 'south', 'east', 'west'])}, with wing walkers.`,
  () =>
    'GNSS interference reported in the area. Crews are to cross-check position by conventional aids and report disturbance with time, level and duration.',
  (r) =>
    `Noise abatement: reverse thrust above idle is not to be used between ${r.integer(21, 23)}00 and 0600 local but for safety. Preferential runways as published.`,
];

/** A page of notices of one airport. */
export function noticesPage(context: PageContext, icao: string, part: number): void {
  const { doc, day } = context;
  const random = seeded(seedOf(`notices ${icao} ${part}`));
  const airport = airportOf(icao);
  let y = pageHeading(
    context,
    `Notices ${icao}`,
    `${airport.name} · part ${part} · demonstration, not current information`,
  );
  const bottom = sheet.height - 40;
  while (y < bottom - 62) {
    const number = `${random.pick(['A', 'B', 'W'])}${String(random.integer(100, 9999)).padStart(4, '0')}/${new Date(day).getUTCFullYear() % 100}`;
    const from = day - random.integer(1, 40) * 86_400_000;
    const to = day + random.integer(1, 60) * 86_400_000;
    doc.roundedRect(sheet.margin, y, 58, 13, 2).fill(random.chance(0.2) ? ink.red : ink.steel);
    text(
      doc,
      number,
      { x: sheet.margin + 29, y: y + 3.2 },
      { size: 7, bold: true, align: 'center', color: ink.white },
    );
    const validity = `${aviationDate(from)} to ${aviationDate(to)}${random.chance(0.2) ? ' EST' : ''}`;
    text(doc, validity, { x: sheet.margin + 66, y: y + 3.2 }, { size: 7, color: ink.soft });
    const wording = random.pick(subjects)(random);
    const extra = random.chance(0.4) ? ` ${random.pick(subjects)(random)}` : '';
    const box = { x: sheet.margin, y: y + 18, width: inner, height: 40 };
    y = paragraph(doc, wording + extra, box, { size: 8.5 }) + 12;
  }
}
