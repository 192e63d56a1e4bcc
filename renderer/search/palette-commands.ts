/** Commands and places of the guides that the search offers by their names, below the pages it finds. */

import { keyTable } from '../design/keys.ts';
import { packedSections, searchHeadings } from '../guides/guide-search.ts';
import { librarySlice } from '../kits/list/library-store.ts';
import { libraryWords } from '../kits/words.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import type { Registry } from '../shell/state/registry.tsx';
import { noticeWords } from '../shell/words.ts';

export interface PaletteCommand {
  id: string;
  /** Its heading. */
  group: 'commands' | 'guides';
  /** What it does, in words, which are searched. */
  label: string;
  /** Its keys, the shown one first. */
  keys: readonly string[];
  run(get: Registry['get']): void;
}

/** Words shorter than this match too much, characters. */
const SHORTEST = 3;
const { commands } = libraryWords.layout;

const all: readonly PaletteCommand[] = [
  ...(['table', 'cards'] as const).map(
    (layout): PaletteCommand => ({
      id: `layout-${layout}`,
      group: 'commands',
      label: commands[layout],
      keys: keyTable.library.layout,
      run(get) {
        get(librarySlice).getState().setLayout(layout);
        get(navigationSlice).getState().toList();
      },
    }),
  ),
  {
    id: 'managed-settings',
    group: 'commands',
    label: noticeWords.managed,
    keys: [],
    run: (get) => get(navigationSlice).getState().toPolicy(),
  },
];

/** The most places of the guides in the results. */
const MAX_PLACES = 5;
function placesFor(query: string): PaletteCommand[] {
  return searchHeadings(packedSections(), query, MAX_PLACES).map(({ guide, title, heading, words }) => ({
    id: `guide-${guide}-${heading}`,
    group: 'guides',
    label: heading === null ? title : `${title} › ${words}`,
    keys: [],
    run: (get) =>
      get(navigationSlice)
        .getState()
        .toGuides({ guide, ...(heading === null ? {} : { heading }) }),
  }));
}

/** The commands, and the headings of the guides, whose words begin with all words of a query; places of the guides come last. */
export function commandsFor(query: string): readonly PaletteCommand[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (query.trim().length < SHORTEST) return [];
  const commands = all.filter(({ label }) => {
    const words = label.toLowerCase().split(' ');
    return wanted.every((one) => words.some((word) => word.startsWith(one)));
  });
  return [...commands, ...placesFor(query)];
}
