/** Words of searching the pages of all kits. */
import { plural } from '../design/words.ts';

export const searchWords = {
  label: 'Words to look for in all kits on this laptop',
  placeholder: 'Chart, runway, airport, flight: EGLL ILS 27L',
  hint: 'Every page of every kit on this laptop is searched, offline: the names of its charts, its text, and the flight’s own words.',
  list: 'Pages found',
  groups: { commands: 'Commands', guides: 'Guides' },
  searching: 'Searching…',
  found: (pages: number, kits: number) =>
    `${plural(pages, 'page', 'pages')} in ${plural(kits, 'kit', 'kits')}`,
  capped: (pages: number) => `The best ${pages} pages. Add a word to narrow it down.`,
  none: (query: string) => `No page contains all of “${query}”.`,
  noneHint:
    'Check the spelling, or take a word away. Only kits on this laptop are searched, and scanned pages have no text.',
  waiting: (count: number) =>
    `${plural(count, 'kit is', 'kits are')} not indexed yet; ${count === 1 ? 'its' : 'their'} pages appear as soon as ${count === 1 ? 'it is' : 'they are'}.`,
  failed: 'The search failed.',
  page: (page: number) => `Page ${page}`,
  superseded: 'A newer kit of this flight is on this laptop',
  openNow: 'open now',
  departs: (when: string) => `departs ${when}`,
  keys: '↑ ↓ choose, Enter opens, Ctrl+Enter in a new window, Esc closes',
} as const;
