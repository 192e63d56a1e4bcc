/**
 * Reads the notes that makers of a document put on its pages (ISO 32000-1, 12.5.6.4 and 12.5.6.6). Their words are in the
 * file, but no drawing step shows them: viewers make a sign for each, and give the words on demand.
 */
import type { PdfComment } from './pdf-engine.ts';

type Viewport = { width: number; height: number; convertToViewportPoint(x: number, y: number): number[] };

/** Annotations as PDF.js gives them (src/core/annotation.js, MarkupAnnotation). */
interface RawAnnotation {
  subtype?: string;
  rect?: number[];
  hasAppearance?: boolean;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  richText?: { str?: string } | null;
}

/** The comments of a page; areas are shares of its size. */
export function readComments(annotations: readonly unknown[], viewport: Viewport): PdfComment[] {
  const comments: PdfComment[] = [];
  for (const raw of annotations as readonly RawAnnotation[]) {
    const plain = raw.contentsObj?.str?.trim() ?? '';
    const text = plain || raw.richText?.str?.trim() || '';
    // PDF.js draws free text itself, except where its words are written in rich text only.
    const isFreeText = raw.subtype === 'FreeText' && !raw.hasAppearance && plain === '';
    if (!text || raw.rect?.length !== 4 || !(raw.subtype === 'Text' || isFreeText)) continue;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = raw.rect;
    const [ax = 0, ay = 0] = viewport.convertToViewportPoint(x1, y1);
    const [bx = 0, by = 0] = viewport.convertToViewportPoint(x2, y2);
    comments.push({
      text,
      author: raw.titleObj?.str?.trim() ?? '',
      isDrawn: raw.hasAppearance === true,
      area: {
        x: Math.min(ax, bx) / viewport.width,
        y: Math.min(ay, by) / viewport.height,
        width: Math.abs(ax - bx) / viewport.width,
        height: Math.abs(ay - by) / viewport.height,
      },
    });
  }
  return comments;
}
