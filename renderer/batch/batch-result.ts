/** The results of a batch: in numbers, and as the rows of a spreadsheet. Pure. */

import type { Kit, Trip } from '../../preload/contract.ts';
import { dateWords } from '../kits/airac.ts';
import { stateLabel } from '../kits/kit-words.ts';
import { batchWords } from './words.ts';

/** A kit that this batch asked for, and the row of the person's own sheet that it came from. */
export interface SentKit {
  /** Which of the tables that were pasted, from 1. */
  sheet: number;
  row: number;
  /** What its row is called: `Row 12`. */
  place: string;
  trip: Trip;
  kitId: string;
}

interface BatchTally {
  all: number;
  ready: number;
  /** Requesting, generating, downloading. */
  waiting: number;
  failed: number;
  /** Unconfirmed: a person must decide. */
  decide: number;
}

/** The batch as a whole; a kit that was removed since counts in none of the states. */
export function tally(sent: readonly SentKit[], kits: ReadonlyMap<string, Kit>): BatchTally {
  const result: BatchTally = { all: sent.length, ready: 0, waiting: 0, failed: 0, decide: 0 };
  for (const { kitId } of sent) {
    const state = kits.get(kitId)?.state;
    if (state === 'ready') result.ready += 1;
    else if (state === 'failed' || state === 'cancelled') result.failed += 1;
    else if (state === 'unconfirmed') result.decide += 1;
    else if (state) result.waiting += 1;
  }
  return result;
}

/** A header and a row for each kit. */
export function resultRows(sent: readonly SentKit[], kits: ReadonlyMap<string, Kit>): string[][] {
  const head = Object.values(batchWords.columns);
  const rows = sent.map(({ row, trip, kitId }) => {
    const kit = kits.get(kitId);
    return [
      String(row),
      trip.flight ?? '',
      [trip.origin, trip.destination, ...(trip.alternates ?? [])].join(' '),
      trip.departure ?? '',
      kit ? stateLabel(kit) : batchWords.gone,
      kit?.tripkit_id ?? '',
      kit?.created_at ?? '',
      kit?.failure?.message ?? kit?.activity ?? '',
      kit?.messages.map(({ code, message }) => `${code} ${message}`).join('; ') ?? '',
      kit?.document ? String(kit.document.bytes) : '',
      kit?.document ? String(kit.document.pages) : '',
      kit?.document?.sha256 ?? '',
      kit ? dateWords(kit).join('; ') : '',
    ].map((cell) => cell.slice(0, 10_000));
  });
  return [head, ...rows];
}
