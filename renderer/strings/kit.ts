/** Words of one kit: its states, the service's messages, its details, its history. */
import type { KitState } from '../../preload/contract.ts';
import { plural } from './plural.ts';

export const states = {
  labels: {
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
  since: (when: string) => `Since ${when}.`,
  trying: 'Trying again now.',
  next: (span: string) => `Next try in ${span}.`,
  nextAt: (time: string, span: string) => `Next try at ${time}Z, in ${span}.`,
  asked: 'It asked for this pause.',
  undecided: 'Answer lost: you decide',
  explain: {
    requesting: 'Asking the service to generate this trip kit.',
    generating:
      'The service is generating the PDF. You can go on working or close the lid; the app picks it up again.',
    downloading: 'The PDF is ready at the service and is coming to this laptop.',
    ready: 'Whole, checked and stored. It opens without a network, a login or the keychain.',
    unconfirmed:
      'The request was sent but no usable answer came. The service may or may not be generating this kit, so it is not sent again automatically.',
    failed: 'Nothing more happens until you decide.',
    cancelled: 'You stopped this one. Nothing more happens until you decide.',
  } satisfies Record<KitState, string>,
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
export const connection = {
  offline: 'No connection.',
  waiting: (count: number) => `${plural(count, 'kit', 'kits')} waiting.`,
  tryNow: 'Try now',
  why: 'Why',
  kits: (names: readonly string[]) => {
    const shown = names.slice(0, 12).join(', ');
    return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
  },
};

export const messages = {
  heading: 'Messages of the service',
  warnings: (count: number) => plural(count, 'warning', 'warnings'),
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

/**
 * What is known of a kit's cycle and dates. Never of its charts: those are shipped ahead of a cycle, and within one; what is
 * printed on them counts.
 */
export const airac = {
  label: 'AIRAC cycle',
  datesLabel: 'Dates',
  dates: {
    request: (when: string) => `Requested ${when}`,
    service: (when: string) => `Generated ${when}`,
    storage: (when: string) => `Stored ${when}`,
    document: (when: string) => `PDF dated ${when}`,
  },
  received: (when: string) => `Received ${when}`,
  between: (first: string, last: string) => `between ${first} and ${last}`,
  inCycle: (date: string, cycle: string) => `${date} (cycle ${cycle})`,
  leads: {
    request: (cycle: string) => `Requested in cycle ${cycle}`,
    service: (cycle: string) => `Generated in cycle ${cycle}`,
    document: (cycle: string) => `PDF dated in cycle ${cycle}`,
  },
  chips: {
    request: (cycle: string) => `Requested in ${cycle}`,
    service: (cycle: string) => `Generated in ${cycle}`,
    document: (cycle: string) => `PDF dated in ${cycle}`,
  },
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

export const kit = {
  pane: 'Kit details',
  none: 'Select a kit to see its details.',
  hidden: 'This kit is not in the list: the filter hides it.',
  showHidden: 'Show it',
  alternatesLabel: 'Alternates',
  routeLabel: 'Route',
  flightLabel: 'Flight',
  departureLabel: 'Departure',
  idLabel: 'Kit ID',
  idUnknown: 'not known yet',
  createdLabel: 'Requested',
  trackedLabel: 'Tracked since',
  documentLabel: 'Document',
  sha256Label: 'SHA-256',
  tracked: 'Tracked kit',
  trackedAs: (end: string) => `Tracked kit …${end}`,
  followed: 'Tracked by its kit ID; the trip itself is not known here.',
  history: 'History (UTC)',
  historyBy: (who: string) => `by ${who}`,
  decided: 'Decided',
  historyDocument: (sha256: string) => `Document ${sha256.slice(0, 12)}…`,
  tries: (count: number, from: string) => `${plural(count, 'try', 'tries')} since ${from}Z.`,
  eachTry: (count: number) => `All ${count} lines`,
  historyMore: (count: number) => `Show ${count} earlier`,
  exportCsv: 'CSV…',
  exportJson: 'JSON…',
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
    againTitle: 'Send the request again?',
    again: (kit: string) =>
      `${kit}: the first request may have reached the service. Sending it again may generate a second kit there.`,
    againYes: 'Send again',
    cancelTitle: 'Stop tracking this kit?',
    cancel: (kit: string) =>
      `${kit}: the app stops waiting for it. The service may still finish it; you can resume it with Retry.`,
    cancelYes: 'Stop',
    keep: 'Keep it',
  },
};
