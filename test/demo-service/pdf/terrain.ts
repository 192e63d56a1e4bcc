/** Land below a chart: tinted hills with contour-like curves, rivers, built-up areas, obstacles. */
import type { Random } from '../random.ts';
import { type Box, curve, type Doc, ink, offset, type Point, text } from './canvas.ts';

const tints = ['#f3eede', '#ebe2c8', '#e2d4b0', '#d8c598', '#cdb581', '#c0a46c'] as const;

function hill(doc: Doc, random: Random, centre: Point, radius: number, levels: number): void {
  const waves = Array.from({ length: 5 }, (_, k) => ({
    size: random.between(0.03, 0.2) / (k * 0.5 + 1),
    phase: random.between(0, 6.28),
    count: k + 2,
  }));
  const drift = { x: random.between(-0.25, 0.25) * radius, y: random.between(-0.25, 0.25) * radius };
  for (let level = 0; level < levels; level += 1) {
    const share = 1 - level / levels;
    const middle = { x: centre.x + drift.x * (1 - share), y: centre.y + drift.y * (1 - share) };
    const points: Point[] = [];
    for (let step = 0; step < 40; step += 1) {
      const angle = (step / 40) * Math.PI * 2;
      const wave = waves.reduce(
        (sum, { size, phase, count }) => sum + size * Math.cos(count * angle + phase + level * 0.18),
        1,
      );
      points.push(offset(middle, (angle * 180) / Math.PI, radius * share * wave));
    }
    curve(doc, points, true);
    const tint = tints[Math.min(tints.length - 1, Math.floor((level * tints.length) / levels))] ?? tints[0];
    doc.lineWidth(level % 4 === 0 ? 0.5 : 0.25).fillAndStroke(tint, '#b89f6f');
  }
}

function river(doc: Doc, random: Random, box: Box): void {
  const points: Point[] = [];
  const downwards = random.chance(0.5);
  for (let i = -1; i <= 13; i += 1) {
    const along = i / 12;
    const across = 0.5 + Math.sin(i * 0.9 + random.between(-0.5, 0.5)) * 0.12 + random.between(-0.06, 0.06);
    points.push(
      downwards
        ? { x: box.x + box.width * across, y: box.y + box.height * along }
        : { x: box.x + box.width * along, y: box.y + box.height * across },
    );
  }
  curve(doc, points, false);
  doc.lineWidth(random.between(1.2, 3)).lineCap('round').stroke(ink.river).lineCap('butt');
}

/** Fills the box with land. `relief` 0 to 1: how much of it is high. */
export function terrain(doc: Doc, random: Random, box: Box, relief: number): void {
  doc.rect(box.x, box.y, box.width, box.height).fill('#fbfaf4');
  const count = Math.round(4 + relief * 9);
  for (let i = 0; i < count; i += 1) {
    const centre = {
      x: box.x + random.between(-0.05, 1.05) * box.width,
      y: box.y + random.between(-0.05, 1.05) * box.height,
    };
    const size = random.between(0.1, 0.26) * Math.min(box.width, box.height) * (0.6 + relief * 0.6);
    hill(doc, random, centre, size, random.integer(6, 11));
  }
  if (random.chance(0.8)) river(doc, random, box);
  for (let i = 0; i < 3 + relief * 8; i += 1) {
    const at = { x: box.x + random.next() * box.width, y: box.y + random.next() * box.height };
    spot(doc, at, random.integer(4, 130) * 50 + random.integer(0, 49));
  }
}

/** A spot elevation or obstacle, ft. */
function spot(doc: Doc, at: Point, feet: number): void {
  doc
    .moveTo(at.x - 2, at.y + 2)
    .lineTo(at.x, at.y - 3)
    .lineTo(at.x + 2, at.y + 2)
    .lineWidth(0.5)
    .stroke(ink.soft);
  doc.circle(at.x, at.y + 1.2, 0.5).fill(ink.soft);
  text(doc, String(feet), { x: at.x + 3, y: at.y - 2.5 }, { size: 4.8, color: ink.soft });
}

/** Latitude and longitude ticks along the edges of a map. */
export function graticule(doc: Doc, box: Box, latitude: number, longitude: number, minutes: number): void {
  const lines = 5;
  doc.lineWidth(0.25).strokeOpacity(0.5);
  for (let i = 1; i < lines; i += 1) {
    const x = box.x + (box.width * i) / lines;
    const y = box.y + (box.height * i) / lines;
    doc.moveTo(x, box.y).lineTo(x, box.y + box.height);
    doc.moveTo(box.x, y).lineTo(box.x + box.width, y);
  }
  doc.stroke(ink.sky).strokeOpacity(1);
  const label = (value: number, positive: string, negative: string) => {
    const total = Math.round(Math.abs(value) * 60);
    const degrees = Math.floor(total / 60);
    return `${value < 0 ? negative : positive}${degrees} ${String(total % 60).padStart(2, '0')}`;
  };
  for (let i = 1; i < lines; i += 1) {
    const lon = longitude + ((i - lines / 2) * minutes) / 60;
    const lat = latitude - ((i - lines / 2) * minutes) / 60;
    const x = box.x + (box.width * i) / lines;
    const y = box.y + (box.height * i) / lines;
    text(doc, label(lon, 'E', 'W'), { x, y: box.y + 2 }, { size: 4.6, align: 'center', color: ink.steel });
    text(doc, label(lat, 'N', 'S'), { x: box.x + 2, y: y - 5.5 }, { size: 4.6, color: ink.steel });
  }
}
