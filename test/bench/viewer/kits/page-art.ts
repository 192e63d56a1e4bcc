/** What is on the pages of a synthetic kit: text, charts of many vector segments, scans. */
import type { Random } from '../../../demo-service/random.ts';
import { encodeGreyJpeg } from './grey-jpeg.ts';

const words =
  'RWY TWY CLSD WIP ILS VOR DME RNAV NOTAM STAR SID HOLD FIX MEA MOCA QNH TEMPO BECMG SCT BKN OVC RVR CAT OPS CREW FUEL ALTN ROUTE LEVEL CROSS MAINTAIN CLIMB DESCEND TURN LEFT RIGHT AFTER BEFORE DUE MAINT UNTIL FURTHER NOTICE REF AIP SUP CHART PAGE OBST CRANE LIT MARKED APRON STAND GATE PUSHBACK DEICE'.split(
    ' ',
  ) as [string, ...string[]];

/** A word that is on this page and on no other. */
export function pageToken(page: number): string {
  return `TKP${String(page).padStart(4, '0')}X`;
}

/** Lines of text in two sizes over a page of that size, points. */
export function textPage(random: Random, page: number, width: number, height: number): string {
  const out = [heading(page, height, 'NOTAM and operational information')];
  const columns = Math.floor((width - 72) / 6.3);
  for (let y = height - 76; y > 40; y -= 11.5) {
    let line = '';
    while (line.length < columns) line += `${random.pick(words)} `;
    out.push(`BT /F1 9 Tf 36 ${y.toFixed(1)} Td (${line.slice(0, columns)}) Tj ET`);
  }
  return out.join('\n');
}

/** A chart: coastlines, contours and airways of so many straight segments in all, with labels. */
export function vectorPage(
  random: Random,
  page: number,
  width: number,
  height: number,
  segments: number,
): string {
  const out = [heading(page, height, `Chart of ${segments} segments`)];
  const each = 200;
  for (let done = 0; done < segments; done += each) {
    let x = random.between(20, width - 20);
    let y = random.between(20, height - 60);
    let way = random.between(0, Math.PI * 2);
    const grey = random.between(0, 0.7).toFixed(2);
    const points = [`${random.between(0.2, 1.2).toFixed(2)} w ${grey} ${grey} 0.${random.integer(1, 9)} RG`];
    points.push(`${x.toFixed(1)} ${y.toFixed(1)} m`);
    for (let i = 0; i < Math.min(each, segments - done); i += 1) {
      way += random.between(-0.6, 0.6);
      x = Math.min(width - 8, Math.max(8, x + Math.cos(way) * 3));
      y = Math.min(height - 50, Math.max(8, y + Math.sin(way) * 3));
      points.push(`${x.toFixed(1)} ${y.toFixed(1)} l`);
    }
    out.push(points.join('\n'), 'S');
  }
  for (let i = 0; i < 60; i += 1) {
    const at = `${random.between(20, width - 60).toFixed(1)} ${random.between(20, height - 60).toFixed(1)}`;
    out.push(`BT /F1 7 Tf ${at} Td (${random.pick(words)}) Tj ET`);
  }
  return out.join('\n');
}

export function scanPage(page: number, width: number, height: number): string {
  return `q ${width} 0 0 ${height} 0 0 cm /Im Do Q\n${heading(page, height, 'Scanned page')}`;
}

function heading(page: number, height: number, title: string): string {
  return `BT /F2 12 Tf 36 ${height - 40} Td (${title} - ${page}) Tj ET\nBT /F1 6 Tf 36 ${height - 52} Td (${pageToken(page)}) Tj ET\n0 0 0 RG 0 0 0 rg`;
}

/** A scan in grey: bars of "print" on paper with the noise of a scanner, which decides how many bytes it takes. */
export function scanPicture(
  random: Random,
  width: number,
  height: number,
  noise: number,
  quality: number,
): Buffer {
  const samples = new Uint8Array(width * height);
  const line = Math.round(height / 70);
  const strokes = new Uint8Array(width);
  for (let y = 0; y < height; y += 1) {
    if (y % line === 0) layStrokes(random, strokes);
    const printed = y % line < line / 2;
    for (let x = 0; x < width; x += 1) {
      const paper = printed && strokes[x] === 1 ? 60 : 225;
      samples[y * width + x] = paper + Math.floor((random.next() - 0.5) * noise);
    }
  }
  return encodeGreyJpeg(samples, width, height, quality);
}

/** The strokes of one printed line. */
function layStrokes(random: Random, strokes: Uint8Array): void {
  strokes.fill(0);
  const margin = Math.round(strokes.length * 0.06);
  for (let x = margin; x < strokes.length - margin; ) {
    const wide = random.integer(3, 14);
    if (random.chance(0.45)) strokes.fill(1, x, Math.min(x + wide, strokes.length - margin));
    x += wide;
  }
}
