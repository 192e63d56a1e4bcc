/** The headings of this version's guides, found by their words: loaded by what offers them beside other things. */
import { type Section, searchHeadings, sectionsOf } from './guide-search.ts';
import { packed } from './packed.ts';

/** All sections of this version's guides: cut and indexed once, whoever searches them. */
export const sections: readonly Section[] = sectionsOf(packed.guides);

/** The headings that have every word of the query or a word that begins with it, so many at the most. */
export function guidePlaces(query: string, most: number): readonly Section[] {
  return searchHeadings(sections, query, most);
}
