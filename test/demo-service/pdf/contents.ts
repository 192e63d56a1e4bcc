/** The table of contents, each entry a link. */
import { ink, sheet, text } from './canvas.ts';
import { type PageContext, pageHeading } from './frame.ts';
import { contentsRows, type PlannedPage } from './page-plan.ts';

/** Draws part `part` (from 1) on the current page. */
export function contentsPage(context: PageContext, pages: readonly PlannedPage[], part: number): void {
  const { doc } = context;
  const top = pageHeading(context, 'Contents', 'Select a line to open the page');
  const column = (sheet.width - sheet.margin * 2 - 24) / 2;
  const rows = contentsRows / 2;
  const height = (sheet.height - top - 40) / rows;
  const from = (part - 1) * contentsRows;
  for (const [i, page] of pages.slice(from, from + contentsRows).entries()) {
    const x = sheet.margin + (i >= rows ? column + 24 : 0);
    const y = top + (i % rows) * height;
    const first = page.section !== pages[from + i - 1]?.section;
    const place = page.section === null ? '' : (page.section.split(' ')[0] ?? '');
    const label = page.subject.kind === 'notices' || page.subject.kind === 'enroute' ? '' : place;
    if (first && page.section !== null) doc.rect(x, y - 1.5, column, 0.6).fill(ink.amber);
    if (label) text(doc, label, { x, y: y + 2 }, { size: 8, bold: true, color: ink.blue });
    text(doc, page.title, { x: x + (label ? 34 : 0), y: y + 2 }, { size: 8, bold: page.section === null });
    const number = { x: x + column, y: y + 2 };
    text(doc, String(from + i + 1), number, { size: 8, align: 'right', color: ink.steel });
    doc.goTo(x, y, column, height, page.destination);
  }
}
