/** Cuts a sheet with several charts into its charts: each is compared with its own older version, on whatever sheet that was. Pure. */
import type { ChartPage, PagePart } from '../../charts/rules/chart.ts';
import { chartsOnPage } from '../../charts/rules/chart-dates.ts';
import type { Placed } from './align.ts';
import { edgesOf, lettersOf, picturesOf, shapesOf } from './items.ts';
import { EDGE, LETTER, type PageContent, type Picture, SHAPE } from './page-content.ts';
import { registered } from './register.ts';
import { piecesOf } from './text-pieces.ts';

/** A chart of a sheet. Its content has its places from the upper left corner of its region. */
export interface ChartPart {
  chart: ChartPage;
  region: PagePart;
  content: PageContent;
}

/** A text that begins in one chart reaches at most this far into the other, as a share of that; the rest is text of the other. */
const OVER = 0.1;

/**
 * The charts of a sheet in reading order; empty if the chart has the page to itself, or the sheet can't be cut: it was not read in
 * full, or a picture lies under several of its charts.
 */
export function partsOf(content: PageContent, page: ChartPage): ChartPart[] {
  const charts = chartsOnPage(page).flatMap((chart) =>
    chart.region === null ? [] : [{ chart, region: chart.region }],
  );
  if (charts.length === 0 || charts.length < 1 + page.more.length || !content.complete) return [];
  const regions = charts.map(({ region }) => new Region(region, content));
  if (content.pictures.some((picture) => regions.filter((one) => one.holdsMuchOf(picture)).length > 1))
    return [];
  const nearest = (x: number, y: number) => {
    const far = regions.map((one) => one.distance(x, y));
    return far.indexOf(Math.min(...far));
  };
  const signs = Array.from(content.text);
  const byPart = ({ count, x, y }: Placed) => {
    const parts = regions.map((): number[] => []);
    for (let index = 0; index < count; index += 1) parts[nearest(x(index), y(index))]?.push(index);
    return parts;
  };
  const letters = lettersByPart(content, signs, regions, nearest);
  const [edges, shapes] = [byPart(edgesOf(content)), byPart(shapesOf(content))];
  const pictures = byPart(picturesOf(content));
  return charts.map(({ chart, region }, part) => {
    const { left, top, width, height } = regions[part] as Region;
    const own = {
      ...content,
      text: letters[part]?.map((index) => signs[index] ?? '').join('') ?? '',
      letters: picked(content.letters, LETTER.length, letters[part] ?? []),
      edges: picked(content.edges, EDGE.length, edges[part] ?? []),
      shapes: picked(content.shapes, SHAPE.length, shapes[part] ?? []),
      pictures: (pictures[part] ?? []).flatMap((index) => content.pictures[index] ?? []),
    };
    const toCorner = { turn: 0, scale: 1, x: -left, y: -top } as const;
    return {
      chart,
      region,
      content: registered(own, toCorner, { width: width / 100, height: height / 100 }),
    };
  });
}

/** A part of a page, hundredths of a point. */
class Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;

  constructor([x, y, width, height]: PagePart, page: PageContent) {
    this.left = Math.round(x * page.width * 100);
    this.top = Math.round(y * page.height * 100);
    this.width = width * page.width * 100;
    this.height = height * page.height * 100;
  }

  /** 0 inside it. */
  distance(x: number, y: number): number {
    const [right, bottom] = [this.left + this.width, this.top + this.height];
    return Math.hypot(Math.max(0, this.left - x, x - right), Math.max(0, this.top - y, y - bottom));
  }

  holdsMuchOf({ matrix }: Picture): boolean {
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = matrix;
    const inside = (from: number, length: number, corners: readonly number[]) =>
      Math.min(from + length, Math.max(...corners)) - Math.max(from, Math.min(...corners));
    return (
      inside(this.left, this.width, [x, x + a, x + c, x + a + c]) > OVER * this.width &&
      inside(this.top, this.height, [y, y + b, y + d, y + b + d]) > OVER * this.height
    );
  }
}

type Nearest = (x: number, y: number) => number;

/** The letters of each part. A text stays together where it hardly reaches into another part. */
function lettersByPart(
  content: PageContent,
  signs: readonly string[],
  regions: readonly Region[],
  nearest: Nearest,
): number[][] {
  const { x, y } = lettersOf(content);
  const parts = regions.map((): number[] => []);
  for (const { letters } of piecesOf(content, signs)) {
    const first = letters[0];
    if (first === undefined) continue;
    const own = nearest(x(first), y(first));
    const region = regions[own] as Region;
    const reach = OVER * Math.min(region.width, region.height);
    for (const letter of letters) {
      const isOwn = region.distance(x(letter), y(letter)) <= reach;
      parts[isOwn ? own : nearest(x(letter), y(letter))]?.push(letter);
    }
  }
  return parts.map((letters) => letters.sort((one, other) => one - other));
}

/** Items of `length` numbers. */
function picked(all: Int32Array, length: number, indexes: readonly number[]): Int32Array {
  const own = new Int32Array(indexes.length * length);
  for (const [at, index] of indexes.entries())
    own.set(all.subarray(index * length, (index + 1) * length), at * length);
  return own;
}
