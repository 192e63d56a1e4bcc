/** Departures (SID) and arrivals (STAR): transitions on a map, crossing altitudes, and the procedure in words. */
import { type Random, seeded, seedOf } from '../random.ts';
import type { Airport } from './airport.ts';
import {
  arrowHead,
  type Box,
  cell,
  clipped,
  compassRose,
  curve,
  type Doc,
  ink,
  line,
  nameCode,
  offset,
  type Point,
  paragraph,
  text,
  waypoint,
} from './canvas.ts';
import { chartFrame, type PageContext } from './frame.ts';
import { graticule, terrain } from './terrain.ts';

interface Leg {
  name: string;
  at: Point;
  altitude: string;
}

function bearingOf(from: Point, to: Point): number {
  return ((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI + 360) % 360;
}

/** Track and distance along a leg, upright. */
function legLabel(doc: Doc, from: Point, to: Point, nm: number): void {
  const bearing = bearingOf(from, to);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const turn = bearing > 180 ? bearing + 90 : bearing - 90;
  const at = offset(middle, turn, 8.5);
  const label = `${String(Math.round(bearing)).padStart(3, '0')}°  ${nm}`;
  text(doc, label, at, { size: 5.5, rotate: turn, align: 'center', color: ink.blue, halo: true });
}

function transition(random: Random, from: Point, bearing: number, legs: number, length: number): Leg[] {
  const list: Leg[] = [];
  let at = from;
  let track = bearing;
  for (let i = 0; i < legs; i += 1) {
    track += random.between(-24, 24);
    at = offset(at, track, length * random.between(0.8, 1.2));
    const level = 70 + i * 40 + random.integer(0, 3) * 10;
    const altitude = level >= 180 ? `FL${level}` : `${level}00`;
    list.push({
      name: nameCode(random),
      at,
      altitude: random.chance(0.6) ? `At or above ${altitude}` : altitude,
    });
  }
  return list;
}

/** A holding pattern at a point. */
export function holding(doc: Doc, at: Point, inbound: number, color: string): void {
  const back = offset(at, inbound + 180, 26);
  const side = (point: Point) => offset(point, inbound + 90, 11);
  const [a, b] = [side(at), side(back)];
  const bulge = (point: Point, bearing: number) => offset(offset(point, inbound + 90, 5.5), bearing, 7.5);
  const [near, far] = [bulge(at, inbound), bulge(back, inbound + 180)];
  doc.moveTo(at.x, at.y).quadraticCurveTo(near.x, near.y, a.x, a.y).lineTo(b.x, b.y);
  doc.quadraticCurveTo(far.x, far.y, back.x, back.y).lineTo(at.x, at.y).lineWidth(1).stroke(color);
  arrowHead(doc, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, inbound + 180, 4, color);
}

/** The minimum safe altitude circle, hundreds of ft by sector. */
export function safeAltitude(doc: Doc, random: Random, centre: Point, radius: number, around: string): void {
  doc.circle(centre.x, centre.y, radius).lineWidth(0.8).fillAndStroke(ink.white, ink.navy);
  const start = random.integer(0, 11) * 10;
  for (let i = 0; i < 3; i += 1) {
    const bearing = start + i * 120;
    line(doc, [centre, offset(centre, bearing, radius)], 0.5, ink.navy);
    const at = offset(centre, bearing + 60, radius * 0.55);
    const feet = `${random.integer(21, 128) * 100}'`;
    text(doc, feet, { x: at.x, y: at.y - 3 }, { size: 5.5, bold: true, align: 'center', color: ink.navy });
  }
  const below = { x: centre.x, y: centre.y + radius + 2 };
  text(doc, `MSA ${around} 25 NM`, below, { size: 5, align: 'center', color: ink.soft, halo: true });
}

function words(
  random: Random,
  departure: boolean,
  name: string,
  branches: Leg[][],
  airport: Airport,
): string {
  const start = departure
    ? `Climb on runway heading to ${airport.elevation_ft + random.integer(4, 9) * 100} ft, then turn direct to the first waypoint. Maintain ${random.integer(8, 15)}000 ft or as assigned; expect filed level ten minutes after departure.`
    : `Expect radar vectors to final after the last waypoint. Descend via published crossing altitudes only when cleared "descend via". Maximum 250 KT below 10000 ft.`;
  const lines = branches.map((legs) => {
    const last = legs.at(-1)?.name ?? '';
    const path = legs.map((leg) => `${leg.name} (${leg.altitude})`).join(', ');
    return `${last} TRANSITION: ${path}.`;
  });
  return `${name}. ${start}\n${lines.join('\n')}`;
}

/** Draws a SID or STAR on the current page. */
export function procedureChart(
  context: PageContext,
  airport: Airport,
  index: string,
  procedure: { kind: 'SID' | 'STAR'; name: string },
): void {
  const { doc } = context;
  const departure = procedure.kind === 'SID';
  const random = seeded(seedOf(`${procedure.kind} ${airport.icao} ${procedure.name}`));
  const box = chartFrame(context, airport, index, `${procedure.name} ${departure ? 'DEPARTURE' : 'ARRIVAL'}`);
  const control = airport.frequencies[4]?.mhz ?? '';
  const third = box.width / 4;
  const cells: [string, string][] = [
    [departure ? 'Departure control' : 'Approach control', control],
    ['Apt elev', `${airport.elevation_ft}'`],
    [departure ? 'Trans alt' : 'Trans level', departure ? '18000' : 'FL180'],
    ['Navigation', 'RNAV 1'],
  ];
  for (const [i, [heading, value]] of cells.entries()) {
    cell(doc, { x: box.x + third * i, y: box.y, width: third, height: 25 }, heading, value);
  }
  const map: Box = { x: box.x, y: box.y + 29, width: box.width, height: box.height - 29 - 132 };
  const centre = {
    x: map.x + map.width * random.between(0.38, 0.62),
    y: map.y + map.height * random.between(0.42, 0.6),
  };
  const count = random.integer(3, 4);
  const first = random.between(0, 360);
  const branches: Leg[][] = [];
  clipped(doc, map, () => {
    terrain(doc, random, map, 0.75);
    graticule(doc, map, airport.latitude, airport.longitude, 100);
    for (let ring = 1; ring <= 4; ring += 1) doc.circle(centre.x, centre.y, ring * 70);
    doc.lineWidth(0.3).strokeOpacity(0.6).stroke(ink.sky).strokeOpacity(1);
    for (let i = 0; i < count; i += 1) {
      const bearing = first + (360 / count) * i + random.between(-20, 20);
      const start = offset(centre, bearing, 26);
      const legs = transition(random, start, bearing, random.integer(3, 4), 58);
      branches.push(legs);
      const points = [centre, start, ...legs.map((leg) => leg.at)];
      curve(doc, points, false);
      doc.lineWidth(3.2).strokeOpacity(0.85).stroke(ink.white).strokeOpacity(1);
      curve(doc, points, false);
      doc.lineWidth(1.5).stroke(ink.navy);
      for (let leg = 1; leg < points.length; leg += 1) {
        const [a, b] = departure ? [points[leg - 1], points[leg]] : [points[leg], points[leg - 1]];
        if (!a || !b) continue;
        const bearingOfLeg = bearingOf(a, b);
        arrowHead(
          doc,
          { x: a.x + (b.x - a.x) * 0.62, y: a.y + (b.y - a.y) * 0.62 },
          bearingOfLeg,
          6,
          ink.navy,
        );
        if (leg > 1) legLabel(doc, a, b, random.integer(8, 34));
      }
      for (const [at, leg] of legs.entries())
        waypoint(doc, leg.at, leg.name, at === legs.length - 1, leg.altitude);
    }
    const hold = branches[0]?.[1];
    if (!departure && hold) holding(doc, hold.at, bearingOf(hold.at, centre), ink.magenta);
    for (const runway of airport.runways) {
      const shift = { x: centre.x + runway.east / 900, y: centre.y - runway.north / 900 };
      line(doc, [offset(shift, runway.heading, 9), offset(shift, runway.heading + 180, 9)], 2, ink.runway);
    }
    const label = { x: centre.x, y: centre.y + 16 };
    text(doc, airport.icao, label, { size: 8, bold: true, align: 'center', color: ink.navy, halo: true });
    const rose = { x: map.x + 40, y: map.y + map.height - 46 };
    doc.circle(rose.x, rose.y, 34).fillOpacity(0.85).fill(ink.white).fillOpacity(1);
    compassRose(doc, rose, 24, airport.variation);
    safeAltitude(doc, random, { x: map.x + map.width - 42, y: map.y + 44 }, 34, airport.icao);
  });
  doc.rect(map.x, map.y, map.width, map.height).lineWidth(1).stroke(ink.navy);
  const below = { x: box.x, y: map.y + map.height + 6, width: box.width, height: 126 };
  doc.rect(below.x, below.y, below.width, below.height).fill(ink.mist);
  const inner = { x: below.x + 8, y: below.y + 8, width: below.width - 16, height: below.height - 14 };
  paragraph(doc, words(random, departure, procedure.name, branches, airport), inner, { size: 8.4 });
}
