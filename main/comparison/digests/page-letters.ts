/** Reads the letters of a page without pdf.js, where its fonts and its operators are of the plainest. */

import { ContentCollector } from '../../documents/jobs/content/collector.ts';
import { collectGlyph, placeGlyphs } from '../../documents/jobs/content/letters.ts';
import {
  type Box,
  boxOf,
  IDENTITY,
  intersection,
  type Matrix,
  multiply,
} from '../../documents/jobs/content/matrix.ts';
import { GraphicsState } from '../../documents/jobs/content/state.ts';
import { Irregular, isName, type PdfDict, PdfRef, type PdfValue } from '../../documents/pdf/values.ts';
import type { PageContent } from '../rules/page-content.ts';
import { ContentScanner, operatorCode as code } from './content-scanner.ts';
import type { PageDigests } from './page-digests.ts';
import { contentsOf } from './page-walk.ts';
import { SHOW, type ShownItem, shownItems } from './shown-text.ts';
import { type SimpleFont, type SimpleGlyph, simpleFont } from './simple-fonts.ts';

/** The letters of a page. */
export interface PageLetters {
  /** Nothing but letters is in it, all in one style. */
  content: PageContent;
  /** What each operator shows, in order: as it is written, and as signs. */
  shown: { written: string; signs: string }[];
}

const OPS = {
  save: code('q'),
  restore: code('Q'),
  transform: code('cm'),
  move: code('m'),
  rectangle: code('re'),
  clip: code('W'),
  evenOddClip: code('W*'),
  setGraphics: code('gs'),
  draw: code('Do'),
  beginText: code('BT'),
  charSpacing: code('Tc'),
  wordSpacing: code('Tw'),
  scale: code('Tz'),
  leading: code('TL'),
  font: code('Tf'),
  mode: code('Tr'),
  rise: code('Ts'),
  moveText: code('Td'),
  moveTextLeading: code('TD'),
  matrix: code('Tm'),
  nextLine: code('T*'),
} as const;
/** Operators that end a path. */
const PAINTS: ReadonlySet<number> = new Set(
  ['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'n'].map((one) => code(one)),
);
/** Forms within each other. */
const MAX_DEPTH = 12;
const MAX_SAVED = 1000;
/** Operators of one page, those of forms as often as they are drawn, bytes. */
const MAX_FOLLOWED = 32 * 1024 ** 2;
/** Letters of modes from there on cut off what is drawn after them. */
const FIRST_CLIPPING_MODE = 4;
const VISIBLE = {
  paint: 'text',
  colour: 0,
  width: 0,
  dash: [],
  opacity: 100,
  blend: 'source-over',
} as const;

/** Reads letters of one document; fonts are read once. */
export class LetterReader {
  readonly #document: PageDigests;
  readonly #fonts = new Map<number, SimpleFont>();

  constructor(document: PageDigests) {
    this.#document = document;
  }

  /**
   * The letters of a page.
   *
   * @param index from 0
   * @throws Irregular where anything is not plain; what the document's source throws
   */
  async read(index: number): Promise<PageLetters> {
    const page = this.#document.page(index);
    if ((page.get('UserUnit') ?? 1) !== 1) throw new Irregular('units of its own');
    const { matrix, width, height } = await this.#viewportOf(page);
    const box: Box = [0, 0, width, height];
    const reading = new PageReading(this, box);
    const streams: Buffer[] = [];
    let length = 0;
    for (const one of await contentsOf(page, this.#document)) {
      if (!(one instanceof PdfRef)) throw new Irregular('operators out of place');
      const { bytes } = await this.#document.content(one);
      length += bytes.length;
      if (length > MAX_FOLLOWED) throw new Irregular('too much to follow');
      streams.push(bytes, LINE_END);
    }
    const resources = (await this.resolve(page.get('Resources'))) ?? new Map();
    await reading.follow(Buffer.concat(streams), resources, new GraphicsState(matrix, box));
    const { collector, shown } = reading;
    const content = collector.content(width, height);
    if (!content.complete) throw new Irregular('too many letters');
    return { content, shown };
  }

  /** The entry of a dictionary of resources. */
  async resource(resources: PdfValue, kind: string, name: string): Promise<PdfValue> {
    const all = resources instanceof Map ? await this.resolve(resources.get(kind)) : null;
    const one = all instanceof Map ? all.get(name) : undefined;
    if (one === undefined) throw new Irregular('a resource that is missing');
    return one;
  }

  async font(resources: PdfValue, name: string): Promise<SimpleFont> {
    const ref = await this.resource(resources, 'Font', name);
    const known = ref instanceof PdfRef ? this.#fonts.get(ref.num) : undefined;
    if (known !== undefined) return known;
    const dict = await this.resolve(ref);
    if (!(dict instanceof Map)) throw new Irregular('no font');
    const font = await simpleFont(dict, (value) => this.resolve(value));
    if (ref instanceof PdfRef) this.#fonts.set(ref.num, font);
    return font;
  }

  /** A form's entries and operators; null for a picture. */
  async form(resources: PdfValue, name: string): Promise<{ dict: PdfDict; bytes: Buffer } | null> {
    const ref = await this.resource(resources, 'XObject', name);
    if (!(ref instanceof PdfRef)) throw new Irregular('no form');
    const { value } = await this.#document.load(ref);
    if (value instanceof Map && isName(value.get('Subtype'), 'Image')) return null;
    const { dict, bytes } = await this.#document.content(ref);
    if (!isName(dict.get('Subtype'), 'Form')) throw new Irregular('no form');
    return { dict, bytes };
  }

  async resolve(value: PdfValue | undefined): Promise<PdfValue | undefined> {
    if (!(value instanceof PdfRef)) return value;
    const { value: loaded, data } = await this.#document.load(value);
    if (data !== null) throw new Irregular('a stream in the wrong place');
    return loaded;
  }

  /** Brings a page's coordinates to those of the page as it is shown, from its upper left corner. */
  async #viewportOf(page: PdfDict): Promise<{ matrix: Matrix; width: number; height: number }> {
    const media = boxFrom(await this.resolve(page.get('MediaBox')));
    const crop = page.has('CropBox') ? boxFrom(await this.resolve(page.get('CropBox'))) : media;
    const [x0, y0, x1, y1] = intersection(media, crop);
    if (!(x0 < x1 && y0 < y1)) throw new Irregular('a page without an area');
    const [width, height] = [x1 - x0, y1 - y0];
    switch ((await this.resolve(page.get('Rotate'))) ?? 0) {
      case 0:
        return { matrix: [1, 0, 0, -1, -x0, y1], width, height };
      case 90:
        return { matrix: [0, 1, 1, 0, -y0, -x0], width: height, height: width };
      case 180:
        return { matrix: [-1, 0, 0, 1, x1, -y0], width, height };
      case 270:
        return { matrix: [0, -1, -1, 0, y1, x1], width: height, height: width };
      default:
        throw new Irregular('turned otherwise');
    }
  }
}

const LINE_END = Buffer.from('\n');

/** The operators of one page, followed as far as they matter to its letters. */
class PageReading {
  readonly collector = new ContentCollector();
  readonly shown: PageLetters['shown'] = [];
  readonly #reader: LetterReader;
  readonly #box: Box;
  readonly #style: number;
  #glyphs: SimpleFont | null = null;
  #state: GraphicsState;
  #depth = 0;
  #followed = 0;

  constructor(reader: LetterReader, box: Box) {
    this.#reader = reader;
    this.#box = box;
    this.#style = this.collector.style(VISIBLE);
    this.#state = new GraphicsState(IDENTITY, box);
  }

  async follow(bytes: Buffer, resources: PdfValue, state: GraphicsState): Promise<void> {
    this.#depth += 1;
    this.#followed += bytes.length;
    if (this.#followed > MAX_FOLLOWED) throw new Irregular('too much to follow');
    if (this.#depth > MAX_DEPTH) throw new Irregular('forms without an end');
    const stack: [GraphicsState, SimpleFont | null][] = [];
    const scanner = new ContentScanner(bytes);
    let path = -1;
    this.#state = state;
    while (scanner.next()) {
      const { operator } = scanner;
      if (PAINTS.has(operator)) path = -1;
      else if (operator === OPS.save) {
        stack.push([this.#state, this.#glyphs]);
        if (stack.length > MAX_SAVED) throw new Irregular('too many states');
        this.#state = this.#state.copy();
      } else if (operator === OPS.restore) {
        const saved = stack.pop();
        if (saved === undefined) throw new Irregular('no state to restore');
        [this.#state, this.#glyphs] = saved;
      } else if (operator === OPS.transform) {
        this.#state.matrix = multiply(this.#state.matrix, matrixIn(scanner));
      } else if (operator === OPS.move || operator === OPS.rectangle) {
        if (path < 0) path = scanner.start(0);
      } else if (operator === OPS.clip || operator === OPS.evenOddClip) {
        this.#clip(bytes, path, scanner.position);
      } else if (operator === OPS.setGraphics) await this.#setGraphics(scanner, resources);
      else if (operator === OPS.draw) await this.#draw(scanner, resources);
      else if (operator === OPS.font) {
        this.#glyphs = await this.#reader.font(resources, nameIn(scanner, 0));
        this.#state.font = {};
        const size = numberIn(scanner, 1);
        [this.#state.fontSize, this.#state.fontDirection] = [Math.abs(size), size < 0 ? -1 : 1];
      } else this.#followText(scanner);
    }
    this.#depth -= 1;
  }

  #followText(scanner: ContentScanner): void {
    const state = this.#state;
    switch (scanner.operator) {
      case OPS.beginText:
        this.#setMatrix(IDENTITY);
        break;
      case OPS.matrix:
        this.#setMatrix(matrixIn(scanner));
        break;
      case OPS.charSpacing:
        state.charSpacing = numberIn(scanner, 0);
        break;
      case OPS.wordSpacing:
        state.wordSpacing = numberIn(scanner, 0);
        break;
      case OPS.scale:
        state.horizontalScale = numberIn(scanner, 0) / 100;
        break;
      case OPS.leading:
        state.leading = -numberIn(scanner, 0);
        break;
      case OPS.mode:
        if (numberIn(scanner, 0) >= FIRST_CLIPPING_MODE) throw new Irregular('letters that cut off');
        break;
      case OPS.rise:
        state.rise = numberIn(scanner, 0);
        break;
      case OPS.moveText:
        state.moveText(numberIn(scanner, 0), numberIn(scanner, 1));
        break;
      case OPS.moveTextLeading:
        state.leading = numberIn(scanner, 1);
        state.moveText(numberIn(scanner, 0), numberIn(scanner, 1));
        break;
      case OPS.nextLine:
        state.moveText(0, state.leading);
        break;
      case SHOW.spacedNextLine:
        state.wordSpacing = numberIn(scanner, 0);
        state.charSpacing = numberIn(scanner, 1);
        this.#showNextLine(scanner, 2);
        break;
      case SHOW.nextLine:
        this.#showNextLine(scanner, 0);
        break;
      case SHOW.string:
      case SHOW.array:
        this.#show(scanner, 0);
        break;
    }
  }

  #setMatrix(matrix: Matrix): void {
    const state = this.#state;
    state.textMatrix = matrix;
    [state.x, state.y, state.lineX, state.lineY] = [0, 0, 0, 0];
  }

  #showNextLine(scanner: ContentScanner, operand: number): void {
    this.#state.moveText(0, this.#state.leading);
    this.#show(scanner, operand);
  }

  #show(scanner: ContentScanner, operand: number): void {
    if (scanner.count !== operand + 1) throw new Irregular('other operands');
    const [from, to] = [scanner.start(operand), scanner.end(operand)];
    const font = this.#glyphs;
    if (font === null) throw new Irregular('letters without a font');
    const items = shownItems(scanner.bytes, from, to).flatMap((item) => glyphsOf(font, item));
    const signs = items.map((item) => (typeof item === 'number' ? '' : item.unicode)).join('');
    this.shown.push({ written: scanner.bytes.toString('latin1', from, to), signs });
    const boxes = [this.#state.clipBox, this.#box];
    placeGlyphs(this.#state, items, (glyph) => collectGlyph(this.collector, glyph, this.#style, boxes));
  }

  /** Cuts off what is outside the box of a path. */
  #clip(bytes: Buffer, from: number, to: number): void {
    if (from < 0) throw new Irregular('a clip without a path');
    const scanner = new ContentScanner(bytes.subarray(from, to));
    let box: Box = NOWHERE;
    while (scanner.next()) {
      const values = Array.from({ length: scanner.count }, (_, index) => numberIn(scanner, index));
      const corners = scanner.operator === OPS.rectangle ? cornersOf(values) : values;
      for (let at = 0; at + 1 < corners.length; at += 2) {
        const [x, y] = [corners[at] ?? 0, corners[at + 1] ?? 0];
        const [left, top, right, bottom] = boxOf(this.#state.matrix, [x, y, x, y]);
        box = [
          Math.min(box[0], left),
          Math.min(box[1], top),
          Math.max(box[2], right),
          Math.max(box[3], bottom),
        ];
      }
    }
    this.#state.clipBox = intersection(this.#state.clipBox, box);
  }

  async #setGraphics(scanner: ContentScanner, resources: PdfValue): Promise<void> {
    const reader = this.#reader;
    const state = await reader.resolve(await reader.resource(resources, 'ExtGState', nameIn(scanner, 0)));
    if (!(state instanceof Map) || state.has('Font')) throw new Irregular('another font');
  }

  async #draw(scanner: ContentScanner, resources: PdfValue): Promise<void> {
    const form = await this.#reader.form(resources, nameIn(scanner, 0));
    if (form === null) return;
    const { dict, bytes } = form;
    const [state, glyphs] = [this.#state, this.#glyphs];
    const inner = state.copy();
    const matrix = await this.#reader.resolve(dict.get('Matrix'));
    if (matrix !== undefined && matrix !== null) inner.matrix = multiply(inner.matrix, matrixFrom(matrix));
    const own = boxOf(inner.matrix, boxFrom(await this.#reader.resolve(dict.get('BBox'))));
    inner.clipBox = intersection(inner.clipBox, own);
    const ownResources = await this.#reader.resolve(dict.get('Resources'));
    await this.follow(bytes, ownResources ?? resources, inner);
    [this.#state, this.#glyphs] = [state, glyphs];
  }
}

const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity];

function cornersOf([x = 0, y = 0, width = 0, height = 0]: readonly number[]): number[] {
  return [x, y, x + width, y + height];
}

function glyphsOf(font: SimpleFont, item: ShownItem): (SimpleGlyph | number)[] {
  if (typeof item === 'number') return [item];
  return Array.from(item, (one) => {
    const glyph = font[one] ?? null;
    if (glyph === null) throw new Irregular('a letter of which too little is known ');
    return glyph;
  });
}

function numberIn(scanner: ContentScanner, operand: number): number {
  if (operand >= scanner.count) throw new Irregular('too few operands');
  const value = Number(scanner.bytes.toString('latin1', scanner.start(operand), scanner.end(operand)));
  if (!Number.isFinite(value)) throw new Irregular('no number');
  return value;
}

function matrixIn(scanner: ContentScanner): Matrix {
  if (scanner.count !== 6) throw new Irregular('no matrix');
  return [0, 1, 2, 3, 4, 5].map((operand) => numberIn(scanner, operand)) as unknown as Matrix;
}

function nameIn(scanner: ContentScanner, operand: number): string {
  if (operand >= scanner.count) throw new Irregular('too few operands');
  const name = scanner.bytes.toString('latin1', scanner.start(operand), scanner.end(operand));
  if (!/^\/[^#]+$/.test(name)) throw new Irregular('an unusual name');
  return name.slice(1);
}

function matrixFrom(value: PdfValue): Matrix {
  if (!Array.isArray(value) || value.length !== 6 || !value.every((one) => typeof one === 'number'))
    throw new Irregular('no matrix');
  return value as unknown as Matrix;
}

function boxFrom(value: PdfValue | undefined): Box {
  if (!Array.isArray(value) || value.length !== 4) throw new Irregular('no box');
  const [a, b, c, d] = value;
  if (typeof a !== 'number' || typeof b !== 'number' || typeof c !== 'number' || typeof d !== 'number')
    throw new Irregular('no box');
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
