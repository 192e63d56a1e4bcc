/** The airport diagram: runways, taxiways, aprons, buildings, with frequencies above and a runway table below. */
import { type Random, seeded, seedOf } from '../random.ts';
import { type Airport, coordinates, type Runway } from './airport.ts';
import {
  type Box,
  cell,
  clipped,
  compassRose,
  type Doc,
  ink,
  line,
  offset,
  type Point,
  text,
} from './canvas.ts';
import { chartFrame, type PageContext } from './frame.ts';
import { graticule, terrain } from './terrain.ts';

interface Ends {
  low: Point;
  high: Point;
}

interface Projection {
  ends: (runway: Runway) => Ends;
  /** Points per foot. */
  scale: number;
}

function project(airport: Airport, box: Box): Projection {
  const reach = airport.runways.map((runway) => {
    const angle = (runway.heading * Math.PI) / 180;
    const x = Math.abs(Math.sin(angle)) * (runway.length_ft / 2);
    const y = Math.abs(Math.cos(angle)) * (runway.length_ft / 2);
    return {
      west: runway.east - x,
      east: runway.east + x,
      south: runway.north - y,
      north: runway.north + y,
    };
  });
  const west = Math.min(...reach.map((r) => r.west));
  const east = Math.max(...reach.map((r) => r.east));
  const south = Math.min(...reach.map((r) => r.south));
  const north = Math.max(...reach.map((r) => r.north));
  const scale = Math.min(
    (box.width * 0.84) / Math.max(east - west, 4000),
    (box.height * 0.72) / Math.max(north - south, 4000),
  );
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return {
    scale,
    ends: (runway) => {
      const centre = {
        x: middle.x + (runway.east - (west + east) / 2) * scale,
        y: middle.y - (runway.north - (south + north) / 2) * scale,
      };
      const half = (runway.length_ft / 2) * scale;
      return { low: offset(centre, runway.heading + 180, half), high: offset(centre, runway.heading, half) };
    },
  };
}

function along(ends: Ends, share: number): Point {
  return {
    x: ends.low.x + (ends.high.x - ends.low.x) * share,
    y: ends.low.y + (ends.high.y - ends.low.y) * share,
  };
}

function taxiSign(doc: Doc, at: Point, name: string): void {
  const width = name.length * 2.4 + 2.6;
  doc.roundedRect(at.x - width / 2, at.y - 2.6, width, 5.2, 0.8).fill(ink.runway);
  text(doc, name, { x: at.x, y: at.y - 2 }, { size: 3.8, bold: true, align: 'center', color: '#ffd54a' });
}

function taxiways(doc: Doc, random: Random, runway: Runway, ends: Ends, side: 1 | -1, letter: string): void {
  const gap = Math.min(
    15,
    Math.max(9, Math.hypot(ends.high.x - ends.low.x, ends.high.y - ends.low.y) * 0.07),
  );
  const from = offset(along(ends, 0.01), runway.heading + 90 * side, gap);
  const to = offset(along(ends, 0.99), runway.heading + 90 * side, gap);
  line(doc, [from, to], 4.2, ink.taxiway);
  const exits = random.integer(5, 8);
  for (let i = 0; i <= exits; i += 1) {
    const share = 0.015 + (0.97 * i) / exits;
    const skew = i === 0 || i === exits ? 0 : random.pick([-0.025, 0, 0.025]);
    const on = along(ends, share + skew);
    const off = offset(along(ends, share), runway.heading + 90 * side, gap);
    line(doc, [on, off], 3.4, ink.taxiway);
    if (i > 0 && i < exits) {
      taxiSign(doc, offset(along(ends, share), runway.heading + 90 * side, gap * 0.62), `${letter}${i}`);
    }
  }
  line(doc, [from, to], 0.35, '#c89b1f');
  taxiSign(doc, along({ low: from, high: to }, 0.36), letter);
  taxiSign(doc, along({ low: from, high: to }, 0.71), letter);
}

function paintRunway(doc: Doc, runway: Runway, ends: Ends): void {
  line(doc, [ends.low, ends.high], 8.4, ink.white);
  line(doc, [ends.low, ends.high], 7, ink.runway);
  line(doc, [along(ends, 0.07), along(ends, 0.93)], 0.5, ink.white, 4);
  for (const [end, inward] of [
    [ends.low, runway.heading],
    [ends.high, runway.heading + 180],
  ] as const) {
    for (let bar = -2; bar <= 2; bar += 1) {
      const start = offset(offset(end, inward + 90, bar * 1.2), inward, 1.5);
      line(doc, [start, offset(start, inward, 5)], 0.6, ink.white);
    }
    const designator = end === ends.low ? runway.low : runway.high;
    const label = offset(end, inward + 180, 11);
    const at = { x: label.x, y: label.y - 4.5 };
    text(doc, designator, at, { size: 9, bold: true, align: 'center', color: ink.navy, halo: true });
  }
  const length = `${runway.length_ft}' x ${runway.width_ft}'`;
  const turn = runway.heading > 180 ? runway.heading + 90 : runway.heading - 90;
  const at = offset(along(ends, 0.5), turn, 10.5);
  text(doc, length, at, { size: 5.2, rotate: turn, align: 'center', color: ink.text, halo: true });
}

function terminals(doc: Doc, random: Random, centre: Point, heading: number): void {
  doc.save().rotate(heading - 90, { origin: [centre.x, centre.y] });
  const width = random.integer(92, 128);
  const height = random.integer(46, 60);
  doc.roundedRect(centre.x - width / 2, centre.y - height / 2, width, height, 5).fill(ink.apron);
  const piers = random.integer(3, 5);
  for (let i = 0; i < piers; i += 1) {
    const x = centre.x - width / 2 + (width * (i + 0.5)) / piers;
    doc.rect(x - 3, centre.y - height / 2 + 5, 6, height - 10).fill(ink.building);
    for (let stand = 0; stand < 7; stand += 1) {
      const y = centre.y - height / 2 + 8 + stand * ((height - 16) / 6);
      doc.moveTo(x - 7, y).lineTo(x + 7, y);
    }
    doc.lineWidth(0.5).stroke(ink.building);
  }
  doc.rect(centre.x - width / 2 + 5, centre.y - 4, width - 10, 8).fill(ink.steel);
  doc.restore();
  const at = { x: centre.x, y: centre.y - 3 };
  text(doc, random.pick(['TERMINAL', 'MAIN TERMINAL', 'TERMINALS']), at, {
    size: 5,
    bold: true,
    align: 'center',
    color: ink.white,
  });
}

function frequencies(doc: Doc, airport: Airport, box: Box): void {
  const width = box.width / airport.frequencies.length;
  for (const [index, { name, mhz }] of airport.frequencies.entries()) {
    cell(doc, { x: box.x + index * width, y: box.y, width, height: 25 }, name, mhz);
  }
}

function runwayTable(doc: Doc, airport: Airport, random: Random, box: Box): void {
  const columns = ['RWY', 'LIGHTS', 'LANDING BEYOND', 'THRESHOLD', 'GLIDE SLOPE', 'TAKE-OFF', 'WIDTH'];
  const width = box.width / columns.length;
  doc.rect(box.x, box.y, box.width, 11).fill(ink.navy);
  for (const [index, column] of columns.entries()) {
    text(
      doc,
      column,
      { x: box.x + index * width + 4, y: box.y + 3 },
      { size: 5, bold: true, color: ink.white },
    );
  }
  const rows = airport.runways.flatMap((runway) => [
    [runway.low, runway],
    [runway.high, runway],
  ]) as [string, Runway][];
  const height = Math.min(10, (box.height - 11) / rows.length);
  for (const [row, [designator, runway]] of rows.entries()) {
    const y = box.y + 11 + row * height;
    if (row % 2 === 0) doc.rect(box.x, y, box.width, height).fill(ink.mist);
    const values = [
      designator,
      random.pick(['HIRL CL ALSF-II TDZ', 'HIRL CL MALSR', 'HIRL MALSF', 'HIRL REIL PAPI-L']),
      `${runway.length_ft - random.integer(0, 6) * 100}'`,
      random.chance(0.3) ? `displaced ${random.integer(2, 9) * 100}'` : '-',
      `${runway.length_ft - random.integer(10, 14) * 100}'`,
      `${runway.length_ft}'`,
      `${runway.width_ft}'`,
    ];
    for (const [index, value] of values.entries()) {
      const at = { x: box.x + index * width + 4, y: y + height / 2 - 3 };
      text(doc, value, at, { size: 5.6, bold: index === 0, color: ink.text });
    }
  }
  doc
    .rect(box.x, box.y, box.width, 11 + rows.length * height)
    .lineWidth(0.6)
    .stroke(ink.navy);
}

/** Draws the diagram on the current page. */
export function airportDiagram(context: PageContext, airport: Airport, index: string): void {
  const { doc } = context;
  const random = seeded(seedOf(`diagram ${airport.icao}`));
  const box = chartFrame(context, airport, index, 'AIRPORT');
  frequencies(doc, airport, { ...box, height: 25 });
  const rows = airport.runways.length * 2;
  const tableHeight = 13 + rows * 10;
  const map = { x: box.x, y: box.y + 29, width: box.width, height: box.height - 29 - tableHeight - 6 };
  const { ends } = project(airport, map);
  clipped(doc, map, () => {
    terrain(doc, random, map, 0.15);
    doc.fillOpacity(0.75).rect(map.x, map.y, map.width, map.height).fill(ink.grass).fillOpacity(1);
    graticule(doc, map, airport.latitude, airport.longitude, 4);
    const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M'];
    const drawn = airport.runways.map((runway) => ({ runway, ends: ends(runway) }));
    for (const [index, { runway, ends }] of drawn.entries()) {
      taxiways(doc, random, runway, ends, 1, letters[index * 2] ?? 'N');
      taxiways(doc, random, runway, ends, -1, letters[index * 2 + 1] ?? 'P');
    }
    const middle = drawn.map(({ ends }) => along(ends, 0.5));
    const centre = {
      x: middle.reduce((sum, point) => sum + point.x, 0) / middle.length,
      y: middle.reduce((sum, point) => sum + point.y, 0) / middle.length,
    };
    const first = airport.runways[0];
    const place = airport.runways.length === 1 ? offset(centre, first.heading + 90, 62) : centre;
    terminals(doc, random, place, first.heading);
    for (const { runway, ends } of drawn) paintRunway(doc, runway, ends);
    const rose = { x: map.x + map.width - 40, y: map.y + 48 };
    doc.circle(rose.x, rose.y, 34).fillOpacity(0.85).fill(ink.white).fillOpacity(1);
    compassRose(doc, rose, 24, airport.variation);
    const tower = offset(place, first.heading, 74);
    doc.circle(tower.x, tower.y, 2.6).lineWidth(0.8).fillAndStroke(ink.white, ink.red);
    text(doc, 'Control tower', { x: tower.x + 5, y: tower.y - 3 }, { size: 5, color: ink.red, halo: true });
  });
  doc.rect(map.x, map.y, map.width, map.height).lineWidth(1).stroke(ink.navy);
  const facts = `APT ELEV ${airport.elevation_ft}'   ${coordinates(airport.latitude, airport.longitude)}`;
  const at = { x: map.x + 5, y: map.y + map.height - 11 };
  text(doc, facts, at, { size: 6.5, bold: true, color: ink.navy, halo: true });
  const table = { x: box.x, y: map.y + map.height + 6, width: box.width, height: tableHeight };
  runwayTable(doc, airport, random, table);
}
