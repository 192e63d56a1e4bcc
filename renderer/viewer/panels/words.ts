/** Words of finding in the open kit. */
import { plural } from '../../design/words.ts';

export const findWords = {
  open: 'Find',
  label: 'Find in this kit',
  next: 'Next match',
  previous: 'Previous match',
  none: 'No match',
  noneHint: 'Check the spelling, or look for a part of the word. Scanned pages have no text to find.',
  hint: 'Type a word, an ident or a frequency: every page of this kit is searched.',
  busy: (page: number, count: number) => `Reading page ${page} of ${count}…`,
  count: (index: number, count: number, more: boolean) => `${index} of ${count}${more ? '+' : ''}`,
  total: (count: number, pages: number) =>
    `${plural(count, 'match', 'matches')} on ${plural(pages, 'page', 'pages')}`,
  capped: (count: number) => `The first ${count} matches. Type more to narrow it down.`,
  unreadable: (count: number) => `${plural(count, 'page', 'pages')} could not be searched`,
  close: 'Close find',
  matchCase: 'Match case',
  wholeWords: 'Whole words',
  list: 'Matches as a list',
  listLabel: 'Matches',
  page: (page: number) => `p. ${page}`,
} as const;
