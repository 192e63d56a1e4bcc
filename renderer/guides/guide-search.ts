/** Finding sections of the guides by their words. Pure. */
import { queryWords, wordsOf } from '../design/marked.tsx';
import { type Guide, type GuideSection, textOf } from './guide.ts';
import { packed } from './packed.ts';

/** A section of a guide. */
interface Section extends Pick<GuideSection, 'heading' | 'words'> {
  guide: string;
  /** The guide's title. */
  title: string;
  /** The plain text below it. */
  text: string;
  /** The words of its heading, and all of its words, folded. */
  headed: readonly string[];
  all: readonly string[];
}

/** A section that was found, with some of its text around the first word. */
export interface SectionHit {
  section: Section;
  snippet: string;
}

/** Characters of a snippet. */
const SNIPPET = 160;
/** Characters of it before the first word that was found. */
const BEFORE = 40;

/** All sections of the guides, in their order. */
export function sectionsOf(guides: readonly Guide[]): Section[] {
  return guides.flatMap(({ id: guide, title, sections }) =>
    sections.map(({ heading, words, content }) => {
      const text = textOf(content).replaceAll(/\s+/g, ' ').trim();
      const headed = wordsOf(words);
      const all = [...headed, ...wordsOf(title), ...wordsOf(text)];
      return { guide, title, heading, words, text, headed, all };
    }),
  );
}

let known: readonly Section[] | null = null;

/** The sections of this version's guides, cut at the first search. */
export function packedSections(): readonly Section[] {
  known ??= sectionsOf(packed.guides);
  return known;
}

function has(words: readonly string[], one: string): boolean {
  return words.some((word) => word.startsWith(one));
}

/**
 * The sections that have every word of the query or a word that begins with it: first those whose heading has them all, then by
 * how many of them their heading has; else in their order.
 */
export function searchSections(sections: readonly Section[], query: string, most: number): SectionHit[] {
  const wanted = queryWords(query);
  if (wanted.length === 0) return [];
  const ranked = sections.flatMap((section) => {
    if (!wanted.every((one) => has(section.all, one))) return [];
    return [{ section, rank: wanted.filter((one) => has(section.headed, one)).length }];
  });
  return ranked
    .sort((a, b) => b.rank - a.rank)
    .slice(0, most)
    .map(({ section }) => ({ section, snippet: snippetOf(section.text, wanted) }));
}

/** The headings that have every word of the query, as `searchSections` finds them. */
export function searchHeadings(sections: readonly Section[], query: string, most: number): Section[] {
  const wanted = queryWords(query);
  if (wanted.length === 0) return [];
  return sections.filter(({ headed }) => wanted.every((one) => has(headed, one))).slice(0, most);
}

function snippetOf(text: string, wanted: readonly string[]): string {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)];
  const first = words.find(([word]) => {
    const folded = wordsOf(word)[0] ?? '';
    return wanted.some((one) => folded.startsWith(one));
  });
  const at = first?.index ?? 0;
  // From the beginning of a word on.
  const from = at <= BEFORE ? 0 : (words.find(({ index }) => index >= at - BEFORE)?.index ?? at);
  const cut = text.slice(from, from + SNIPPET).toWellFormed();
  return `${from > 0 ? '…' : ''}${cut}${from + SNIPPET < text.length ? '…' : ''}`;
}
