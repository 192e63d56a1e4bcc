/** The small choices of the library’s page: their values and defaults. */

/** The orders of the list of kits. */
export const libraryOrders = ['departure', 'requested', 'route', 'state'] as const;

/** The layout of the list of kits: cards under the titles of their groups, or a table with one line per kit. */
export const libraryLayouts = ['cards', 'table'] as const;

/** The columns of the table of kits, in order. */
export const tableColumns = [
  'departure',
  'flight',
  'route',
  'state',
  'reason',
  'profile',
  'requested',
] as const;

/** The light on the pages of documents: as printed, dim, or dark. */
export const lights = ['day', 'dim', 'night'] as const;

/** The brightness range of the window in cockpit mode, percent: letters stay legible at the minimum, and nothing dazzles at the maximum. */
export const brightnessBounds = [20, 100] as const;

/** The defaults of the small choices of the library's page (choices.ts). */
export const defaultChoices = {
  profile: null,
  library_order: 'departure',
  library_layout: 'cards',
  table_columns: ['departure', 'flight', 'route', 'state', 'reason'] as (typeof tableColumns)[number][],
  table_sort: 'departure',
  table_down: false,
  failed_first: false,
  light: 'day',
  light_at_night: 'night',
  keep_pictures: false,
  touch: null,
  news_seen: null,
  // Read by day, too.
  cockpit_brightness: 85,
} as const;

/** The settings that a page needs from its first paint on: they are written into the page as it is served. */
export const appearanceNames = [
  'theme',
  'contrast',
  'local_hours',
  'airac_minutes',
  'cockpit',
  'single_keys',
] as const;
