/** Words of kits: one kit, the list of all, opening and removal. */
import type { KitState } from '../../preload/contract.ts';
import { plural } from '../design/words.ts';

export const trustWords = {
  label: 'About this document',
  onLaptop: (state: string) => `On this laptop, ${state}`,
  notOnLaptop: 'Not on this laptop any more',
  checking: 'checking…',
  verified: 'verified',
  notSealed: 'not sealed',
  unchecked: 'not checked',
  damaged: 'damaged',
  found: (when: string, what: string) => `${when}: ${what}`,
  fact: (word: string, when: string) => `${word}, ${when}`,
  integrity: 'Integrity',
  damagedTitle: 'Damaged document',
  notSealedTitle: 'Not sealed',
  damagedLabel: 'Damaged',
  damagedDetail: 'Can be read, not to be flown by',
  withdrawnLabel: 'Withdrawn',
  withdrawn: (name: string, when: string, why: string) =>
    `${name} withdrew this kit, ${when}: “${why}” Do not fly by it. Ask your scheduler for another kit.`,
  openDamaged: 'Open damaged copy',
  saveDamaged: 'Save damaged copy…',
  ways: { retry: 'Download again', tryNow: 'Try now', renew: 'Request a new kit' },
  checkAgain: 'Check again',
} as const;

export const removalWords = {
  title: (count: number) => (count === 1 ? 'Remove this kit?' : `Remove ${count} kits?`),
  intro: (kit: string | null) =>
    `${kit === null ? 'This' : `${kit}: this`} is deleted from this laptop and can’t be undone:`,
  documents: (count: number, size: string) => `${plural(count, 'PDF', 'PDFs')} (${size})`,
  entries: (count: number) =>
    `${plural(count, 'entry', 'entries')} of the list. What was done stays in the activity record`,
  /** `waiting`: of those, how many have to be decided on in a newer kit. */
  marks: (count: number, waiting: number) =>
    `${plural(count, 'mark', 'marks')} that you made${
      waiting === 0
        ? ''
        : count === waiting
          ? `. ${count === 1 ? 'It waits' : 'They wait'} in a newer kit, and ${count === 1 ? 'goes' : 'go'} from there too`
          : `. ${waiting} of them ${waiting === 1 ? 'waits' : 'wait'} in a newer kit, and ${waiting === 1 ? 'goes' : 'go'} from there too`
    }`,
  marksUncounted: 'The marks that you made',
  before: (count: number) => `Before you remove ${count === 1 ? 'it' : 'them'}:`,
  unfinished: (count: number, all: number) =>
    all === 1
      ? 'It is still in progress: the app stops waiting for it.'
      : `${count} still in progress: the app stops waiting for ${count === 1 ? 'it' : 'them'}.`,
  upcoming: (count: number, all: number, next: string) =>
    all === 1
      ? `Its flight departs on ${next}.`
      : `${plural(count, 'flight is', 'flights are')} still to come, the first on ${next}.`,
  last: (count: number, all: number) =>
    all === 1
      ? 'No other PDF for this flight is on this laptop.'
      : `${plural(count, 'flight is', 'flights are')} left without a PDF on this laptop.`,
  pinned: (count: number, all: number) =>
    all === 1 ? 'You chose to keep it.' : `You chose to keep ${count} of them.`,
  unread: (count: number, all: number) =>
    all === 1 ? 'You have never opened it.' : `You have never opened ${count} of them.`,
  yes: (count: number) => (count === 1 ? 'Remove' : `Remove ${count}`),
};

export const openingWords = {
  superseded: {
    title: 'A newer kit for this flight is on this laptop',
    text: (kit: string, requested: string, newer: string) =>
      `${kit}: this kit was requested on ${requested}, the newer one on ${newer}.`,
    trackedText: (kit: string, tracked: string, newer: string) =>
      `${kit}: this kit came into the list on ${tracked}, the newer one on ${newer}.`,
    openThis: 'Open this one',
    openNewer: 'Open the newer one',
    someTitle: (superseded: number, all: number) =>
      superseded === all
        ? 'Newer kits for these flights are on this laptop'
        : superseded === 1
          ? 'A newer kit for one of these flights is on this laptop'
          : `Newer kits for ${superseded} of these flights are on this laptop`,
    openThese: 'Open these',
    openNewerSome: 'Open the newer ones',
    badge: 'Superseded',
    note: 'A newer kit for this flight is on this laptop.',
    show: 'Show the newer one',
    /** In the viewer, over the pages of the older kit. */
    older: 'Older kit',
    newerIs: (time: string) => `a newer one of ${time} is here.`,
    openIt: 'Open it',
    newerWithdrawn: (time: string, why: string) =>
      `A newer kit of ${time} was withdrawn (“${why}”). Ask your scheduler whether this one may be used.`,
    /** In the older kit's tab. */
    old: 'OLD',
    oldSpoken: (time: string) => `older kit of ${time}`,
    ofTime: (time: string) => `kit of ${time}`,
  },
  acknowledge: {
    title: 'Read before opening',
    intro: (kit: string) => `${kit}: there are messages about this kit.`,
    recorded: 'That you have read this is recorded on this laptop with your user name and the time in UTC.',
    yes: 'I have read this',
    toRead: 'Read this before the kit opens for the first time.',
    given: (by: string, when: string) => `Read by ${by}, ${when}`,
  },
  pin: {
    button: 'Keep',
    undo: 'Stop keeping',
    badge: 'Kept',
  },
  profile: 'Profile',
};

export const stateWords = {
  labels: {
    planned: 'Planned',
    requesting: 'Requesting',
    generating: 'Generating',
    downloading: 'Downloading',
    ready: 'On this laptop',
    unconfirmed: 'Unconfirmed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<KitState, string>,
  queued: 'Queued',
  waiting: 'Waiting',
  why: 'Why',
  since: (when: string) => `Since ${when}.`,
  trying: 'Trying again now.',
  next: (time: string) => `Next try ${time}Z.`,
  due: (when: string) => `Request due ${when}`,
  dueNow: 'Request due now',
  explain: {
    planned: 'The app requests it automatically when it is due. Keep the app running.',
    requesting: 'Asking the service to generate this trip kit.',
    generating: 'The service is generating the PDF. Keep the app running and online until it is here.',
    downloading: 'The PDF is ready at the service and is coming to this laptop.',
    ready: 'Stored. It opens without a network, a login or the keychain.',
    unconfirmed: 'No answer from the service: check with your scheduler before you request again.',
    failed: 'Nothing more happens until you decide.',
    cancelled: 'You stopped this one. Nothing more happens until you decide.',
  } satisfies Record<KitState, string>,
  /** A ready kit's document, and when it was last compared with what was verified. */
  checkedAt: (when: string) => `Whole, checked ${when}.`,
  elapsed: (span: string) => `${span} so far`,
  usually: (range: string) => `usually ${range}`,
  longer: 'longer than usual',
  left: (span: string) => `about ${span} left`,
  anyMoment: 'any moment now',
  received: (received: string, total: string | null) => (total ? `${received} of ${total}` : received),
  pages: (count: number) => plural(count, 'page', 'pages'),
  announce: (kit: string, state: string) => `${kit}: ${state}`,
};

/** What holds kits back that wait for the network or for a server. */
export const connectionWords = {
  waiting: (count: number) => `${plural(count, 'kit', 'kits')} waiting.`,
  tryNow: 'Try now',
  kits: (names: readonly string[]) => {
    const shown = names.slice(0, 12).join(', ');
    return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
  },
};

export const messageWords = {
  heading: 'Messages of the service',
  warnings: (count: number) => plural(count, 'warning', 'warnings'),
  byDesk: 'From your desk',
  unreadTitle: 'A message to read',
  read: 'Read it',
  byService: (code: string, type: string) => `Code ${code}, ${type}`,
  origin: (origin: string | null) =>
    `The origin ${origin ?? 'airport'} is not in your airline's coverage, so no kit can be made. Check the code, or ask your airline to add it to the coverage.`,
  alternates: (alternates: string[]) =>
    `${alternates.length === 1 ? `The alternate ${alternates[0]} is` : alternates.length > 1 ? `One or more of the alternates ${alternates.join(', ')} are` : 'An alternate is'} not in your airline's coverage, so no kit can be made. Request it again ${alternates.length > 1 ? 'without them, or with others' : 'without that alternate'}.`,
  points: (points: string[]) =>
    `${points.length > 0 ? `Several points are called ${points.join(', ')}` : 'Some route points share their name with others'}. The service chose the closest ones: check the route in the kit before you fly it.`,
  /** Stays true of a kit that is here, failed or was cancelled since. */
  generating: 'The service began generating this kit.',
  authentication: 'The service did not accept the sign-in. Check the profile and the certificate.',
};

/** What is known of a kit's cycle and dates: what is stamped on it counts, else when it was made. Never of a single chart. */
export const airacWords = {
  label: 'AIRAC cycle',
  datesLabel: 'Dates',
  dates: {
    request: (when: string) => `Requested ${when}`,
    service: (when: string) => `Generated ${when}`,
    storage: (when: string) => `Stored ${when}`,
    document: (when: string) => `PDF dated ${when}`,
  },
  between: (first: string, last: string) => `between ${first} and ${last}`,
  inCycle: (date: string, cycle: string) => `${date} (cycle ${cycle})`,
  leads: {
    request: (cycle: string) => `Requested in cycle ${cycle}`,
    service: (cycle: string) => `Generated in cycle ${cycle}`,
    document: (cycle: string) => `PDF dated in cycle ${cycle}`,
  },
  stamped: (cycle: string) => `Stamped AIRAC ${cycle}`,
  stampedOther: (cycle: string, wanted: string, departure: boolean) =>
    `This kit is stamped AIRAC ${cycle}, ${departure ? 'the flight' : 'today'} is in ${wanted}`,
  lapsed: (day: string) => `This kit is valid until ${day}, as its pages say`,
  printExpired: 'This kit was printed from expired data, as its pages say',
  unknown: 'Cycle not known',
  conflict: 'Not known: the dates contradict each other',
  conflictChip: 'Dates contradict each other',
  outdatedChip: (wanted: string, before: boolean) =>
    before ? `AIRAC ${wanted} takes effect before departure` : `Made before AIRAC ${wanted}`,
  current: (lead: string) => `${lead}, the cycle of the flight’s date`,
  flown: (lead: string) => `${lead}; the flight is over`,
  before: (wanted: string) => `Made before cycle ${wanted}`,
  inEffect: (wanted: string, from: string) => `Cycle ${wanted} has been in effect since ${from}`,
  takesEffect: (wanted: string, from: string) => `Cycle ${wanted} takes effect on ${from}, before departure`,
  renewNow: (departure: boolean) => `request the kit again${departure ? ' before departure' : ''}.`,
  renewThen:
    'request the kit again from then on. Charts may have been shipped ahead: the dates printed on them count.',
  tracked: 'ask whoever requested this kit for a new one.',
  unknownCycleNote:
    'It is not known in which AIRAC cycle this kit was made. Look at the dates printed on its charts.',
  unknownNote: (lead: string, wanted: string) =>
    `${lead}. It is not known whether this kit was made before cycle ${wanted} took effect. Look at the dates printed on its charts.`,
  conflictNote: (dates: string) =>
    `The dates of this kit contradict each other: ${dates}. It is not known in which AIRAC cycle it was made. Look at the dates printed on its charts.`,
  renew: 'Request again',
};

export const kitWords = {
  pane: 'Kit details',
  none: 'Select a kit to see its details.',
  hidden: 'This kit is not in the list: the filter hides it.',
  showHidden: 'Show it',
  alternatesLabel: 'Alternates',
  routeLabel: 'Route',
  remarksLabel: 'Remarks',
  shelfLabel: 'From',
  fromShelf: (name: string, when: string) => `The shelf of ${name}, put there ${when}`,
  flightLabel: 'Flight',
  departureLabel: 'Departure',
  departure: {
    enter: 'Enter departure',
    change: 'Change departure',
    save: 'Save departure',
    why: 'The departure is not known. Enter it, and this kit is checked for its flight.',
    past: 'The departure is in the past. Check its date.',
  },
  idLabel: 'Kit ID',
  idUnknown: 'not known yet',
  createdLabel: 'Requested',
  plannedLabel: 'Planned on',
  dueLabel: 'Request due',
  trackedLabel: 'Tracked since',
  documentLabel: 'Document',
  sha256Label: 'SHA-256',
  tracked: 'Tracked kit',
  trackedAs: (end: string) => `Tracked kit …${end}`,
  followed: 'Tracked by its kit ID; the trip itself is not known here.',
  record: 'Record',
  history: 'History (UTC)',
  historyBy: (who: string) => `by ${who}`,
  decided: 'Decided',
  historyDocument: (sha256: string) => `Document ${sha256.slice(0, 12)}…`,
  tries: (count: number, from: string) => `${plural(count, 'try', 'tries')} since ${from}Z.`,
  eachTry: (count: number) => `All ${count} lines`,
  historyMore: (count: number) => `Show ${count} earlier`,
  exportFormats: { csv: 'CSV…', json: 'JSON…' },
  exportLabel: 'Export this history',
  inRecord: 'Show in the activity record',
  exported: (file: string) => `The history was saved as ${file}.`,
  askedBy: 'Requested by',
  askedByUnknown: 'not recorded',
  openedLabel: 'Last opened',
  openedNever: 'not yet on this laptop',
  historyEmpty: 'No entries yet.',
  historyFailed: 'The history could not be read.',
  document: (size: string, pages: number) => `${size}, ${plural(pages, 'page', 'pages')}`,
  more: 'More actions',
  saved: (file: string) => `A copy was saved as ${file}.`,
  actions: {
    open: 'Open',
    saveCopy: 'Save a copy…',
    cancel: 'Cancel request',
    tryNow: 'Try now',
    retry: 'Retry',
    requestAgain: 'Request again',
    remove: 'Remove…',
    duplicate: 'Change and request',
  },
  noCopies: 'Copies are switched off by your administrators.',
  confirm: {
    againTitle: 'Request it again?',
    again: (kit: string) => `${kit}: the service may already be generating this kit.`,
    againYes: 'Request again',
    cancelTitle: 'Stop tracking this kit?',
    cancel: (kit: string) =>
      `${kit}: the app stops waiting for it. The service may still finish it; you can resume it with Retry.`,
    cancelYes: 'Stop',
    plannedTitle: 'Cancel this request?',
    planned: (kit: string) => `${kit}: the app does not request it. Retry takes it up again.`,
    plannedYes: 'Cancel request',
    keep: 'Keep it',
  },
};

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function kits(count: number): string {
  return plural(count, 'kit', 'kits');
}

export const libraryWords = {
  preparingDrag: 'Preparing the copy to drag… Keep the button held.',
  title: 'Trip kits',
  list: 'Trip kits',
  listHint:
    'Arrow keys move, Enter opens, Space selects, Shift with arrows selects several, Ctrl+A all, Delete removes.',
  search: 'Search trip kits',
  searchPlaceholder: 'Find a kit: airport, flight, date, kit ID, state',
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
  undated: 'Without a departure',
  unknownRoute: 'Tracked, route not known',
  layout: {
    label: 'Layout',
    names: { cards: 'Cards', table: 'Table' },
    /** The command, by the layout that it leads to. */
    commands: { cards: 'Show the list as cards', table: 'Show the list as a table' },
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
    planned: 'Planned',
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
