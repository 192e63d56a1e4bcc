/**
 * Seeded trip kits for the viewer's bench: the same seed and version give the same bytes. They are what the targets of
 * the viewer speak of: text pages, charts of 8 k, 30 k and 100 k vector segments, and scans, with a balanced page tree and
 * an outline.
 */
import { type Random, seeded } from '../../../demo-service/random.ts';
import { scanPage, scanPicture, textPage, vectorPage } from './page-art.ts';
import { PdfFile } from './pdf-file.ts';

/** To be raised when the same seed gives other bytes. */
export const KIT_VERSION = 1;

export type PageKind = 'text' | 'vector8k' | 'vector30k' | 'vector100k' | 'scan';

export interface KitPlan {
  name: string;
  pages: number;
  /** Wanted length; the file is filled up to it with an attachment, or is longer by what its pages need. */
  bytes: number;
  scan: { width: number; height: number; noise: number; quality: number };
  seed: number;
}

const MB = 1_000_000;

/** 300 pages, 24 MB. */
export const kitM: KitPlan = {
  name: 'M',
  pages: 300,
  bytes: 24 * MB,
  scan: { width: 1240, height: 1754, noise: 10, quality: 28 },
  seed: 20261121,
};
/** 600 pages, 260 MB. */
export const kitL: KitPlan = {
  name: 'L',
  pages: 600,
  bytes: 260 * MB,
  scan: { width: 2480, height: 3508, noise: 32, quality: 75 },
  seed: 20261122,
};

/** Of 25 pages; every block of 25 has them in an order of its own. */
const mix: readonly (readonly [PageKind, number])[] = [
  ['text', 11],
  ['vector8k', 6],
  ['vector30k', 2],
  ['vector100k', 1],
  ['scan', 5],
];
const segments = { vector8k: 8_000, vector30k: 30_000, vector100k: 100_000 } as const;

/** The kinds of a kit's pages, in order. Page 1 is text, as a cover is. */
export function pageKinds({ pages, seed }: Pick<KitPlan, 'pages' | 'seed'>): PageKind[] {
  const random = seeded(seed);
  const all: PageKind[] = [];
  while (all.length < pages) {
    const block = mix.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
    for (let i = block.length - 1; i > 0; i -= 1) {
      const j = random.integer(0, i);
      const [a, b] = [block[i], block[j]];
      if (a && b) [block[i], block[j]] = [b, a];
    }
    all.push(...block);
  }
  const text = all.indexOf('text');
  const [first] = all;
  if (first && text > 0) [all[0], all[text]] = ['text', first];
  return all.slice(0, pages);
}

/** Writes the kit. Takes some seconds: most of it are the scans. */
export function writeSyntheticKit(path: string, plan: KitPlan): void {
  const random = seeded(plan.seed + 1);
  const pdf = new PdfFile(path);
  const fonts = ['Helvetica', 'Helvetica-Bold'].map((name) =>
    pdf.object(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`),
  );
  const pictures = scanPictures(random, plan);
  const kinds = pageKinds(plan);
  const tree = new PageTree(pdf, kinds.length);
  const numbers = kinds.map((kind, index) => {
    const page = index + 1;
    const [width, height] =
      kind === 'text' || kind === 'scan'
        ? [595, 842]
        : random.pick([
            [420, 595],
            [595, 420],
            [595, 842],
          ] as [number, number][] as [[number, number], ...[number, number][]]);
    let image = '';
    let content: string;
    if (kind === 'text') content = textPage(random, page, width, height);
    else if (kind === 'scan') {
      const picture = pictures[page % pictures.length] ?? Buffer.alloc(0);
      const number = pdf.stream(
        `/Type/XObject/Subtype/Image/Width ${plan.scan.width}/Height ${plan.scan.height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode`,
        picture,
      );
      image = `/XObject<</Im ${number} 0 R>>`;
      content = scanPage(page, width, height);
    } else content = vectorPage(random, page, width, height, segments[kind]);
    const contents = pdf.content(content);
    return pdf.object(
      `<</Type/Page/Parent ${tree.parentOf(index)} 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F1 ${fonts[0]} 0 R/F2 ${fonts[1]} 0 R>>${image}>>/Contents ${contents} 0 R>>`,
    );
  });
  const pages = tree.write(numbers);
  const outline = writeOutline(pdf, numbers, kinds);
  fill(pdf, random, plan.bytes);
  const info = pdf.object(
    `<</Title(Synthetic trip kit ${plan.name})/Producer(bench:viewer ${KIT_VERSION})>>`,
  );
  pdf.end(pdf.object(`<</Type/Catalog/Pages ${pages} 0 R/Outlines ${outline} 0 R>>`), info);
}

/** A few scans, written again and again under numbers of their own: to a viewer each is another picture. */
function scanPictures(random: Random, { scan, pages }: KitPlan): Buffer[] {
  const count = pages < 25 ? 1 : 3;
  return Array.from({ length: count }, () =>
    scanPicture(random, scan.width, scan.height, scan.noise, scan.quality),
  );
}

const FAN = 16;

/** Nodes of at most 16 kids. The root's number is known from the start, the nodes' are written after the pages. */
class PageTree {
  readonly #pdf: PdfFile;
  readonly #root: number;
  readonly #leaves: number[];

  constructor(pdf: PdfFile, pages: number) {
    this.#pdf = pdf;
    this.#root = pdf.reserve();
    this.#leaves = Array.from({ length: Math.ceil(pages / FAN) }, () => pdf.reserve());
  }

  parentOf(index: number): number {
    return this.#leaves[Math.floor(index / FAN)] ?? this.#root;
  }

  /** @returns the root's number */
  write(pages: readonly number[]): number {
    let level = this.#leaves.map((number, index) => {
      const kids = pages.slice(index * FAN, (index + 1) * FAN);
      return { number, kids, count: kids.length };
    });
    const done = [];
    while (level.length > FAN) {
      const above = [];
      for (let i = 0; i < level.length; i += FAN) {
        const below = level.slice(i, i + FAN);
        const number = this.#pdf.reserve();
        for (const node of below) done.push({ ...node, parent: number });
        above.push({ number, kids: below.map((node) => node.number), count: sum(below) });
      }
      level = above;
    }
    for (const node of level) done.push({ ...node, parent: this.#root });
    for (const { number, kids, count, parent } of done) {
      this.#pdf.object(`<</Type/Pages/Parent ${parent} 0 R/Count ${count}/Kids[${refs(kids)}]>>`, number);
    }
    const kids = refs(level.map(({ number }) => number));
    return this.#pdf.object(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`, this.#root);
  }
}

function sum(nodes: readonly { count: number }[]): number {
  return nodes.reduce((total, { count }) => total + count, 0);
}

function refs(numbers: readonly number[]): string {
  return numbers.map((number) => `${number} 0 R`).join(' ');
}

/** An entry every 25 pages, an entry a page below it. */
function writeOutline(pdf: PdfFile, pages: readonly number[], kinds: readonly PageKind[]): number {
  const root = pdf.reserve();
  const sections: { number: number; first: number; items: number[] }[] = [];
  for (let first = 0; first < pages.length; first += 25) {
    const items = pages.slice(first, first + 25).map(() => pdf.reserve());
    sections.push({ number: pdf.reserve(), first, items });
  }
  const links = (list: readonly number[], i: number) =>
    `${i > 0 ? `/Prev ${list[i - 1]} 0 R` : ''}${i < list.length - 1 ? `/Next ${list[i + 1]} 0 R` : ''}`;
  const numbers = sections.map(({ number }) => number);
  sections.forEach(({ number, first, items }, index) => {
    items.forEach((item, i) => {
      const title = `${kinds[first + i]} ${first + i + 1}`;
      pdf.object(
        `<</Title(${title})/Parent ${number} 0 R${links(items, i)}/Dest[${pages[first + i]} 0 R/XYZ null null null]>>`,
        item,
      );
    });
    pdf.object(
      `<</Title(Section ${index + 1})/Parent ${root} 0 R${links(numbers, index)}/First ${items[0]} 0 R/Last ${items.at(-1)} 0 R/Count -${items.length}/Dest[${pages[first]} 0 R/Fit]>>`,
      number,
    );
  });
  return pdf.object(
    `<</Type/Outlines/First ${numbers[0]} 0 R/Last ${numbers.at(-1)} 0 R/Count ${numbers.length}>>`,
    root,
  );
}

/** An attachment nobody refers to takes up what is missing to the wanted length. */
function fill(pdf: PdfFile, random: Random, bytes: number): void {
  const missing = bytes - pdf.length;
  if (missing < 1000) return;
  const data = Buffer.alloc(missing);
  for (let i = 0; i + 4 <= data.length; i += 4)
    data.writeUInt32LE(Math.floor(random.next() * 4_294_967_296), i);
  pdf.stream('/Type/EmbeddedFile', data);
}
