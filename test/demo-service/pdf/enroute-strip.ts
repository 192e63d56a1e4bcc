/** The enroute strip: the route from bottom to top over the land, with airways, boundaries and frequencies. */
import { seeded, seedOf } from '../random.ts';
import { routeTokens } from '../trip-rules.ts';
import { airportOf } from './airport.ts';
import { clipped, curve, ink, line, nameCode, offset, type Point, sheet, text, waypoint } from './canvas.ts';
import { type PageContext, pageHeading } from './frame.ts';
import { graticule, terrain } from './terrain.ts';

/** Draws part `part` of `parts` (from 1) on the current page. */
export function enrouteStrip(context: PageContext, part: number, parts: number): void {
  const { doc, trip } = context;
  const random = seeded(seedOf(`enroute ${trip.origin} ${trip.destination} ${trip.route} ${part}`));
  const top = pageHeading(
    context,
    'Enroute strip',
    `${trip.origin} to ${trip.destination}, part ${part} of ${parts}`,
  );
  const map = {
    x: sheet.margin,
    y: top,
    width: sheet.width - sheet.margin * 2,
    height: sheet.height - top - 40,
  };
  const [from, to] = [airportOf(trip.origin), airportOf(trip.destination)];
  const share = (part - 0.5) / parts;
  const latitude = from.latitude + (to.latitude - from.latitude) * share;
  const longitude = from.longitude + (to.longitude - from.longitude) * share;
  const filed = routeTokens(trip.route).filter((token) => /^[A-Z]{3,5}$/.test(token) && token !== 'DCT');
  const start = Math.floor(((part - 1) * filed.length) / parts);
  const end = Math.floor((part * filed.length) / parts);
  const names = filed.slice(start, end);
  while (names.length < 6) names.push(nameCode(random));
  const spots = names.slice(0, 8).map((name, i, all): [string, Point] => [
    name,
    {
      x: map.x + map.width * (0.5 + Math.sin(i * 1.1 + part) * 0.14 + random.between(-0.04, 0.04)),
      y: map.y + map.height * (0.92 - (i / (all.length - 1)) * 0.84),
    },
  ]);
  clipped(doc, map, () => {
    terrain(doc, random, map, 1);
    graticule(doc, map, latitude, longitude, 240);
    for (let i = 0; i < 9; i += 1) {
      const through = { x: map.x + random.next() * map.width, y: map.y + random.next() * map.height };
      const bearing = random.between(20, 160);
      const [a, b] = [offset(through, bearing, 900), offset(through, bearing + 180, 900)];
      line(doc, [a, b], 0.7, ink.sky);
      const name = `${random.pick(['J', 'Q', 'V', 'UL', 'UN', 'Y'])}${random.integer(2, 980)}`;
      text(doc, name, through, { size: 6, bold: true, color: ink.steel, rotate: bearing - 90, halo: true });
      waypoint(doc, offset(through, bearing, random.between(40, 120)), nameCode(random), random.chance(0.5));
    }
    const border: Point[] = [];
    const height = map.y + map.height * random.between(0.3, 0.6);
    for (let i = 0; i <= 8; i += 1)
      border.push({ x: map.x + (map.width * i) / 8, y: height + random.between(-26, 26) });
    curve(doc, border, false);
    doc.lineWidth(1.4).dash(9, { space: 3 }).stroke(ink.green).undash();
    text(
      doc,
      'FIR / UIR',
      { x: map.x + 60, y: height - 20 },
      { size: 7, bold: true, color: ink.green, halo: true },
    );
    const points = spots.map(([, point]) => point);
    line(doc, points, 5, ink.white);
    line(doc, points, 2.4, ink.magenta);
    for (const [i, [name, at]] of spots.entries()) {
      const level = `FL${330 + i * 10}  MORA ${random.integer(40, 160)}00`;
      waypoint(doc, at, name, i % 2 === 0, level);
      const next = points[i + 1];
      if (!next) continue;
      const middle = { x: (at.x + next.x) / 2 - 10, y: (at.y + next.y) / 2 - 4 };
      const leg = `${String(random.integer(1, 360)).padStart(3, '0')}°  ${random.integer(38, 140)} NM`;
      text(doc, leg, middle, { size: 7, bold: true, align: 'right', color: ink.magenta, halo: true });
    }
    for (let i = 0; i < 6; i += 1) {
      const at = {
        x: map.x + map.width * random.between(0.05, 0.9),
        y: map.y + map.height * random.between(0.05, 0.95),
      };
      text(doc, String(random.integer(3, 16)), at, { size: 17, bold: true, color: '#9fb3cc' });
      text(
        doc,
        String(random.integer(0, 9)),
        { x: at.x + 20, y: at.y - 1 },
        { size: 10, bold: true, color: '#9fb3cc' },
      );
    }
    const box = { x: map.x + map.width - 132, y: map.y + map.height - 74 };
    doc.rect(box.x, box.y, 124, 66).lineWidth(0.6).fillAndStroke(ink.white, ink.navy);
    text(doc, 'CONTROL', { x: box.x + 6, y: box.y + 5 }, { size: 6, bold: true, color: ink.navy });
    for (let i = 0; i < 5; i += 1) {
      const y = box.y + 15 + i * 10;
      text(doc, `Sector ${random.integer(1, 48)} Control`, { x: box.x + 6, y }, { size: 6.5 });
      const mhz = (118 + random.integer(0, 720) * 0.025).toFixed(3);
      text(doc, mhz, { x: box.x + 118, y }, { size: 6.5, bold: true, align: 'right', color: ink.navy });
    }
  });
  doc.rect(map.x, map.y, map.width, map.height).lineWidth(1).stroke(ink.navy);
}
