/**
 * Reads the drawing of a page from a document opened with pdf.js. Follows the page's operators, so the result does not depend on how
 * the drawing is encoded. Nothing is painted.
 */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import {
  isSameColour,
  NO_COLOUR,
  PATTERN,
  type PageContent,
  SMALL_SIDE,
  type Style,
} from '../../comparison/rules/page-content.ts';
import { MAX_CONTENT_OPERATORS, MAX_CONTENT_PICTURES } from '../rules/limits.ts';
import { ContentCollector, type DecodedPicture } from './content/collector.ts';
import { collectGlyph, GlyphOutlines, NO_OUTLINE, type PlacedGlyph, placeGlyphs } from './content/letters.ts';
import { OPERATORS as OPS } from './content/operators.ts';
import { EDGE_POINTS, eachSubpath, outlineOf, type Subpath } from './content/paths.ts';
import { type ShadingEdge, shadingColour, shadingEdges } from './content/shadings.ts';
import {
  type Box,
  boxOf,
  type Clip,
  type Font,
  GraphicsState,
  IDENTITY,
  intersection,
  isWithin,
  type Matrix,
  matrixOf,
  meets,
  multiply,
  type OperatorList,
  type Paint,
  scaleOf,
} from './content/state.ts';

/** Whether each layer of the document is shown. */
export type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;

/** The drawing of a page. @param layers of the page's document */
export async function readContent(page: PDFPageProxy, layers: Layers): Promise<PageContent> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const list = (await page.getOperatorList()) as unknown as OperatorList;
  const objects = await objectsOf(page, list);
  const outlines = new GlyphOutlines(page.commonObjs);
  const content = new PageReader(matrixOf(transform), [0, 0, width, height], objects, outlines, layers);
  content.read(list);
  return content.collector.content(width, height);
}

/** Maximum nesting of patterns and letters; deeper pages are hostile. */
const MAX_DEPTH = 12;
/** A clip cuts a box off if the box exceeds it by more than this, points. */
const CUT = 0.5;
/** Maximum number of patterns drawn on one page. */
const MAX_PATTERNS = 500;
/** Maximum count of stored numbers for a clip's edges. */
const MAX_CLIP_NUMBERS = 8 * 5000;

class PageReader {
  readonly collector: ContentCollector;
  readonly #page: GraphicsState;
  readonly #box: Box;
  readonly #objects: ReadonlyMap<string, unknown>;
  readonly #outlines: GlyphOutlines;
  readonly #layers: Layers;
  #state: GraphicsState;
  #stack: GraphicsState[] = [];
  /** The coordinates of patterns: the page's, or those of the current form. */
  #base: Matrix;
  readonly #bases: Matrix[] = [];
  #isClipping = false;
  /** Whether each enclosing marked content is shown. */
  #shown: boolean[] = [];
  #operators = 0;
  #depth = 0;
  /** Patterns already drawn: each is drawn once. */
  readonly #patterns = new Set<string>();

  constructor(
    matrix: Matrix,
    box: Box,
    objects: ReadonlyMap<string, unknown>,
    outlines: GlyphOutlines,
    layers: Layers,
  ) {
    this.#page = new GraphicsState(matrix, box);
    this.#state = this.#page.copy();
    this.#base = matrix;
    this.#box = box;
    this.collector = new ContentCollector(box);
    this.#objects = objects;
    this.#outlines = outlines;
    this.#layers = layers;
  }

  read({ fnArray, argsArray }: OperatorList): void {
    for (let index = 0; index < fnArray.length && !this.collector.isFull; index += 1) {
      this.#operators += 1;
      if (this.#operators > MAX_CONTENT_OPERATORS) {
        this.collector.refuse();
        return;
      }
      const args = argsArray[index];
      this.#follow(fnArray[index] ?? 0, (args ?? []) as readonly unknown[]);
    }
  }

  #follow(operator: number, args: readonly unknown[]): void {
    const state = this.#state;
    switch (operator) {
      case OPS.save:
        this.#save();
        break;
      case OPS.restore:
        this.#restore();
        break;
      case OPS.transform:
        state.matrix = multiply(state.matrix, matrixOf(args));
        break;
      case OPS.setLineWidth:
        state.lineWidth = Math.abs(number(args[0]));
        break;
      case OPS.setDash:
        state.dash = dashOf(args[0]);
        break;
      case OPS.setGState:
        for (const [key, value] of args[0] as [string, unknown][]) this.#setGraphics(key, value);
        break;
      case OPS.constructPath:
        this.#path(number(args[0]), (args[1] as (ArrayLike<number> | null)[] | undefined)?.[0] ?? []);
        break;
      case OPS.clip:
      case OPS.eoClip:
        this.#isClipping = true;
        break;
      case OPS.setStrokeRGBColor:
        state.stroke = { colour: colourOf(args[0]) };
        break;
      case OPS.setFillRGBColor:
        state.fill = { colour: colourOf(args[0]) };
        break;
      case OPS.setStrokeTransparent:
        state.stroke = { colour: NO_COLOUR };
        break;
      case OPS.setFillTransparent:
        state.fill = { colour: NO_COLOUR };
        break;
      case OPS.setStrokeColorN:
        state.stroke = this.#pattern(args);
        break;
      case OPS.setFillColorN:
        state.fill = this.#pattern(args);
        break;
      case OPS.shadingFill:
        this.#shading(args[0], state.matrix);
        break;
      case OPS.beginMarkedContent:
        this.#shown.push(true);
        break;
      case OPS.beginMarkedContentProps:
        this.#shown.push(args[0] !== 'OC' || this.#layers.isVisible(args[1] as never));
        break;
      case OPS.endMarkedContent:
        this.#shown.pop();
        break;
      case OPS.paintFormXObjectBegin:
        this.#beginForm(args[0], args[1]);
        break;
      case OPS.paintFormXObjectEnd:
        this.#restore();
        this.#base = this.#bases.pop() ?? this.#base;
        break;
      case OPS.beginGroup:
        this.#beginGroup(args[0]);
        break;
      case OPS.endGroup:
        this.#restore();
        break;
      case OPS.beginAnnotation:
        this.#beginAnnotation(args);
        break;
      case OPS.paintImageXObject:
        this.#picture(this.#objects.get(String(args[0])), false);
        break;
      case OPS.paintInlineImageXObject:
        this.#picture(args[0], false);
        break;
      case OPS.paintImageMaskXObject:
        this.#mask(args[0]);
        break;
      case OPS.paintSolidColorImageMask:
        this.#paint(UNIT_SQUARE, OPS.fill);
        break;
      default:
        this.#followText(operator, args);
    }
  }

  #followText(operator: number, args: readonly unknown[]): void {
    const state = this.#state;
    switch (operator) {
      case OPS.beginText:
        state.textMatrix = IDENTITY;
        [state.x, state.y, state.lineX, state.lineY] = [0, 0, 0, 0];
        break;
      case OPS.setCharSpacing:
        state.charSpacing = number(args[0]);
        break;
      case OPS.setWordSpacing:
        state.wordSpacing = number(args[0]);
        break;
      case OPS.setHScale:
        state.horizontalScale = number(args[0]) / 100;
        break;
      case OPS.setLeading:
        state.leading = -number(args[0]);
        break;
      case OPS.setFont:
        this.#setFont(args[0], args[1]);
        break;
      case OPS.setTextRenderingMode:
        state.renderingMode = number(args[0]);
        break;
      case OPS.setTextRise:
        state.rise = number(args[0]);
        break;
      case OPS.moveText:
        state.moveText(number(args[0]), number(args[1]));
        break;
      case OPS.setLeadingMoveText:
        state.leading = number(args[1]);
        state.moveText(number(args[0]), number(args[1]));
        break;
      case OPS.setTextMatrix:
        state.textMatrix = matrixOf(args.length === 1 ? args[0] : args);
        [state.x, state.y, state.lineX, state.lineY] = [0, 0, 0, 0];
        break;
      case OPS.nextLine:
        state.moveText(0, state.leading);
        break;
      case OPS.showText:
      case OPS.showSpacedText:
        this.#text((args[0] ?? []) as readonly unknown[]);
        break;
    }
  }

  #save(): void {
    this.#stack.push(this.#state);
    this.#state = this.#state.copy();
    if (this.#stack.length > 10_000) this.collector.refuse();
  }

  #restore(): void {
    this.#state = this.#stack.pop() ?? this.#state;
  }

  #setGraphics(key: string, value: unknown): void {
    const state = this.#state;
    if (key === 'LW') state.lineWidth = Math.abs(number(value));
    else if (key === 'D' && Array.isArray(value)) state.dash = dashOf(value[0]);
    else if (key === 'Font' && Array.isArray(value)) this.#setFont(value[0], value[1]);
    else if (key === 'CA') state.strokeOpacity = number(value);
    else if (key === 'ca') state.fillOpacity = number(value);
    else if (key === 'BM') state.blend = String(value).slice(0, 40);
    else if (key === 'SMask') state.isMasked = Boolean(value);
  }

  #setFont(name: unknown, size: unknown): void {
    const state = this.#state;
    state.font = (this.#objects.get(String(name)) as Font | undefined) ?? {};
    state.fontSize = Math.abs(number(size));
    state.fontDirection = number(size) < 0 ? -1 : 1;
  }

  #beginForm(matrix: unknown, box: unknown): void {
    this.#save();
    this.#bases.push(this.#base);
    const state = this.#state;
    if (matrix) state.matrix = multiply(state.matrix, matrixOf(matrix));
    this.#base = state.matrix;
    this.#clipTo(box);
  }

  /** A form with its own group: the group defines its box. */
  #beginGroup(group: unknown): void {
    this.#save();
    const { matrix, bbox, smask } = (group ?? {}) as { matrix?: unknown; bbox?: unknown; smask?: unknown };
    const state = this.#state;
    const { matrix: outer } = state;
    if (smask) state.beginMask();
    else state.beginGroup();
    if (matrix) state.matrix = multiply(outer, matrixOf(matrix));
    this.#clipTo(bbox);
    state.matrix = outer;
  }

  /** Cuts off what is outside a rectangle of four numbers. */
  #clipTo(box: unknown): void {
    const isBox = Array.isArray(box) || box instanceof Float32Array;
    const [x0, y0, x1, y1] = isBox ? Array.from(box as ArrayLike<unknown>, Number) : [];
    if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return;
    this.#clip([0, x0, y0, 1, x1, y0, 1, x1, y1, 1, x0, y1, 4]);
  }

  #beginAnnotation([, rectangle, transform, matrix]: readonly unknown[]): void {
    this.#state = this.#page.copy();
    this.#stack = [];
    this.#shown = [];
    const state = this.#state;
    this.#clipTo(rectangle);
    state.matrix = multiply(multiply(state.matrix, matrixOf(transform)), matrixOf(matrix));
    this.#base = state.matrix;
  }

  get #isShown(): boolean {
    return this.#shown.every(Boolean);
  }

  #path(operator: number, numbers: ArrayLike<number>): void {
    this.#paint(numbers, operator);
    if (!this.#isClipping) return;
    this.#isClipping = false;
    this.#clip(numbers);
  }

  #paint(numbers: ArrayLike<number>, operator: number): void {
    if (!this.#isShown) return;
    const { fills, strokes, closes } = PAINTING.get(operator) ?? NO_PAINTING;
    if (!fills && !strokes) return;
    if (fills) this.#fill(numbers, EVEN_ODD.has(operator));
    if (strokes) this.#stroke(numbers, closes);
  }

  #fill(numbers: ArrayLike<number>, isEvenOdd: boolean): void {
    const { matrix, fill, fillOpacity, blend, clipBox } = this.#state;
    if (fill.colour === NO_COLOUR || fillOpacity <= 0) return;
    const look = blendOf(fill, blend);
    const isWhite =
      fill.colour === 0xffffff && look === 'source-over' && this.#state.group.blend === 'source-over';
    const isOdd = isEvenOdd && hasOverlaps(numbers);
    const style = this.#style('fill', fill.colour, fillOpacity, isOdd ? `even-odd, ${look}` : look);
    eachSubpath(numbers, matrix, (subpath) => {
      subpath.close();
      subpath.dropDots();
      const box = subpath.box();
      if (!meets(box, clipBox, 0) || !meets(box, this.#box, 0)) return;
      // White on bare paper is invisible: some producers begin each chart with it.
      if (isWhite && this.collector.painted.isBare(intersection(box, clipBox))) return;
      this.#countClips(box);
      this.collector.painted.mark(box);
      const line = isOdd ? null : subpath.thinLine();
      if (line !== null) {
        // Some producers draw the rules of a table as lines, others as areas.
        const { width, points } = line;
        this.collector.edge(points, 0, this.#style('stroke', fill.colour, fillOpacity, look, { width }));
        return;
      }
      const side = largerSide(box);
      if (side <= SMALL_SIDE.most) this.collector.shape(box, outlineOf(subpath), style);
      if (side > SMALL_SIDE.least)
        for (let edge = 0; edge < subpath.count; edge += 1)
          this.collector.edge(subpath.points, edge * EDGE_POINTS, style, side);
    });
    fill.draw?.();
  }

  #stroke(numbers: ArrayLike<number>, closes: boolean): void {
    const state = this.#state;
    const { stroke, strokeOpacity, clipBox } = state;
    if (stroke.colour === NO_COLOUR || strokeOpacity <= 0) return;
    const scale = scaleOf(state.matrix);
    const width = state.lineWidth * scale;
    const dash = state.dash.map((length) => Math.round(length * scale * 100));
    const look = blendOf(stroke, state.blend);
    const style = this.#style('stroke', stroke.colour, strokeOpacity, look, { width, dash });
    const margin = width / 2;
    eachSubpath(numbers, state.matrix, (subpath) => {
      if (closes) subpath.close();
      subpath.dropDots();
      const box = subpath.box();
      if (!meets(box, clipBox, margin) || !meets(box, this.#box, margin)) return;
      this.#countClips(box);
      const side = subpath.count > FEW_EDGES ? largerSide(box) : Infinity;
      if (side <= SMALL_SIDE.most) this.collector.shape(box, outlineOf(subpath), style);
      if (side <= SMALL_SIDE.least) return;
      for (let edge = 0; edge < subpath.count; edge += 1) {
        const own = subpath.box(edge);
        if (meets(own, clipBox, margin) && meets(own, this.#box, margin))
          this.collector.edge(subpath.points, edge * EDGE_POINTS, style, side);
      }
    });
    stroke.draw?.();
  }

  #style(
    paint: Style['paint'],
    colour: number,
    opacity: number,
    blend: string,
    { width = 0, dash = [] as readonly number[] } = {},
  ): number {
    const { group: around, isMasked } = this.#state;
    const isOwn = around.blend === 'source-over' || !blend.includes('source-over');
    const mixed = isOwn ? blend : blend.replace('source-over', around.blend);
    return this.collector.style({
      paint,
      colour,
      width: Math.round(Math.min(width, 100_000) * 100),
      dash,
      opacity: Math.round(Math.min(1, Math.max(0, opacity * around.opacity)) * 100),
      blend: paint === 'clip' ? blend : `${mixed}${isMasked || around.isMasked ? ', masked' : ''}`,
    });
  }

  #clip(numbers: ArrayLike<number>): void {
    const state = this.#state;
    let [count, box, edges]: [number, Box, number[]] = [0, [Infinity, Infinity, -Infinity, -Infinity], []];
    let isRectangle = true;
    eachSubpath(numbers, state.matrix, (subpath) => {
      subpath.close();
      subpath.dropDots();
      const own = subpath.box();
      count += 1;
      isRectangle &&= count === 1 && subpath.rectangle() !== null;
      box = [
        Math.min(box[0], own[0]),
        Math.min(box[1], own[1]),
        Math.max(box[2], own[2]),
        Math.max(box[3], own[3]),
      ];
      if (edges.length < MAX_CLIP_NUMBERS)
        for (const value of subpath.points.subarray(0, subpath.count * EDGE_POINTS)) edges.push(value);
    });
    // A clip around everything that exists has no effect.
    if (isRectangle && count === 1 && isWithin(state.clipBox, box, 0.01)) return;
    state.clip = { box, edges: Float64Array.from(edges), isRectangle, isCounted: false, before: state.clip };
    state.clipBox = intersection(state.clipBox, box);
  }

  /** Adds the clips that cut off a part of a box to the page's content. */
  #countClips(box: Box): void {
    const visible = intersection(box, this.#box);
    for (let clip: Clip | null = this.#state.clip; clip !== null; clip = clip.before) {
      if (clip.isCounted || (clip.isRectangle && isWithin(visible, clip.box, CUT))) continue;
      clip.isCounted = true;
      const style = this.#style('clip', 0, 1, 'source-over');
      for (let at = 0; at < clip.edges.length; at += EDGE_POINTS) this.collector.edge(clip.edges, at, style);
    }
  }

  #text(items: readonly unknown[]): void {
    const state = this.#state;
    const mode = state.renderingMode & 3;
    const paint: Paint = mode === 3 ? { colour: NO_COLOUR } : mode === 1 ? state.stroke : state.fill;
    const opacity = mode === 1 ? state.strokeOpacity : state.fillOpacity;
    const isShown = this.#isShown;
    const look = `${blendOf(paint, state.blend)}${outlineLook(state, mode)}`;
    const style = this.#style('text', opacity <= 0 ? NO_COLOUR : paint.colour, opacity, look);
    placeGlyphs(state, items, (glyph) => {
      if (!isShown || this.collector.isFull) return;
      if (mode !== 3) this.#countClipsOfLetter(glyph);
      this.#drawnLetter(glyph.matrix, glyph.operatorListId, mode);
      // What nobody sees looks like nothing.
      const outline = mode === 3 ? NO_OUTLINE : this.#outlines.of(state.font, glyph.outline);
      if (outline !== null) collectGlyph(this.collector, glyph, outline, style, [state.clipBox, this.#box]);
    });
    if (mode !== 3 && isShown) paint.draw?.();
  }

  /** Adds the clips for the part of a letter that is certainly painted, whatever its font. */
  #countClipsOfLetter({ matrix, advance }: PlacedGlyph): void {
    if (this.#state.clip === null) return;
    const box = boxOf(matrix, [0.2 * advance, 0.1, 0.8 * advance, 0.4]);
    if (meets(box, this.#state.clipBox, 0) && meets(box, this.#box, 0)) this.#countClips(box);
  }

  /** A letter of a Type 3 font consists of what its operators draw. */
  #drawnLetter(matrix: Matrix, id: unknown, mode: number): void {
    const { font } = this.#state;
    const list = font?.isType3Font === true ? font.charProcOperatorList?.get(id) : undefined;
    if (list === undefined || mode === 3) return;
    this.#nested(list, () => {
      this.#state.matrix = multiply(matrix, matrixOf(font?.fontMatrix ?? IDENTITY));
    });
  }

  #nested(list: OperatorList, prepare: () => void): void {
    if (this.#depth >= MAX_DEPTH) {
      this.collector.refuse();
      return;
    }
    const [state, stack, base, shown] = [this.#state, this.#stack, this.#base, this.#shown];
    this.#depth += 1;
    this.#state = state.copy();
    this.#stack = [];
    prepare();
    this.read(list);
    this.#depth -= 1;
    [this.#state, this.#stack, this.#base, this.#shown] = [state, stack, base, shown];
  }

  /** A pattern, added to the page's content when something is painted with it. */
  #pattern(args: readonly unknown[]): Paint {
    const base = this.#base;
    const [kind, first, second, third, box, stepX, stepY, paintType] = args;
    if (kind === 'Shading')
      return {
        colour: shadingColour(this.#objects.get(String(first))),
        draw: () => this.#shading(first, multiply(base, matrixOf(second)), true),
      };
    if (kind !== 'TilingPattern') return { colour: PATTERN };
    const matrix = multiply(base, matrixOf(third));
    const list = second as OperatorList;
    const key = `${JSON.stringify([matrix, box, stepX, stepY, first].flat(), rounded)} ${tileKey(list)}`;
    const draw = () => {
      if (this.#patterns.has(key)) return;
      this.#patterns.add(key);
      if (this.#patterns.size > MAX_PATTERNS) {
        this.collector.refuse();
        return;
      }
      this.#nested(list, () => {
        this.#state = new GraphicsState(matrix, this.#box);
        this.#base = matrix;
        if (paintType === 2) this.#state.fill = this.#state.stroke = { colour: colourOf(first) };
        // Tiles far off are drawn on the page too.
        this.#state.clipBox = EVERYWHERE;
        const style = this.#style('shading', PATTERN, 1, 'tiles');
        const [a, b, c, d, e, f] = matrix;
        const [x, y] = [number(stepX), number(stepY)];
        const end = [e + a * x + c * y, f + b * x + d * y] as const;
        this.collector.edge([e, f, e, f, ...end, ...end], 0, style);
      });
    };
    return { colour: paintType === 2 ? colourOf(first) : tileColour(list), draw };
  }

  #shading(id: unknown, matrix: Matrix, isPattern = false): void {
    const state = this.#state;
    if (!this.#isShown || (isPattern && this.#isRepeated(`${String(id)} ${matrix.map(Math.round)}`))) return;
    if (!isPattern) this.#countClips(this.#box);
    const edges: ShadingEdge[] | null = shadingEdges(this.#objects.get(String(id)), matrix);
    if (edges === null) this.collector.isComplete = false;
    this.collector.painted.mark(this.#box);
    for (const { edge, colour, width } of edges ?? [])
      this.collector.edge(edge, 0, this.#style('shading', colour, state.fillOpacity, state.blend, { width }));
  }

  #isRepeated(key: string): boolean {
    const isKnown = this.#patterns.has(key);
    this.#patterns.add(key);
    return isKnown;
  }

  #mask(mask: unknown): void {
    if (mask === null || typeof mask !== 'object' || !('data' in mask)) return;
    const named = typeof mask.data === 'string' ? this.#objects.get(mask.data) : null;
    this.#picture(named ?? mask, true);
  }

  #picture(decoded: unknown, isMask: boolean): void {
    if (!this.#isShown) return;
    const { matrix, clipBox, fill, fillOpacity, blend } = this.#state;
    const box = boxOf(matrix, [0, 0, 1, 1]);
    if (!meets(box, clipBox, 0) || !meets(box, this.#box, 0)) return;
    this.#countClips(box);
    if (!isPicture(decoded)) {
      this.collector.isComplete = false;
      return;
    }
    const style = this.#style(
      'fill',
      isMask ? fill.colour : 0,
      fillOpacity,
      isMask ? blendOf(fill, blend) : blend,
    );
    this.collector.painted.mark(box);
    this.collector.picture(decoded, matrix, style, isMask);
    if (isMask) fill.draw?.();
  }
}

/** The blend mode, and whether a pattern is used; the pattern's own drawing is compared once. */
function blendOf({ draw }: Paint, blend: string): string {
  return draw === undefined ? blend : `${blend}, pattern`;
}

/** The effect of outlines on the look of letters: none if they only thicken letters in their own colour. */
function outlineLook({ fill, stroke, strokeOpacity }: GraphicsState, mode: number): string {
  if (mode === 1) return ', hollow';
  const isSeen = mode === 2 && stroke.colour !== NO_COLOUR && strokeOpacity > 0;
  return isSeen && !isSameColour(fill.colour, stroke.colour) ? `, outlined in ${stroke.colour}` : '';
}

/** Characters of a tile's operators that identify it. */
const MAX_TILE_KEY = 4000;

/** A key that is the same for tiles with the same drawing. */
function tileKey({ fnArray, argsArray }: OperatorList): string {
  let key = `${fnArray.length}`;
  for (let index = 0; index < fnArray.length && key.length < MAX_TILE_KEY; index += 1)
    key += ` ${fnArray[index]} ${JSON.stringify(argsArray[index], shortened) ?? ''}`.slice(0, MAX_TILE_KEY);
  return key;
}

/** Limits how much of a picture's bytes is used. */
function shortened(_key: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  return value instanceof DataView ? value.byteLength : Array.from((value as Uint8Array).subarray(0, 500));
}

/** The first colour that a tile paints with, to distinguish areas with different patterns. */
function tileColour({ fnArray, argsArray }: OperatorList): number {
  let [fill, stroke] = [0, 0];
  for (const [index, operator] of fnArray.entries()) {
    const [first] = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === OPS.setFillRGBColor) fill = colourOf(first);
    else if (operator === OPS.setStrokeRGBColor) stroke = colourOf(first);
    else if (operator === OPS.showText || operator === OPS.paintImageMaskXObject) return fill;
    else if (operator === OPS.constructPath) {
      const { fills, strokes } = PAINTING.get(number(first)) ?? NO_PAINTING;
      if (fills || strokes) return fills ? fill : stroke;
    }
  }
  return PATTERN;
}

const UNIT_SQUARE = [0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4];
const EVERYWHERE: Box = [-1e6, -1e6, 1e6, 1e6];

interface Painting {
  fills: boolean;
  strokes: boolean;
  closes: boolean;
}
const NO_PAINTING: Painting = { fills: false, strokes: false, closes: false };
const PAINTING: ReadonlyMap<number, Painting> = new Map([
  [OPS.stroke, { fills: false, strokes: true, closes: false }],
  [OPS.closeStroke, { fills: false, strokes: true, closes: true }],
  [OPS.fill, { fills: true, strokes: false, closes: false }],
  [OPS.eoFill, { fills: true, strokes: false, closes: false }],
  [OPS.rawFillPath, { fills: true, strokes: false, closes: false }],
  [OPS.fillStroke, { fills: true, strokes: true, closes: false }],
  [OPS.eoFillStroke, { fills: true, strokes: true, closes: false }],
  [OPS.closeFillStroke, { fills: true, strokes: true, closes: true }],
  [OPS.closeEOFillStroke, { fills: true, strokes: true, closes: true }],
]);
const EVEN_ODD: ReadonlySet<number> = new Set([OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke]);

/** Shapes with at most this many edges are not compared as a whole: other producers may draw the lines one by one. */
const FEW_EDGES = 8;

function largerSide([left, top, right, bottom]: Box): number {
  return Math.max(right - left, bottom - top);
}

/** With more shapes than this, overlaps are not searched. */
const MAX_OVERLAPS = 100;

/** Whether two subpaths overlap: only then the fill rule matters. */
function hasOverlaps(numbers: ArrayLike<number>): boolean {
  const boxes: Box[] = [];
  eachSubpath(numbers, IDENTITY, (subpath: Subpath) => {
    if (boxes.length < MAX_OVERLAPS) boxes.push(subpath.box());
  });
  return boxes.some((box, index) => boxes.slice(index + 1).some((other) => meets(box, other, -0.01)));
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) : value;
}

function dashOf(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return [];
  const lengths = value.slice(0, 16).map((length) => Math.min(1e5, Math.max(0, number(length))));
  return lengths.some((length) => length > 0) ? lengths : [];
}

function colourOf(value: unknown): number {
  if (typeof value === 'string') {
    const colour = Number.parseInt(value.replace('#', ''), 16);
    return Number.isNaN(colour) ? 0 : colour & 0xffffff;
  }
  if (value === null || typeof value !== 'object') return 0;
  const [red = 0, green = 0, blue = 0] = Array.from(value as ArrayLike<unknown>, Number);
  return ((red & 255) << 16) | ((green & 255) << 8) | (blue & 255);
}

function isPicture(value: unknown): value is DecodedPicture {
  if (value === null || typeof value !== 'object' || !('data' in value)) return false;
  const { width, height, data } = value as Partial<DecodedPicture>;
  const isBytes = data instanceof Uint8Array || data instanceof Uint8ClampedArray;
  return isBytes && isSide(width) && isSide(height);
}

function isSide(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 100_000;
}

/** The objects that the operators name (fonts, pictures, shadings), once they are loaded. */
async function objectsOf(page: PDFPageProxy, list: OperatorList): Promise<ReadonlyMap<string, unknown>> {
  const objects = new Map<string, unknown>();
  const names = new Set<string>();
  const lists = [list];
  for (let next = lists.pop(); next !== undefined; next = lists.pop()) {
    for (const [index, operator] of next.fnArray.entries()) {
      const args = next.argsArray[index] as readonly unknown[] | null;
      for (const named of namesIn(operator, args ?? [])) names.add(named);
      if (isColourN(operator) && args?.[0] === 'TilingPattern') lists.push(args[2] as OperatorList);
    }
    const wanted = [...names].filter((name) => !objects.has(name)).slice(0, MAX_CONTENT_PICTURES);
    for (const name of wanted) {
      const object = await objectOf(page, name);
      objects.set(name, object);
      const letters = (object as Font | null)?.charProcOperatorList as Map<unknown, OperatorList> | undefined;
      if (letters instanceof Map) lists.push(...letters.values());
    }
  }
  return objects;
}

function isColourN(operator: number): boolean {
  return operator === OPS.setFillColorN || operator === OPS.setStrokeColorN;
}

function namesIn(operator: number, args: readonly unknown[]): string[] {
  const [first, second] = args;
  if (operator === OPS.paintImageXObject || operator === OPS.setFont || operator === OPS.shadingFill)
    return [String(first)];
  if (isColourN(operator) && first === 'Shading') return [String(second)];
  if (operator === OPS.paintImageMaskXObject) {
    const data = (first as { data?: unknown } | null)?.data;
    return typeof data === 'string' ? [data] : [];
  }
  if (operator !== OPS.setGState || !Array.isArray(first)) return [];
  return (first as [string, unknown][]).flatMap(([key, value]) =>
    key === 'Font' && Array.isArray(value) ? [String(value[0])] : [],
  );
}

/** An object of the page, or one shared by pages, whose names begin with `g_`. */
function objectOf(page: PDFPageProxy, name: string): Promise<unknown> {
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    objects.get(name, resolve as (value: unknown) => void);
  });
}
