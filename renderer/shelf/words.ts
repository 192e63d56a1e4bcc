/** Words of the pane of shelves, and of the board: who had which kit. */

export const shelfWords = {
  open: 'From the shelf',
  title: 'Kits from a shelf',
  intro:
    'A desk of your airline fetches kits and puts them there. This laptop takes those that you want, without a certificate.',
  where: (name: string, where: string) => `${name}, ${where}`,
  wanted: 'Which kits',
  none: 'None',
  some: 'Kits of these flights or airports',
  own: (count: number, first: string, last: string) =>
    `Own flights: ${first === last ? `${count}, ${first}` : `${count}, ${first} to ${last}`}`,
  addOwn: 'Add own flights from a roster…',
  all: 'All kits',
  flights: 'Flight numbers and airports',
  flightsHint: 'For example KLM701 KLM702 EGLL',
  empty: 'Enter at least one flight number or airport, or choose another line.',
  long: (flight: string) => `“${flight}” is too long for a flight number.`,
  many: (max: number) => `At most ${max} flights and airports.`,
  save: 'Save',
  look: 'Look now',
  heard: (when: string) => `Last heard of: ${when}.`,
  never: 'Not heard of yet.',
  overdue: (when: string) =>
    `Its desk should have renewed it by ${when}. New kits and withdrawals may be missing: ask your scheduler.`,
  toLogin: 'User and password…',
  toThere: 'What is there',
  toBoard: 'Who has it',
  receipts: {
    laptop:
      'This laptop writes there, for all who may read the shelf: its name, which kits it has, when they were opened and acknowledged, and when it last read the shelf.',
    person:
      'This laptop writes there, for all who may read the shelf: its name, your user name, which kits it has, when they were opened and acknowledged, and when it last read the shelf.',
  },
  written: (when: string) => `Last written: ${when}.`,
  notWritten: (why: string) => `This laptop could not write which kits it has. ${why}`,
  login: {
    title: 'Shelf',
    intro: (name: string, where: string) =>
      `Kits that a desk of your airline has put on the shelf “${name}” (${where}) come without a certificate. Choose your flights in the library, under “From the shelf”.`,
    user: 'User',
    password: 'Password',
    none: 'No user and password yet. The shelf may ask for them.',
    damaged: 'The stored password can’t be read. Enter it again.',
    stored: (user: string) => `The password of ${user} is on this laptop, sealed by the system keychain.`,
    notStored: (user: string) =>
      `The password of ${user} is kept until the app ends: this laptop has no keychain.`,
    save: 'Save',
    forget: 'Remove password',
  },
} as const;

export const deskWords = {
  buttons: { message: 'Message…', withdrawal: 'Withdraw…' },
  labels: {
    message: (flight: string) => `Message about ${flight}…`,
    withdrawal: (flight: string) => `Withdraw ${flight}…`,
  },
  texts: {
    message: 'What those who have the kit must read',
    withdrawal: 'Why it must not be used',
  },
  cancel: 'Cancel',
} as const;

export const boardWords = {
  title: 'Who has it',
  /** Where laptops write no receipts: what a desk can withdraw. */
  titleThere: 'What is there',
  back: 'Kits from a shelf',
  again: 'Read again',
  reading: 'Reading the shelf…',
  intro: (shelf: string) =>
    `What the laptops that read ${shelf} had when they were last heard of, by their own clocks. What they have now is not known.`,
  /** @param laptops null: they write no receipts */
  read: (when: string, laptops: number | null) =>
    laptops === null
      ? `Read ${when}.`
      : `Read ${when}: ${laptops === 1 ? '1 laptop was' : `${laptops} laptops were`} heard of.`,
  tooMany: 'There are far too many receipts: not all were read. Tell your airline’s IT.',
  refused: (count: number) =>
    count === 1 ? '1 receipt is not believed:' : `${count} receipts are not believed:`,
  refusal: (name: string, why: string) => `${name}…: ${why}`,
  silent: (hours: number, laptops: number) =>
    `Not heard of for more than ${hours === 1 ? '1 hour' : `${hours} hours`}: ${laptops}`,
  full: (laptops: readonly string[]) =>
    `Had more kits than a receipt has room for, so some may be missing here: ${laptops.join(', ')}`,
  last: (name: string, when: string) => `${name}: last ${when}`,
  laptop: (laptop: string, person: string | null) => (person === null ? laptop : `${laptop} (${person})`),
  key: (name: string, key: string) => `${name}, key ${key}`,
  flights: 'Flights',
  find: 'Find',
  findHint: 'A flight, an airport or a laptop',
  shown: (shown: number, all: number) =>
    shown < all
      ? `The first ${shown} of ${all} kits. Enter a flight to find others.`
      : all === 1
        ? '1 kit'
        : `${all} kits`,
  flight: (flight: string, from: string, to: string) => `${flight} ${from}–${to}`.trim(),
  put: (when: string) => `Put there ${when}`,
  withdrawn: (when: string) => `Withdrawn ${when}`,
  nobody: 'No laptop has said that it had it.',
  /** @param acknowledged null: there is nothing to acknowledge */
  had: (laptops: number, opened: number, acknowledged: number | null) =>
    [
      laptops === 1 ? '1 laptop had it' : `${laptops} laptops had it`,
      `${opened} opened`,
      ...(acknowledged === null ? [] : [`${acknowledged} acknowledged`]),
    ].join(', '),
  hadAt: (when: string) => `had it at ${when}.`,
  verified: (when: string) => `Verified ${when}.`,
  opened: (when: string) => `Opened ${when}.`,
  unopened: 'Not opened.',
  acknowledged: (when: string) => `Acknowledged ${when}.`,
  earlier: 'An earlier document',
  unaware: 'No contact since withdrawal',
  since: 'No contact since',
} as const;
