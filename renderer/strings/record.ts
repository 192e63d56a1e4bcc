/** Words of the activity record: what was done with kits on this laptop, whether they are still here or not. */
import type { recordKinds } from '../../preload/schemas/values.ts';
import { states } from './kit.ts';
import { plural } from './plural.ts';

type RecordKind = (typeof recordKinds)[number];

/** What an entry tells of. One about a state is called by the state. */
export const recordKindWords = {
  began: 'Record began',
  state: 'State',
  asked: 'Requested',
  followed: 'Tracked',
  cancelled: 'Cancelled',
  retried: 'Retried',
  asked_again: 'Requested again',
  opened: 'Opened',
  acknowledged: 'Acknowledged',
  marks: 'Marks',
  reviewed: 'Charts reviewed',
  kept: 'Kept',
  unkept: 'No longer kept',
  saved: 'Copy saved',
  integrity: 'Integrity',
  removing: 'Removal began',
  removed: 'Removed',
  stayed: 'Not removed',
  lost: 'Lost',
  back: 'Here again',
  order_made: 'Order made',
  order_cancelled: 'Order cancelled',
  order_requested: 'Order carried out',
  order_missed: 'Order missed',
  profile_removed: 'Profile removed',
  exported: 'Exported',
  expired: 'Expired',
  damage: 'Record altered',
} satisfies Record<RecordKind, string>;

export const record = {
  title: 'Activity record',
  back: 'Library',
  intro: (months: number) =>
    `What was done with kits on this laptop. Entries are kept for ${plural(months, 'month', 'months')}, whether the kit is still here or not.`,
  check: 'Check again',
  checking: 'Checking every entry…',
  filter: 'Which entries',
  from: 'From (UTC date)',
  to: 'To (UTC date)',
  by: 'Person',
  anybody: 'Anybody',
  flight: 'Flight, airport or kit ID',
  flightHint: 'For example KLM511 or EHAM.',
  badPeriod: 'The period ends before it begins. Correct one of the dates.',
  oneKit: 'Entries of one kit',
  allKits: 'Show all kits',
  table: 'Entries, the latest first',
  /** What became of a kit then; whether it is here now is said beside it. */
  states: { ...states.labels, ready: 'Ready' },
  columns: { at: 'Time', flight: 'Flight', by: 'Person', what: 'What happened' },
  gone: 'no longer here',
  kit: (name: string) => `Show all entries of ${name}`,
  unnamed: 'this kit',
  document: (sha256: string) => `Document ${sha256.slice(0, 12)}…`,
  found: (shown: number, total: number) =>
    shown < total ? `${shown} of ${plural(total, 'entry', 'entries')}` : plural(total, 'entry', 'entries'),
  none: 'No entries match. Choose a longer period, or clear the filter.',
  failed: 'The record could not be read.',
  more: (count: number) => `Show ${count} earlier`,
  export: 'Export these entries',
  formats: { csv: 'CSV…', json: 'JSON…', pdf: 'PDF to print…' },
  exported: (file: string) => `The entries were saved as ${file}.`,
};
