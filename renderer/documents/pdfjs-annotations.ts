/** Reads links, notes, outline and destinations out of PDF.js's own shapes. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { LIMITS } from './messages/checks.ts';
import type { LinkTarget, OutlineItem, PageRegion, PdfComment, PdfLink, Place } from './messages/document.ts';

type Viewport = { width: number; height: number; convertToViewportPoint(x: number, y: number): number[] };
type RawOutline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** Annotations as PDF.js gives them (src/core/annotation.js: LinkAnnotation, MarkupAnnotation). */
interface RawAnnotation {
  subtype?: string;
  rect?: number[];
  url?: string;
  unsafeUrl?: string;
  dest?: unknown;
  action?: string;
  hasAppearance?: boolean;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  richText?: { str?: string } | null;
}

/** The links of a page; areas are shares of its size. */
export function readLinks(annotations: readonly unknown[], viewport: Viewport): PdfLink[] {
  return (annotations as readonly RawAnnotation[]).flatMap((raw) => {
    const area = areaOf(raw, viewport);
    if (raw.subtype !== 'Link' || !area) return [];
    const target = targetOf(raw.action ? { ...raw, dest: raw.dest ?? { named: raw.action } } : raw);
    return target ? [{ target, area }] : [];
  });
}

/**
 * The notes of a page (ISO 32000-1, 12.5.6.4 and 12.5.6.6), whose words no drawing step shows: viewers make a sign for each.
 * Areas are shares of its size. PDF.js draws annotations that have an appearance, and makes one for free text, shapes and drawings
 * that have none. Not shown at all: popups and comments on highlights and shapes, fields of forms without an appearance, attached
 * files, sound and video.
 */
export function readComments(annotations: readonly unknown[], viewport: Viewport): PdfComment[] {
  return (annotations as readonly RawAnnotation[]).flatMap((raw) => {
    const area = areaOf(raw, viewport);
    const plain = raw.contentsObj?.str?.trim() ?? '';
    const text = plain || raw.richText?.str?.trim() || '';
    // PDF.js draws free text itself, except where its words are written in rich text only.
    const isFreeText = raw.subtype === 'FreeText' && !raw.hasAppearance && plain === '';
    if (!text || !area || !(raw.subtype === 'Text' || isFreeText)) return [];
    const author = (raw.titleObj?.str?.trim() ?? '').slice(0, LIMITS.words);
    return [{ text: text.slice(0, LIMITS.note), area, author, isDrawn: raw.hasAppearance === true }];
  });
}

function areaOf({ rect }: RawAnnotation, viewport: Viewport): PageRegion | null {
  if (rect?.length !== 4) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
  const [ax = 0, ay = 0] = viewport.convertToViewportPoint(x1, y1);
  const [bx = 0, by = 0] = viewport.convertToViewportPoint(x2, y2);
  return {
    x: Math.min(ax, bx) / viewport.width,
    y: Math.min(ay, by) / viewport.height,
    width: Math.abs(ax - bx) / viewport.width,
    height: Math.abs(ay - by) / viewport.height,
  };
}

function targetOf(raw: {
  dest?: unknown;
  url?: string | null;
  unsafeUrl?: string | undefined;
}): LinkTarget | null {
  const outside = raw.url ?? raw.unsafeUrl;
  if (outside) return { kind: 'outside', url: outside.slice(0, LIMITS.words) };
  const dest = raw.dest ? JSON.stringify(raw.dest) : '';
  return dest !== '' && dest.length <= LIMITS.words ? { kind: 'inside', dest } : null;
}

/** The outline as a tree, as much of it as is taken. Null (no outline) is an empty tree. */
export function readOutline(raw: RawOutline | null): OutlineItem[] {
  let left: number = LIMITS.outline;
  const read = (nodes: RawOutline, depth: number): OutlineItem[] => {
    const items: OutlineItem[] = [];
    for (const node of depth <= LIMITS.depth ? nodes : []) {
      if (left <= 0) break;
      left -= 1;
      const title = node.title.slice(0, LIMITS.words);
      items.push({ title, target: targetOf(node), items: read(node.items, depth + 1) });
    }
    return items;
  };
  return read(raw ?? [], 0);
}

/**
 * Where a destination leads (ISO 32000-1, 12.3.2): an array of page, view, and coordinates, or a name for one; the first and the
 * last page have names of their own. @param json as `readLinks` and `readOutline` give it
 */
export async function resolvePlace(document: PDFDocumentProxy, json: string): Promise<Place | null> {
  const dest: unknown = JSON.parse(json);
  const named = dest !== null && typeof dest === 'object' && 'named' in dest ? dest.named : null;
  if (named === 'FirstPage') return { page: 1, down: 0 };
  if (named === 'LastPage') return { page: document.numPages, down: 0 };
  const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest;
  if (!Array.isArray(explicit)) return null;
  const [target, view, ...coordinates] = explicit as [unknown, { name?: string } | undefined, ...unknown[]];
  const index =
    typeof target === 'number'
      ? target
      : target !== null && typeof target === 'object'
        ? await document.getPageIndex(target as { num: number; gen: number })
        : Number.NaN;
  if (!Number.isInteger(index) || index < 0 || index >= document.numPages) return null;
  // The vertical coordinate: XYZ left top zoom, FitH top, FitBH top, FitR left bottom right top.
  const place: Record<string, number> = { XYZ: 1, FitH: 0, FitBH: 0, FitR: 3 };
  const top = coordinates[place[view?.name ?? ''] ?? -1];
  if (typeof top !== 'number') return { page: index + 1, down: 0 };
  const viewport = (await document.getPage(index + 1)).getViewport({ scale: 1 });
  const [, y = 0] = viewport.convertToViewportPoint(0, top) as number[];
  return { page: index + 1, down: Math.min(1, Math.max(0, y / viewport.height)) };
}
