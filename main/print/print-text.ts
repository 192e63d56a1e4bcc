/** The words beside a page on paper, as HTML: the line below it, and what was written on it. Pure. */
import type { MarkRecord } from '../marks/mark-store.ts';
import type { PrintNote } from './compose.ts';

/** What a sheet warns of, and when it was printed. */
export interface Stamp {
  warnings: readonly string[];
  /** For example `27 Nov 2026 09:45Z`. */
  printed_at: string;
}

/** The line below a page. */
export function lineOf(page: number, caption: string | null, { warnings, printed_at }: Stamp): string {
  const words = [caption, `Page ${page}`, `printed ${printed_at}`].filter((one) => one !== null);
  return [
    ...warnings.map((one) => `<p class="warning">${escaped(one)}</p>`),
    `<p>${escaped(words.join(' · '))}</p>`,
  ].join('');
}

/** What was written on a page, each by its number. */
export function notesText(page: number, caption: string | null, texts: readonly string[]): string {
  const rows = texts.map((text, at) => `<p>${at + 1} ${escaped(text)}</p>`);
  return `<h2>${escaped(`Notes on ${caption ?? `page ${page}`}`)}</h2>${rows.join('')}`;
}

/** Notes and comments of one page, numbered in the order in which they are on it. */
export function notesOn(marks: readonly MarkRecord[]): (PrintNote & { text: string })[] {
  return marks
    .flatMap(({ draft }) => {
      if (draft.kind === 'note') return [{ x: draft.x, y: draft.y, text: draft.text }];
      if (draft.kind !== 'highlight' || draft.note.trim() === '') return [];
      // At the upper right corner of what is highlighted.
      const x = Math.max(...draft.areas.map((area) => area.x + area.width));
      return [{ x, y: Math.min(...draft.areas.map((area) => area.y)), text: draft.note }];
    })
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map((note, at) => ({ number: at + 1, ...note }));
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
