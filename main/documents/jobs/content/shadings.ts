/** A shading as edges: where its colours begin and end, and some between. */
import { PATTERN } from '../../../comparison/rules/page-content.ts';
import { IDENTITY, type Matrix } from './state.ts';

export interface ShadingEdge {
  /** Start, two control points, end. */
  edge: readonly [number, number, number, number, number, number, number, number];
  colour: number;
  /** For a radial shading: the circle's radius there, in fractions of a point. */
  width: number;
}

/** A mesh point counts as a dot of this width: without a width it would be ignored as invisible. */
const VERTEX_WIDTH = 1;
/** Maximum number of mesh points that are read. */
const MAX_VERTICES = 5000;
const SAMPLES = [0, 0.25, 0.5, 0.75, 1];

/** A shading of pdf.js as edges; null if it has no usable data. */
export function shadingEdges(shading: unknown, matrix: Matrix): ShadingEdge[] | null {
  const ir = irOf(shading);
  if (ir?.[0] === 'RadialAxial') return gradient(ir, matrix);
  return ir?.[0] === 'Mesh' ? mesh(ir, matrix) : null;
}

/** The colour in the middle of a shading, to distinguish areas with different shadings. */
export function shadingColour(shading: unknown): number {
  const edges = shadingEdges(shading, IDENTITY) ?? [];
  return edges[edges.length >> 1]?.colour ?? PATTERN;
}

function irOf(shading: unknown): readonly unknown[] | null {
  if (Array.isArray(shading)) return shading;
  return null;
}

function gradient([, , , stops, from, to, r0, r1]: readonly unknown[], matrix: Matrix): ShadingEdge[] | null {
  if (!Array.isArray(stops) || !isPoint(from) || !isPoint(to)) return null;
  const end = placed(to, matrix);
  return SAMPLES.map((share) => {
    const start = placed([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], matrix);
    const width = Number(r0 ?? 0) + (Number(r1 ?? 0) - Number(r0 ?? 0)) * share;
    return { edge: [...start, ...start, ...end, ...end], colour: colourAt(stops, share), width };
  });
}

function colourAt(stops: readonly unknown[], share: number): number {
  let [before, after]: [number, number] = [0, 1];
  let [low, high] = [0, 0];
  let isAfter = false;
  for (const stop of stops) {
    if (!Array.isArray(stop)) continue;
    const place = Number(stop[0]);
    const colour = Number.parseInt(String(stop[1]).replace('#', ''), 16) || 0;
    if (place <= share) [before, low] = [place, colour];
    if (place >= share && !isAfter) {
      [after, high] = [place, colour];
      isAfter = true;
    }
  }
  if (!isAfter) return low;
  const part = after > before ? (share - before) / (after - before) : 0;
  const mix = (shift: number) => {
    const [one, other] = [(low >>> shift) & 255, (high >>> shift) & 255];
    return Math.round(one + (other - one) * part) << shift;
  };
  return mix(16) | mix(8) | mix(0);
}

function mesh([, , places, colours]: readonly unknown[], matrix: Matrix): ShadingEdge[] | null {
  if (!(places instanceof Float32Array) || !(colours instanceof Uint8Array)) return null;
  const count = Math.min(places.length >> 1, colours.length >> 2);
  const step = Math.max(1, Math.ceil(count / MAX_VERTICES));
  const edges: ShadingEdge[] = [];
  for (let index = 0; index < count; index += step) {
    const start = placed([places[index * 2] ?? 0, places[index * 2 + 1] ?? 0], matrix);
    const [red = 0, green = 0, blue = 0] = Array.from(colours.subarray(index * 4, index * 4 + 3), coarse);
    edges.push({
      edge: [...start, ...start, ...start, ...start],
      colour: (red << 16) | (green << 8) | blue,
      width: VERTEX_WIDTH,
    });
  }
  return edges;
}

/** Rounds to a few values, so that a mesh of many colours has few styles. Differences that matter are larger. */
function coarse(value: number): number {
  return Math.min(255, Math.round(value / 8) * 8);
}

function isPoint(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((one) => Number.isFinite(one));
}

function placed([x, y]: readonly [number, number], [a, b, c, d, e, f]: Matrix): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}
