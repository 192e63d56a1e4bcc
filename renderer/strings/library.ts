/** Words of the library: the list of all kits. */
import { plural } from './plural.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function kits(count: number): string {
  return plural(count, 'kit', 'kits');
}

export const library = {
  preparingDrag: 'Preparing the copy to drag… Keep the button held.',
  title: 'Trip kits',
  list: 'Trip kits',
  listHint:
    'Arrow keys move, Enter opens, Space selects, Shift with arrows selects several, Ctrl+A all, Delete removes, N goes to the next departure.',
  search: 'Search trip kits',
  searchPlaceholder: 'Find a kit: airport, flight, date, kit ID, state',
  searchKey: '/',
  newRequest: 'New request',
  track: 'Track by kit ID',
  count: (shown: number, all: number) => (shown === all ? kits(all) : `${shown} of ${kits(all)}`),
  emptyTitle: 'No trip kits yet',
  empty:
    'Request one for a flight, or track a kit that somebody else requested. Finished kits are kept here and open without a network.',
  noMatchTitle: 'Nothing found',
  noMatch: (query: string) => `No kit matches “${query}”.`,
  noMatchFilters: 'No kit matches these filters.',
  noMatchBoth: (query: string) => `No kit matches “${query}” and these filters.`,
  noMatchHint: (all: number) => `${kits(all)} in the list.`,
  clearFilter: 'Clear the filter',
  clearAll: 'Clear all',
  row: (kit: string, flight: string, departure: string, state: string) =>
    [kit, flight, departure && `departs ${departure}`, state].filter(Boolean).join(', '),
  routeSpoken: (origin: string, destination: string) => `${origin} to ${destination}`,
  alternates: (list: string) => `Alternates ${list}`,
  requested: 'requested',
  tracked: 'tracked',
  zulu: 'Z',
  unread: 'Unread',
  /** A day's head: `Sat 21 Nov 2026`. */
  day: (weekday: number, date: string) => `${WEEKDAYS[weekday] ?? ''} ${date}`,
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  origin: (code: string) => `From ${code}`,
  unknownRoute: 'Tracked, route not known',
  layout: {
    label: 'Layout',
    names: { cards: 'Cards', table: 'Table' },
    /** The command, by the layout that it leads to. */
    commands: { cards: 'Show the list as cards', table: 'Show the list as a table' },
    key: 'V',
  },
  failedFirst: 'Failed first',
  now: {
    label: (time: string) => `Now ${time}`,
    next: (span: string) => `next departure in ${span}`,
    none: 'nothing departs later',
  },
  table: {
    columns: 'Columns',
    names: {
      departure: 'Departure',
      flight: 'Flight',
      route: 'Route',
      airac: 'AIRAC',
      state: 'State',
      reason: 'Reason',
      profile: 'Profile',
      requested: 'Requested',
    },
    columnsHint: 'Choose a column’s head to sort by it; again to turn the order round.',
    notKnown: 'Not known',
    failure: (kind: string, message: string) => `${kind}: ${message}`,
  },
  stateGroups: {
    attention: 'Needs attention',
    progress: 'In progress',
    ready: 'On this laptop',
    cancelled: 'Cancelled',
  },
  groupCount: (count: number) => String(count),
  filters: {
    label: 'Filters',
    state: 'State',
    profile: 'Profile',
    airport: 'Airport',
    airportFind: 'Find an airport',
    airportHint: 'As origin, destination or alternate.',
    airportNone: (text: string) => `No kit uses ${text}.`,
    airportMore: (count: number) => `${count} more: type to find them.`,
    date: 'Date',
    dateHint: 'Days of departure in UTC; of the request where it has none.',
    dates: {
      any: 'Any day',
      today: 'Today',
      tomorrow: 'Tomorrow',
      week: 'Next 7 days',
      past: 'Before today',
      range: 'From … to …',
    },
    dayHint: '21NOV',
    from: 'From',
    to: 'To',
    unread: 'Unread',
    warnings: 'Warnings',
    /** A chip with what it narrows to: `State: Failed`. */
    chosen: (name: string, values: readonly string[]) =>
      values.length > 2 ? `${name}: ${values.length}` : `${name}: ${values.join(', ')}`,
    range: (from: string, to: string) =>
      from && to ? `${from} to ${to}` : from ? `from ${from}` : to ? `to ${to}` : 'any day',
  },
  order: {
    label: 'Sort',
    names: {
      departure: 'Departure',
      requested: 'Last requested',
      route: 'Route',
      state: 'State',
    },
  },
  bulk: {
    pane: 'Selected kits',
    title: (count: number) => `${kits(count)} selected`,
    hidden: (count: number, all: boolean) =>
      `${kits(count)}${all ? '' : ' more'} ${count === 1 ? 'is' : 'are'} selected but hidden by the filter.`,
    showHidden: 'Show them',
    size: (size: string) => `${size} on this laptop`,
    open: (count: number) => `Open ${count}`,
    openTooMany: (max: number) => `Select at most ${max} to open them at once.`,
    openUnread: (count: number) =>
      `${kits(count)} ${count === 1 ? 'has' : 'have'} messages to read first. Open ${count === 1 ? 'it' : 'each one'} separately.`,
    cancel: (count: number) => `Cancel ${count}`,
    tryNow: (count: number) => `Try ${count} now`,
    retry: (count: number) => `Retry ${count}`,
    pin: (count: number) => `Keep ${count}`,
    unpin: (count: number) => `Stop keeping ${count}`,
    remove: (count: number) => `Remove ${count}…`,
    history: 'Export the history of these kits',
    deselect: 'Deselect',
    working: 'Working…',
    outcome: {
      cancel: (count: number) => `${kits(count)} cancelled.`,
      tryNow: (count: number) => `${kits(count)} tried now.`,
      retry: (count: number) => `${kits(count)} resumed.`,
      remove: (count: number) => `${kits(count)} removed.`,
      pin: (count: number) => `${kits(count)} kept.`,
      unpin: (count: number) => `${kits(count)} no longer kept.`,
    },
    failed: (count: number, reasons: string) => `${kits(count)} could not be changed: ${reasons}`,
    confirm: {
      cancelTitle: (count: number) => `Stop following ${kits(count)}?`,
      cancel:
        'The app stops waiting for them. The service may still finish them; you can resume them with Retry.',
      cancelYes: (count: number) => `Stop ${count}`,
    },
  },
};
