/** Words of the activity record. */
import { plural } from '../design/words.ts';
import { stateWords } from '../kits/words.ts';

export const recordWords = {
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
  states: { ...stateWords.labels, ready: 'Ready' },
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
