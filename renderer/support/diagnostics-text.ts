import type { DiagnosticsPart, DiagnosticsPreview } from '../../preload/contract.ts';

export type Section = DiagnosticsPreview['sections'][number];

/** A place where the words are: which section, and from where to where in its text. */
export interface Match {
  section: number;
  from: number;
  to: number;
}

/** More matches are not counted: nobody goes through them. */
const MOST = 1000;
/** Longest part of a line that is read out, characters. */
const LINE = 160;

/** What stands in the file of a section. */
export function shownText(section: Section, without: ReadonlySet<DiagnosticsPart>): string {
  return section.part !== 'about' && without.has(section.part) ? section.left_out : section.text;
}

/** Where the words are in these texts, in their order; upper and lower case are the same. */
export function findMatches(texts: readonly string[], words: string): Match[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');
  const matches: Match[] = [];
  for (const [section, text] of texts.entries()) {
    for (const { index } of text.matchAll(pattern)) {
      matches.push({ section, from: index, to: index + words.length });
      if (matches.length >= MOST) return matches;
    }
  }
  return matches;
}

/** The line that a match is in, for a status. */
export function lineOf(text: string, { from, to }: Match): string {
  const begin = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  const line = text.slice(Math.max(begin, from - LINE / 2), end < 0 ? undefined : end);
  return line.trim().slice(0, LINE);
}
