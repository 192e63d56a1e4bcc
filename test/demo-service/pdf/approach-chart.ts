/** Instrument approaches: briefing strip, plan view, profile view, minima. */
import { type Random, seeded, seedOf } from '../random.ts';
import type { Airport } from './airport.ts';
import {
  arrowHead,
  type Box,
  cell,
  clipped,
  compassRose,
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
import { holding, safeAltitude } from './procedure-chart.ts';
import { graticule, terrain } from './terrain.ts';

/** One approach of an airport. */
export interface Approach {
  /** For example ILS or LOC. */
  type: string;
  /** Designator of the runway. */
  runway: string;
}

interface Figures {
  course: number;
  frequency: string;
  initial: number;
  glide: number;
  minimum: number;
  height: number;
  elevation: number;
  fixes: [string, string, string, string];
}

function figuresOf(random: Random, airport: Airport, approach: Approach): Figures {
  const runway = airport.runways.find((one) => one.low === approach.runway || one.high === approach.runway);
  const heading = runway?.heading ?? 90;
  const course = runway?.high === approach.runway ? (heading + 180) % 360 : heading;
  const precise = approach.type.startsWith('ILS');
  const height = precise ? 200 : random.integer(28, 55) * 10;
  const elevation = airport.elevation_ft;
  return {
    course,
    frequency: precise
      ? `${random.integer(108, 111)}.${random.pick([1, 3, 5, 7, 9])}`
      : `CH ${random.integer(400, 999)}`,
    initial: Math.ceil((elevation + 2600) / 100) * 100,
    glide: Math.ceil((elevation + 1600) / 100) * 100,
    minimum: elevation + height,
    height,
    elevation,
    fixes: [nameCode(random), nameCode(random), nameCode(random), nameCode(random)],
  };
}

const degrees = (value: number) => `${String(Math.round(value) % 360 || 360).padStart(3, '0')}°`;

function briefing(doc: Doc, airport: Airport, approach: Approach, figures: Figures, box: Box): void {
  const precise = approach.type.startsWith('ILS');
  const cells: [string, string][] = [
    [precise ? 'Localizer' : 'WAAS', figures.frequency],
    ['Final apch crs', degrees(figures.course)],
    [`${figures.fixes[1]} crossing`, `${figures.glide}'`],
    [precise ? 'ILS DA(H)' : 'LPV DA(H)', `${figures.minimum}' (${figures.height}')`],
    ['Apt elev', `${airport.elevation_ft}'`],
  ];
  const width = box.width / cells.length;
  for (const [i, [heading, value]] of cells.entries()) {
    cell(doc, { x: box.x + i * width, y: box.y, width, height: 25 }, heading, value);
  }
  const row = { x: box.x, y: box.y + 25, width: box.width, height: 25 };
  const tower = airport.frequencies.slice(0, 1).concat(airport.frequencies.slice(2));
  const small = row.width / tower.length;
  for (const [i, { name, mhz }] of tower.entries()) {
    cell(doc, { x: row.x + i * small, y: row.y, width: small, height: 25 }, name, mhz);
  }
  const missed = `MISSED APCH: Climb to ${figures.elevation + 600}' then climbing turn to ${figures.initial + 1000}' direct ${figures.fixes[3]} and hold.`;
  doc.rect(box.x, box.y + 50, box.width, 15).fill(ink.mist);
  doc
    .rect(box.x, box.y + 50, box.width, 15)
    .lineWidth(0.5)
    .stroke(ink.rule);
  text(doc, missed, { x: box.x + 5, y: box.y + 54 }, { size: 6.8, bold: true, color: ink.navy });
}

/** The feather of a localizer, or a plain course line. */
function finalCourse(doc: Doc, threshold: Point, course: number, length: number, precise: boolean): void {
  const back = course + 180;
  if (precise) {
    const [left, right, middle] = [
      offset(threshold, back - 3.2, length),
      offset(threshold, back + 3.2, length),
      offset(threshold, back, length * 0.94),
    ];
    doc
      .moveTo(threshold.x, threshold.y)
      .lineTo(left.x, left.y)
      .lineTo(middle.x, middle.y)
      .closePath()
      .fill('#cfd8e3');
    doc.moveTo(threshold.x, threshold.y).lineTo(right.x, right.y).lineTo(middle.x, middle.y).closePath();
    doc.fill(ink.steel);
  }
  line(doc, [threshold, offset(threshold, back, length)], 1.6, ink.navy);
  arrowHead(doc, offset(threshold, back, length * 0.3), course, 8, ink.navy);
}

function planView(
  doc: Doc,
  random: Random,
  airport: Airport,
  approach: Approach,
  figures: Figures,
  map: Box,
): void {
  const { course, fixes } = figures;
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  const threshold = offset(middle, course, Math.min(map.width, map.height) * 0.2);
  const length = Math.min(map.width, map.height) * 0.56;
  terrain(doc, random, map, 0.6);
  graticule(doc, map, airport.latitude, airport.longitude, 30);
  doc.circle(threshold.x, threshold.y, length * 0.5).circle(threshold.x, threshold.y, length);
  doc.lineWidth(0.35).dash(2, { space: 2 }).stroke(ink.steel).undash();
  const at = (share: number, swing = 0) => offset(threshold, course + 180 + swing, length * share);
  const [inner, outer, far] = [at(0.45), at(0.72), at(0.98)];
  for (const swing of [-58, 62]) {
    const start = offset(far, course + 180 + swing, length * 0.42);
    line(doc, [start, far], 2.8, ink.white);
    line(doc, [start, far], 1.2, ink.navy);
    arrowHead(doc, { x: (start.x + far.x) / 2, y: (start.y + far.y) / 2 }, course - swing * -1, 6, ink.navy);
    waypoint(doc, start, nameCode(random), true, `${figures.initial + 1000}'`);
  }
  finalCourse(doc, threshold, course, length, approach.type.startsWith('ILS'));
  const turn = course > 180 ? course + 90 : course - 90;
  const label = offset(at(0.58), turn, 12);
  const courseText = `${degrees(course)}  ${approach.type.split(' ')[0] ?? ''}`;
  text(doc, courseText, label, {
    size: 8,
    bold: true,
    rotate: turn,
    align: 'center',
    color: ink.navy,
    halo: true,
  });
  waypoint(doc, far, fixes[0], false, `IAF ${figures.initial}'`);
  waypoint(doc, outer, fixes[1], false, `FAF ${figures.glide}'`);
  waypoint(doc, inner, fixes[2], false, `D${random.integer(2, 4)}.${random.integer(0, 9)}`);
  for (const runway of airport.runways) {
    const shift = { x: threshold.x + runway.east / 800, y: threshold.y - runway.north / 800 };
    line(doc, [offset(shift, runway.heading, 9), offset(shift, runway.heading + 180, 9)], 2, ink.runway);
  }
  const missedFix = offset(threshold, course + 38, length * 0.46);
  doc.moveTo(threshold.x, threshold.y);
  const bend = offset(threshold, course, length * 0.3);
  doc.quadraticCurveTo(bend.x, bend.y, missedFix.x, missedFix.y).lineWidth(1.1).dash(4, { space: 3 });
  doc.stroke(ink.magenta).undash();
  holding(doc, missedFix, course + 50, ink.magenta);
  waypoint(doc, missedFix, fixes[3], true, `Missed ${figures.initial + 1000}'`);
  const corner = Math.sin((course * Math.PI) / 180) > 0 === Math.cos((course * Math.PI) / 180) > 0;
  const rose = { x: map.x + (corner ? 42 : map.width - 42), y: map.y + 50 };
  safeAltitude(doc, random, rose, 34, airport.icao);
  const other = { x: map.x + (corner ? map.width - 40 : 40), y: map.y + map.height - 46 };
  doc.circle(other.x, other.y, 34).fillOpacity(0.85).fill(ink.white).fillOpacity(1);
  compassRose(doc, other, 24, airport.variation);
}

function profileView(doc: Doc, figures: Figures, box: Box): void {
  doc.rect(box.x, box.y, box.width, box.height).fill('#fcfdff');
  const ground = box.y + box.height - 24;
  const x = (share: number) => box.x + box.width * share;
  const y = (feet: number) =>
    ground - ((feet - figures.elevation) / (figures.initial - figures.elevation)) * (box.height - 50);
  doc.moveTo(box.x, ground);
  for (let i = 0; i <= 60; i += 1)
    doc.lineTo(x(i / 60), ground - 2 - Math.abs(Math.sin(i * 1.7) * Math.cos(i * 0.6)) * 7);
  doc
    .lineTo(x(1), ground + 6)
    .lineTo(box.x, ground + 6)
    .closePath()
    .fill('#d9c7a0');
  doc.rect(x(0.78), ground - 2.5, box.width * 0.16, 3).fill(ink.runway);
  const path: Point[] = [
    { x: x(0.05), y: y(figures.initial) },
    { x: x(0.2), y: y(figures.initial) },
    { x: x(0.36), y: y(figures.glide) },
    { x: x(0.44), y: y(figures.glide) },
    { x: x(0.79), y: ground - 3 },
  ];
  line(doc, path, 1.8, ink.navy);
  const climb = { x: x(0.9), y: y(figures.glide) };
  line(doc, [{ x: x(0.74), y: ground - 16 }, climb], 1.1, ink.magenta, 4);
  arrowHead(doc, climb, 40, 6, ink.magenta);
  const fixes: [number, string, string][] = [
    [0.2, figures.fixes[0], `${figures.initial}'`],
    [0.44, figures.fixes[1], `${figures.glide}'`],
    [0.62, figures.fixes[2], `${figures.elevation + 800}'`],
  ];
  for (const [share, name, altitude] of fixes) {
    line(
      doc,
      [
        { x: x(share), y: box.y + 14 },
        { x: x(share), y: ground },
      ],
      0.5,
      ink.steel,
      2,
    );
    text(
      doc,
      name,
      { x: x(share), y: box.y + 5 },
      { size: 6.5, bold: true, align: 'center', color: ink.navy },
    );
    text(
      doc,
      altitude,
      { x: x(share) + 3, y: y(figures.glide) - 11 },
      { size: 6.5, bold: true, color: ink.blue, halo: true },
    );
  }
  text(doc, 'GS 3.00°', { x: x(0.5), y: y(figures.glide) + 22 }, { size: 6, color: ink.blue, halo: true });
  for (const [share, label] of [
    [0.32, '4.9'],
    [0.53, '3.6'],
    [0.7, '3.1'],
  ] as const) {
    text(doc, label, { x: x(share), y: ground + 9 }, { size: 6, align: 'center', color: ink.soft });
  }
  text(
    doc,
    `TCH 55'   Rwy elev ${figures.elevation}'`,
    { x: x(0.8), y: ground + 9 },
    { size: 5.5, color: ink.soft },
  );
  doc.rect(box.x, box.y, box.width, box.height).lineWidth(0.8).stroke(ink.navy);
}

function minima(doc: Doc, random: Random, approach: Approach, figures: Figures, box: Box): void {
  const precise = approach.type.startsWith('ILS');
  const heads = [
    'CATEGORY',
    precise ? 'ILS' : 'LPV',
    'ALS out',
    precise ? 'LOC (GS out)' : 'LNAV/VNAV',
    'CIRCLE-TO-LAND',
  ];
  const width = box.width / heads.length;
  doc.rect(box.x, box.y, box.width, 12).fill(ink.navy);
  for (const [i, head] of heads.entries()) {
    const at = { x: box.x + (i + 0.5) * width, y: box.y + 3.5 };
    text(doc, head, at, { size: 5.5, bold: true, align: 'center', color: ink.white });
  }
  const height = (box.height - 12) / 4;
  for (const [row, category] of ['A', 'B', 'C', 'D'].entries()) {
    const y = box.y + 12 + row * height;
    if (row % 2 === 0) doc.rect(box.x, y, box.width, height).fill(ink.mist);
    const step = row * 40;
    const values = [
      category,
      `${figures.minimum}' (${figures.height}')  RVR 18`,
      'RVR 40',
      `${figures.minimum + 180 + step}'  RVR ${random.pick([24, 40, 55])}`,
      `${figures.elevation + 560 + step * 2}'  -  ${1 + row * 0.5} SM`,
    ];
    for (const [i, value] of values.entries()) {
      const at = { x: box.x + (i + 0.5) * width, y: y + height / 2 - 3.4 };
      text(doc, value, at, { size: 6.4, bold: i === 0, align: 'center', color: ink.text });
    }
  }
  for (let i = 1; i < heads.length; i += 1) {
    doc.moveTo(box.x + i * width, box.y + 12).lineTo(box.x + i * width, box.y + box.height);
  }
  doc.rect(box.x, box.y, box.width, box.height).lineWidth(0.6).stroke(ink.navy);
}

/** Draws an approach on the current page. */
export function approachChart(
  context: PageContext,
  airport: Airport,
  index: string,
  approach: Approach,
): void {
  const { doc } = context;
  const random = seeded(seedOf(`approach ${airport.icao} ${approach.type} ${approach.runway}`));
  const box = chartFrame(context, airport, index, `${approach.type} Rwy ${approach.runway}`);
  const figures = figuresOf(random, airport, approach);
  briefing(doc, airport, approach, figures, box);
  const map: Box = { x: box.x, y: box.y + 69, width: box.width, height: box.height - 69 - 252 };
  clipped(doc, map, () => planView(doc, random, airport, approach, figures, map));
  doc.rect(map.x, map.y, map.width, map.height).lineWidth(1).stroke(ink.navy);
  const profile = { x: box.x, y: map.y + map.height + 5, width: box.width, height: 132 };
  profileView(doc, figures, profile);
  minima(doc, random, approach, figures, { x: box.x, y: profile.y + 137, width: box.width, height: 74 });
  const remarks =
    'Dual simultaneous operations authorized. Autopilot coupled approaches not authorized below the decision altitude. Circling to the north of the runway not authorized at night. Cold temperature corrections apply below -15°C.';
  paragraph(
    doc,
    remarks,
    { x: box.x, y: profile.y + 216, width: box.width, height: 30 },
    { size: 6, color: ink.soft },
  );
}
