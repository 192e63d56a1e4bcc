/** The first page: what flight, which cycle, what to do with it. */
import { seeded, seedOf } from '../random.ts';
import { aviationDate } from './airac.ts';
import { airportOf, greatCircle } from './airport.ts';
import { curve, type Doc, ink, line, offset, type Point, sheet, text } from './canvas.ts';
import { footer, notice, type PageContext } from './frame.ts';

function contours(doc: Doc, seed: number): void {
  const random = seeded(seed);
  doc.save().strokeOpacity(0.35);
  for (let hill = 0; hill < 7; hill += 1) {
    const centre = { x: random.between(0, sheet.width), y: random.between(60, 620) };
    const phases = [random.between(0, 6), random.between(0, 6), random.between(0, 6)];
    const radius = random.between(70, 210);
    for (let level = 0; level < 12; level += 1) {
      const points: Point[] = [];
      for (let step = 0; step < 48; step += 1) {
        const angle = (step / 48) * Math.PI * 2;
        const wave = phases.reduce(
          (sum, phase, k) => sum + (0.13 / (k + 1)) * Math.cos((k + 2) * angle + phase),
          1,
        );
        points.push(offset(centre, (angle * 180) / Math.PI, radius * (1 - level / 12) * wave));
      }
      curve(doc, points, true);
      doc.lineWidth(level % 4 === 0 ? 0.8 : 0.4).stroke(ink.steel);
    }
  }
  doc.restore();
}

function flightArc(context: PageContext): void {
  const { doc, trip } = context;
  const [from, to] = [airportOf(trip.origin), airportOf(trip.destination)];
  const [left, right] = [
    { x: 92, y: 436 },
    { x: sheet.width - 92, y: 436 },
  ];
  doc.moveTo(left.x, left.y).quadraticCurveTo(sheet.width / 2, 322, right.x, right.y);
  doc.lineWidth(2).dash(7, { space: 5 }).stroke(ink.amber).undash();
  for (const point of [left, right]) {
    doc.circle(point.x, point.y, 7).fill(ink.navy);
    doc.circle(point.x, point.y, 7).lineWidth(2).stroke(ink.amber);
    doc.circle(point.x, point.y, 2.5).fill(ink.amber);
  }
  const { nm, track } = greatCircle(from, to);
  const top = { x: sheet.width / 2, y: 379 };
  doc
    .moveTo(top.x + 15, top.y)
    .lineTo(top.x - 9, top.y - 9)
    .lineTo(top.x - 4, top.y)
    .lineTo(top.x - 9, top.y + 9);
  doc.closePath().fill(ink.white);
  const facts = `${nm} NM great circle · initial track ${String(track).padStart(3, '0')}°`;
  text(doc, facts, { x: top.x, y: 402 }, { size: 9, align: 'center', color: ink.sky });
  for (const [airport, point] of [
    [from, left],
    [to, right],
  ] as const) {
    const align = point === left ? 'left' : 'right';
    const x = point === left ? 52 : sheet.width - 52;
    text(doc, airport.icao, { x, y: 455 }, { size: 40, bold: true, align, color: ink.white });
    text(doc, airport.name, { x, y: 502 }, { size: 12, align, color: ink.white });
    text(doc, airport.city, { x, y: 518 }, { size: 9, align, color: ink.sky });
  }
}

/** Draws the cover on the current page. */
export function cover(context: PageContext): void {
  const { doc, trip, company_name, cycle, day, total } = context;
  doc.rect(0, 0, sheet.width, sheet.height).fill(ink.navy);
  contours(doc, seedOf(`${trip.origin}${trip.destination}`));
  doc.rect(0, 0, 10, sheet.height).fill(ink.amber);
  text(doc, company_name.toUpperCase(), { x: 52, y: 64 }, { size: 12, bold: true, color: ink.amber });
  text(doc, 'Trip Kit', { x: 50, y: 84 }, { size: 54, bold: true, color: ink.white });
  const summary = 'Charts, procedures and notices for one flight';
  text(doc, summary, { x: 52, y: 150 }, { size: 12, color: ink.sky });
  text(doc, trip.flight || 'FLIGHT', { x: 52, y: 220 }, { size: 30, bold: true, color: ink.white });
  const time = /T(\d{2}:\d{2})/.exec(trip.departure)?.[1];
  const departure = time ? `${aviationDate(day)}, departure ${time} UTC` : aviationDate(day);
  text(doc, departure, { x: 52, y: 258 }, { size: 13, color: ink.sky });
  flightArc(context);

  const y = 590;
  const cells: [string, string][] = [
    ['AIRAC cycle', cycle.number],
    ['Effective', aviationDate(cycle.from)],
    ['Valid until', aviationDate(cycle.to)],
    ['Pages', String(total)],
  ];
  const width = (sheet.width - 104) / cells.length;
  for (const [index, [heading, value]] of cells.entries()) {
    const x = 52 + index * width;
    text(doc, heading.toUpperCase(), { x, y }, { size: 7, color: ink.sky });
    text(doc, value, { x, y: y + 12 }, { size: 17, bold: true, color: ink.white });
  }
  line(
    doc,
    [
      { x: 52, y: y + 46 },
      { x: sheet.width - 52, y: y + 46 },
    ],
    0.6,
    ink.steel,
  );
  const alternates = trip.alternates.length > 0 ? trip.alternates.join('   ') : 'none';
  text(doc, 'ALTERNATES', { x: 52, y: y + 60 }, { size: 7, color: ink.sky });
  text(doc, alternates, { x: 52, y: y + 71 }, { size: 13, bold: true, color: ink.white });
  text(doc, 'ROUTE', { x: 52, y: y + 98 }, { size: 7, color: ink.sky });
  doc.font('bold').fontSize(10).fillColor(ink.white);
  doc.text(trip.route || 'direct', 52, y + 109, { width: sheet.width - 104, height: 42, ellipsis: true });
  doc
    .roundedRect(52, 762, sheet.width - 104, 26, 3)
    .lineWidth(1)
    .stroke('#ffb4ab');
  const middle = { x: sheet.width / 2, y: 770 };
  text(doc, notice, middle, { size: 11, bold: true, align: 'center', color: '#ffb4ab' });
  footer(context, true);
}
