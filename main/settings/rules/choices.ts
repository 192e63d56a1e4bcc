/** The small choices of the library’s page: what each may be, and where nothing was chosen. */

/** The orders that the list of kits can be in. */
export const libraryOrders = ['departure', 'requested', 'route', 'state'] as const;

/** How the list of kits is shown: cards under the heads of their groups, or a table of one line a kit. */
export const libraryLayouts = ['cards', 'table'] as const;

/** The columns that the table of kits can have, in their order. */
export const tableColumns = [
  'departure',
  'flight',
  'route',
  'airac',
  'state',
  'reason',
  'profile',
  'requested',
] as const;

/** The light over the pages of documents: as they are printed, dim, or dark. */
export const lights = ['day', 'dim', 'night'] as const;

/** How bright the window may be in cockpit mode, percent: letters stay legible at the least, and nothing dazzles at the most. */
export const brightnessBounds = [20, 100] as const;

/** The small choices of the library's page where nothing was chosen (choices.ts). */
export const defaultChoices = {
  profile: null,
  library_order: 'departure',
  library_layout: 'cards',
  table_columns: [
    'departure',
    'flight',
    'route',
    'airac',
    'state',
    'reason',
  ] as (typeof tableColumns)[number][],
  table_sort: 'departure',
  table_down: false,
  failed_first: false,
  light: 'day',
  light_at_night: 'night',
  keep_pictures: false,
  touch: null,
  news_seen: null,
  cockpit_brightness: 60,
} as const;
