/** Words of “Ready to fly”. */
import { plural } from '../design/words.ts';

const flights = (count: number) => plural(count, 'flight', 'flights');

const charts = (count: number) => plural(count, 'chart', 'charts');

const kits = (count: number) => plural(count, 'kit', 'kits');

export const readyWords = {
  title: 'Ready to fly',
  open: 'Ready to fly?',
  back: 'Back to Ready to fly',
  window: (hours: number, until: string) =>
    `Every flight that departs until ${until} (${hours} h), and every planned kit that falls due by then. A flight counts until an hour after its planned departure. Checked now, and every five minutes.`,
  none: (hours: number) => `No flight departs within ${hours} h, and nothing is to be fetched.`,
  numbers: (count: number, hours: number, ready: number) => {
    if (count === 0) return `No flight departs within ${hours} h.`;
    const all = `${flights(count)} in the next ${hours} h`;
    if (ready === count) return `${all}: ${count === 1 ? 'ready' : 'all ready'}.`;
    return `${all}: ${ready} ready, ${count - ready} not.`;
  },
  later: (count: number) =>
    `${plural(count, 'planned kit falls', 'planned kits fall')} due for later flights.`,
  unknownCount: (count: number) => `${kits(count)} without a departure: not checked.`,
  again: 'Check again',
  nextItem: 'Next item',
  laptop: 'This laptop',
  laterTitle: 'Planned for later flights',
  departs: (when: string, left: string) => `departs ${when}, ${left}`,
  inTime: (span: string) => `in ${span}`,
  ago: (span: string) => `${span} ago`,
  unknown: {
    title: (count: number) => `${kits(count)} without a departure`,
    text: 'Departure unknown, not checked for a flight: only the files are. Enter the departure of one that is for these flights.',
    rule: 'A kit without a departure is amber while it is on its way, and for seven days after it came or failed, until it is opened.',
  },
  past: {
    title: (count: number) => `${flights(count)} past planned departure`,
    text: 'Planned to leave more than an hour ago: not counted. If one is late, look at its kit here.',
    noKit: 'No kit',
  },
  /** A newer kit than the one of this time. */
  newer: {
    failed: (older: string) => `A newer kit failed. The one requested ${older} is here to read.`,
    unconfirmed: (older: string) =>
      `No answer to a newer request: check with your scheduler before you request again. The kit requested ${older} is here to read.`,
    coming: (older: string) =>
      `A newer kit is on its way: keep the app running and online. The one requested ${older} is here to read.`,
    /** @param why a sentence: what it waits for */
    held: (why: string, older: string) =>
      `A newer kit waits. ${why} The one requested ${older} is here to read.`,
  },
  planned: {
    cockpit: (when: string) =>
      `Cockpit mode is on: the kit due at ${when} is requested only after you leave it.`,
    waiting: (when: string) =>
      `A kit is requested at ${when}. Keep the app running and online until it is here.`,
    overdue: (when: string) => `A kit was due to be requested at ${when}. Keep the app running and online.`,
  },
  shelf: {
    heard: (when: string) => `Not withdrawn when the shelf was last read, ${when}.`,
    overdue: (when: string) =>
      `Its desk should have renewed the shelf by ${when}: the kit may be withdrawn. Ask your scheduler.`,
    unheard: (when: string | null, hours: number) =>
      `The shelf was not read for more than ${hours} h${when === null ? '' : ` (last ${when})`}: the kit may be withdrawn. Go online.`,
  },
  charts: {
    later: (count: number) => `${charts(count)} effective after your departure.`,
    expired: (count: number) => `${charts(count)} expired before your departure.`,
    undated: (count: number) => `${charts(count)} without a date.`,
    which: 'Which charts',
    loading: 'Reading the charts…',
    none: 'They can’t be named. Look at the dates printed on the charts.',
    more: (count: number) => `and ${count} more`,
    page: (page: number) => `Page ${page}`,
  },
  heldNotice: (message: string) => `Held back in cockpit mode: ${message}`,
  stamped: (cycle: string) => `The kit is stamped AIRAC ${cycle}.`,
  settingsUnknown: (hours: number) =>
    `Your settings could not be read, so the next ${hours} h are looked at. Restart the app.`,
  verdicts: {
    ok: 'Ready: you may close the lid.',
    wait: 'Still checking or on its way. Keep the lid open.',
    warn: 'Check the items below before you close the lid.',
    bad: 'Not ready. Fix the items below.',
  },
  states: { ok: 'Ready', wait: 'Waiting', warn: 'Check this', bad: 'Not ready' },
  names: {
    document: 'Document',
    newer: 'Newer kit',
    withdrawn: 'Withdrawn',
    shelf: 'Shelf',
    verified: 'Integrity',
    warnings: 'Messages',
    cycle: 'AIRAC cycle',
    changes: 'Changes',
    charts: 'Chart dates',
    planned: 'Planned kit',
    identity: 'Certificate',
    disk: 'Disk',
    battery: 'Battery',
    notice: 'Notice',
    list: 'Kits',
    notices: 'Notices',
    settings: 'Settings',
  },
  checks: {
    'document.here': 'On this laptop. It opens without a network.',
    'document.stored': 'Stored on this laptop.',
    'document.missing': 'Its document is not on this laptop. Request the kit again.',
    'document.coming': 'On its way. Keep the app running and online until it is here.',
    'document.failed': 'Failed. Open it to see why, and try again.',
    'document.cancelled':
      'Cancelled, and no other kit of the flight is here. Request it again, or remove it if the flight is off.',
    'document.cancelled_readable': 'Cancelled; the document that came before is here. Request it again.',
    'document.again_coming': 'A sound copy is on its way. Keep the app running and online until it is here.',
    'document.again_failed': 'A sound copy could not be fetched. Open it to see why, and try again.',
    'verified.checking': 'Every byte is being compared with what was verified.',
    'verified.sound': 'Every byte is as it was verified.',
    'verified.seal_not_checked':
      'Every byte is as it was verified. The seal is not checked: the keychain is locked, or there is none.',
    'verified.not_sealed': 'Nothing seals the file. Open the kit’s details to download it again.',
    'verified.unchecked': 'The file could not be checked. Check again.',
    'warnings.none': 'No messages.',
    'warnings.informs': 'No message needs to be read.',
    'warnings.acknowledged': 'You have read the service’s messages.',
    'warnings.unread': 'There are messages that you have not read yet.',
    'shelf.loading': 'Being looked up.',
    'shelf.gone':
      'Its profile names no shelf any more, so a withdrawal would not be known. Ask your scheduler.',
    'cycle.current': 'Made in the cycle of the departure, or later.',
    'cycle.changes':
      'Made before the cycle of the departure. Request the kit again once that cycle is in effect.',
    'cycle.outdated': 'Made before the cycle of the departure. Request the kit again.',
    'cycle.unknown':
      'It is not known in which cycle this kit was made. Look at the dates printed on its charts.',
    'cycle.conflict': 'The dates of this kit contradict each other. Look at the dates printed on its charts.',
    'charts.unread':
      'The cycle and the dates that its pages print are not read yet. Wait, or look at them yourself.',
    'charts.not_compared':
      'The dates of its charts were not compared with the departure, which this kit does not name. Enter it.',
    'charts.fit': 'No chart prints a date that is wrong for the departure.',
    'identity.checking': 'Checking…',
    'identity.not_needed': 'Not needed: nothing is left to be fetched.',
    'identity.usable': 'Valid. What is still to come can be fetched.',
    'identity.unknown': 'It could not be read, so what is still to come may not be fetched. Open the set-up.',
    'identity.none': 'There is none, so what is still to come can’t be fetched. Open the set-up.',
    'identity.locked': 'Locked, so what is still to come can’t be fetched. Open the set-up.',
    'identity.refused':
      'Your administrators don’t allow it, so what is still to come can’t be fetched. Open the set-up.',
    'identity.computer':
      'Valid. What is still to come can be fetched as long as this computer, or the card in it, has it.',
    'identity.expired': 'It has expired, so what is still to come can’t be fetched. Open the set-up.',
    'identity.ends': 'It ends before everything is fetched. Ask your airline for a new one.',
    'disk.checking': 'Checking…',
    'disk.free': 'Enough room for further kits.',
    'disk.low': 'Less than 1 GB is free: a new kit may not fit. Make room.',
    'disk.unknown': 'The free space could not be read.',
    'battery.charging': 'Charging.',
    'battery.level': 'Enough charge.',
    'battery.low': 'Below 30 %. Charge it before the flight.',
    'battery.empty': 'Nearly empty. Charge it now.',
    'list.loading': 'The list is still being read.',
    'notices.loading': 'Being read.',
    'notices.failed': 'They could not be read. Restart the app.',
  } as Readonly<Record<string, string>>,
  fixes: {
    open: 'Open',
    read: 'Read and acknowledge',
    show: 'Show the kit',
    changes: 'What changed',
    renew: 'Request again',
    setUp: 'Open the set-up',
    look: 'Look at the shelf',
    again: 'Check again',
    dismiss: 'Dismiss',
  },
};

/** What is checked of a flight, or of this laptop. */
export type CheckName = keyof typeof readyWords.names;

/** What came out of a check. */
export type CheckState = keyof typeof readyWords.states;
