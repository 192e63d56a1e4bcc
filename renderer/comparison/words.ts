/** Words of what changed between two kits. */
import type { PageState } from '../../main/comparison/rules/compared-page.ts';
import { plural } from '../design/words.ts';

const charts = (count: number) => plural(count, 'chart', 'charts');

const marks = (count: number) => plural(count, 'mark', 'marks');

const notOpened = 'which was not opened here';

const kitBefore = (was_read: boolean) =>
  was_read ? 'the kit that you read before' : `the kit before, ${notOpened}`;

export const changesWords = {
  title: 'What changed',
  back: 'Back',
  between: (older: string, newer: string) => `From ${older} to ${newer}`,
  kit: (flight: string, at: string) => `${flight} (requested ${at})`,
  ofFlight: (flight: string, older: string, newer: string) =>
    `${flight}: from the kit of ${older} to the one of ${newer}`,
  swap: 'Swap older and newer',
  gone: 'One of the two kits is not on this laptop any more. Go back, and choose two kits.',
  loading: 'Reading what changed…',
  comparing: (percent: number) => `Comparing the two kits: ${percent} %`,
  waiting: 'The comparison waits for its turn.',
  goesOn: 'It goes on while you do something else.',
  failedTitle: 'These kits could not be compared.',
  openBoth: 'Open both kits',
  states: {
    changed: 'Changed',
    new: 'New',
    gone: 'Gone',
    restamped: 'Restamped',
    same: 'Same',
  } satisfies Record<PageState, string>,
  /** `7 changed · 2 new · 1 gone · 180 same · 10 restamped`. */
  counted: {
    changed: 'changed',
    new: 'new',
    gone: 'gone',
    same: 'same',
    restamped: 'restamped',
  } satisfies Record<PageState, string>,
  restampedHint: 'Restamped: nothing but the dates of the cycle and of printing is different.',
  nothing: 'Nothing changed but what is listed as the same or restamped.',
  filter: 'Show',
  filters: { review: 'To look at', all: 'All' },
  count: (words: string, count: number) => `${words} ${count}`,
  list: 'Charts, the changed ones first',
  none: 'No chart here.',
  reviewed: 'Reviewed',
  reviewedName: (name: string) => `Reviewed: ${name}`,
  reviewedAt: (when: string) => `Reviewed ${when}`,
  left: (unreviewed: number, all: number) =>
    unreviewed === 0 ? (all === 0 ? '' : 'All reviewed.') : `${unreviewed} of ${charts(all)} not reviewed.`,
  all: 'Mark all as reviewed',
  allTitle: (count: number) => `Mark ${charts(count)} as reviewed?`,
  allText: 'The activity record will say that you reviewed each of them.',
  allYes: 'Mark as reviewed',
  keys: '↑ ↓ choose, Space reviewed, Enter shows old and new',
  /** What became of one page of a chart that has several. */
  onPage: (page: string, sentence: string) => `${page}: ${sentence}`,
  page: (page: number) => `Page ${page}`,
  pages: (old: number | null, now: number | null) => {
    if (old === null) return `page ${now}`;
    if (now === null) return `page ${old} of the older kit`;
    return old === now ? `page ${now}` : `page ${now} (${old} in the older kit)`;
  },
  show: (name: string, pages: string) => `Show old and new: ${name}, ${pages}`,
  more: (count: number) => `and ${count} more`,
  pair: {
    label: 'Old and new page',
    list: 'Back to the list',
    prior: 'Previous change',
    next: 'Next change',
    position: (at: number, all: number) => `${at} of ${all}`,
    modes: { side: 'Side by side', over: 'Overlay', blink: 'Blink' },
    modeGroup: 'How the pages are shown',
    other: 'Show the other page',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit page',
    zoom: 'Zoom',
    percent: (percent: number) => `${percent} %`,
    rings: 'Rings',
    place: (at: number, all: number) => `Place ${at} of ${all}`,
    keys: 'PgDn / PgUp next and previous page, with Shift change, arrows move',
    singleKeys: 'J next change, 2 side by side, 3 overlay, 4 blink, 5 rings, X chart reviewed, + − 0 zoom',
    old: 'OLD',
    oldNote: 'not the current chart',
    new: 'NEW',
    /** Which of the two kits: `OLD, kit of 23 Nov 2026 20:18Z`. */
    ofKit: (side: string, when: string) => `${side}, kit of ${when}`,
    overNote:
      'OLD under NEW, without colours: striped red is only on the old page, plain blue only on the new one.',
    oldPage: (page: number, name: string) => `Old page ${page}, not the current chart: ${name}`,
    newPage: (page: number, name: string) => `New page ${page}: ${name}`,
    bothPages: (old: number, now: number, name: string) => `Old page ${old} under new page ${now}: ${name}`,
    noOld: 'There is no such chart in the older kit.',
    noNew: 'This chart is gone: there is none in the newer kit.',
    ringed: (count: number) => `${plural(count, 'place', 'places')} ringed`,
    dashed: 'dashed on the old page',
    what: 'What changed on this page',
    noWords: 'Nothing can be said in words. Look at the ringed places.',
    opening: 'Opening…',
    pageFailed: (page: number) => `Page ${page} could not be drawn.`,
    unread: 'The service’s messages of this kit are to be read before its charts.',
    read: 'Read and acknowledge',
  },
  dates: {
    none: 'no date found on this page',
    later: 'effective after your departure',
    expired: 'expired before your departure',
  },
  marks: {
    tab: (count: number) => `${marks(count)} wait`,
    toList: 'What changed',
    title: (count: number) =>
      `${plural(count, 'mark waits', 'marks wait')}: ${count === 1 ? 'its chart' : 'their charts'} changed`,
    intro:
      'These marks were made on the older kit, whose charts have changed since. They are on no page of this kit until you say so.',
    list: 'Marks that wait',
    none: 'No mark waits.',
    loading: 'Reading the marks…',
    kinds: { pin: 'Pin', bookmark: 'Bookmark', highlight: 'Highlight', ink: 'Drawing', note: 'Note' },
    row: (kind: string, name: string) => `${kind} on ${name}`,
    gone: 'Its chart is gone: the mark stays with the older kit.',
    accept: 'Accept',
    acceptHint: 'It belongs on the new page',
    decline: 'Leave with the old kit',
    show: (name: string) => `Show the mark on old and new page: ${name}`,
    singleKeys: 'Y accept, Shift+Y leave with the old kit',
    accepted: (page: number) => `The mark is on page ${page} of this kit now.`,
    declined: 'The mark stays with the older kit.',
    open: 'Look at them',
  },
  /** What a kit is said to have changed, in details and in Ready to fly. `was_read`: else nobody opened the older kit here. */
  told: {
    changed: (changed: number, unreviewed: number, was_read: boolean) => {
      const those = changed === 1 ? 'it' : 'them';
      const since = was_read
        ? `changed since you read ${those}`
        : `changed since the kit before, ${notOpened}`;
      const reviewed = changed === 1 ? 'reviewed' : 'all reviewed';
      return `${charts(changed)} ${since}, ${unreviewed === 0 ? reviewed : `${unreviewed} not reviewed`}.`;
    },
    none: (was_read: boolean) =>
      `No chart changed since ${was_read ? 'you read the kit before' : `the kit before, ${notOpened}`}.`,
    comparing: (was_read: boolean) => `Being compared with ${kitBefore(was_read)}.`,
    failed: (was_read: boolean) =>
      `It could not be compared with ${kitBefore(was_read)}. Look at its charts yourself.`,
  },
  open: 'What changed',
  flag: (count: number) => `${charts(count)} changed and not reviewed`,
  chartDates: {
    later: (count: number) =>
      `${charts(count)} ${count === 1 ? 'takes' : 'take'} effect only after your departure`,
    expired: (count: number) => `${charts(count)} expired before your departure`,
    undated: (count: number) => `${charts(count)} without a date`,
    heading: 'Charts to look at for their dates',
    look: 'Look at the dates printed on them.',
  },
  /** In the header of the viewer, where there is little room; and its name, which holds it. */
  chip: (changed: number, unreviewed: number) =>
    unreviewed === 0 ? `${changed} changed` : `${unreviewed} to review`,
  chipName: (changed: number, unreviewed: number) =>
    unreviewed === 0
      ? `${changed} changed since the kit before, all reviewed`
      : `${changed} changed since the kit before, ${unreviewed} to review`,
  command: 'What changed',
  compare: 'Compare these two',
} as const;
