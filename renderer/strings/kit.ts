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
  undecided: 'Answer lost: you decide',
  explain: {
    requesting: 'Asking the service to generate this trip kit.',
    generating:
      'The service is generating the PDF. You can go on working or close the lid; the app picks it up again.',
    downloading: 'The PDF is ready at the service and is coming to this laptop.',
    ready: 'Whole, checked and stored. It opens without a network, a login or the keychain.',
    unconfirmed:
      'The request was sent but its answer was lost. The service may or may not be generating this kit, so it is not sent again automatically.',
    failed: 'Nothing more happens until you decide.',
    cancelled: 'You stopped this one. Nothing more happens until you decide.',
  } satisfies Record<KitState, string>,
  elapsed: (span: string) => `${span} so far`,
  usually: (range: string) => `usually ${range}`,
  longer: 'longer than usual',
  left: (span: string) => `about ${span} left`,
  anyMoment: 'any moment now',
  received: (received: string, total: string | null) => (total ? `${received} of ${total}` : received),
  verified: 'verified',
  pages: (count: number) => plural(count, 'page', 'pages'),
  announce: (kit: string, state: string) => `${kit}: ${state}`,
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
  generating: 'The service is generating this kit.',
  authentication: 'The service did not accept the sign-in. Check the profile and the certificate.',
};

/** Whether the charts are of the cycle that is in effect on the flight. */
export const airac = {
  label: 'AIRAC',
  chip: (cycle: string) => `AIRAC ${cycle}`,
  outdatedChip: (wanted: string, departure: boolean) =>
    departure ? `AIRAC ${wanted} takes effect before departure` : `AIRAC ${wanted} in effect`,
  current: (cycle: string, departure: boolean) =>
    departure ? `${cycle}, in effect on the flight’s date` : `${cycle}, in effect today`,
  flown: (cycle: string) => `${cycle}; the flight is over`,
  outdated: (cycle: string, wanted: string, from: string, departure: boolean, inEffect: boolean) =>
    inEffect
      ? `These charts are of cycle ${cycle}. Cycle ${wanted} has been in effect since ${from}: request the kit again${departure ? ' before departure' : ''}.`
      : `These charts are of cycle ${cycle}. Cycle ${wanted} takes effect on ${from}, before departure: request the kit again from then on.`,
  tracked: 'Ask whoever requested this kit for a new one.',
  renew: 'Request again',
};

export const kit = {
  pane: 'Kit details',
  none: 'Select a kit to see its details.',
  alternatesLabel: 'Alternates',
  routeLabel: 'Route',
  flightLabel: 'Flight',
  departureLabel: 'Departure',
  idLabel: 'Kit ID',
  idUnknown: 'not known yet',
  createdLabel: 'Requested',
  documentLabel: 'Document',
  sha256Label: 'SHA-256',
  tracked: 'Tracked kit',
  followed: 'Tracked by its kit ID; the trip itself is not known here.',
  history: 'History (UTC)',
  historyBy: (who: string) => `by ${who}`,
  historyKinds: { decided: 'Decided', opened: 'Opened', acknowledged: 'Acknowledged' },
  historyDocument: (sha256: string) => `Document ${sha256.slice(0, 12)}…`,
  historyMore: (count: number) => `Show ${count} earlier`,
  exportCsv: 'CSV…',
  exportJson: 'JSON…',
  exportLabel: 'Export this history',
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
    retry: 'Retry',
    requestAgain: 'Request again',
    remove: 'Remove…',
    duplicate: 'Change and request',
  },
  confirm: {
    removeTitle: 'Remove this kit?',
    remove: (kit: string, onDisk: boolean) =>
      `${kit}: its entry and its history ${onDisk ? 'and the PDF on this laptop ' : ''}are deleted. This can't be undone.`,
    removeYes: 'Remove',
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
