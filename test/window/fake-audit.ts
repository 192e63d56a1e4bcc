/** The fake's audit of a kit and its activity record, with the contract's own shapes. */
import type { Kit, KitAudit, RecordEntry, RecordQuery } from '../../preload/contract.ts';
import { type Named, ok } from './fake-setup.ts';

/** A line of a kit’s history. */
export type HistoryLine = Pick<Kit, 'state'> & { at: string; what: string };

export function fakeAudit(kit: Kit, history: readonly HistoryLine[]): KitAudit {
  const sha256 = kit.document?.sha256 ?? null;
  return {
    kit_id: kit.id,
    tripkit_id: kit.tripkit_id,
    profile_id: kit.profile_id,
    profile_name: 'Demo Air (training)',
    asked_by: 'pilot',
    asked_at: kit.created_at,
    trip: kit.trip,
    state: kit.state,
    state_since: kit.state_since,
    messages: kit.messages,
    failure: kit.failure,
    document: kit.document,
    dates: kit.dates,
    entries: [
      ...history.map(({ at, state, what }, index) => ({
        at,
        kind: 'state' as const,
        state,
        by: index === 0 ? 'pilot' : null,
        what,
        document_sha256: null,
        message: null,
      })),
      ...(kit.opened_at === null
        ? []
        : [
            {
              at: kit.opened_at,
              kind: 'opened' as const,
              state: null,
              by: 'pilot',
              what: 'The document was opened.',
              document_sha256: sha256,
              message: null,
            },
          ]),
    ],
  };
}

/** What a test sees of the record, and does to it. */
export interface FakeRecord {
  /** What was asked for: the query and the format. */
  exported: unknown[];
  /** What the check finds. */
  problems: string[];
}

/** A kit that was removed: its entries are still there. */
const GONE = '00000000-0000-4000-8000-00000000dead';
const DAY_MS = 86_400_000;

/** The record of the kits that are here, of one that is gone, and of an order; 150 older entries of a colleague's. */
export function createFakeRecord(
  named: Named,
  kits: () => readonly Kit[],
  historyOf: (id: string) => readonly HistoryLine[],
  seen: FakeRecord,
) {
  const nothing = { flight: null, origin: null, destination: null, departure: null, tripkit_id: null };
  const line = (at: string, kind: RecordEntry['kind'], what: string): Omit<RecordEntry, 'seq'> => ({
    ...{ at, kind, what, state: null, by: null, kit_id: null, here: false, ...nothing },
    document_sha256: null,
  });
  const all = (): RecordEntry[] => {
    const base = Date.parse('2026-11-20T08:00:00Z');
    const time = (minutes: number) => new Date(base + minutes * 60_000).toISOString();
    const flight = { flight: 'KLM641', origin: 'EHAM', destination: 'KJFK', departure: time(300) };
    const gone = { ...flight, kit_id: GONE, by: 'pilot' };
    const lines: Omit<RecordEntry, 'seq'>[] = [
      ...Array.from({ length: 150 }, (_, n) => ({
        ...line(new Date(base - (n + 10) * DAY_MS).toISOString(), 'opened', 'The document was opened.'),
        ...{ flight: 'BAW117', origin: 'EGLL', destination: 'KJFK', kit_id: GONE, by: 'ops' },
      })),
      { ...line(time(0), 'began', 'The activity record begins.'), by: 'pilot' },
      { ...line(time(1), 'state', 'Request created.'), ...gone, state: 'requesting' },
      { ...line(time(5), 'opened', 'The document was opened.'), ...gone, document_sha256: 'ab'.repeat(32) },
      {
        ...line(time(9), 'removed', 'Removed from this laptop. By the retention policy.'),
        ...gone,
        by: null,
      },
      ...kits().flatMap((kit) =>
        historyOf(kit.id).map(({ at, state, what }) => ({
          ...line(at, 'state', what),
          ...{ state, kit_id: kit.id, here: true, tripkit_id: kit.tripkit_id },
          flight: kit.trip?.flight ?? null,
          origin: kit.trip?.origin ?? null,
          destination: kit.trip?.destination ?? null,
          departure: kit.trip?.departure ?? null,
        })),
      ),
    ];
    return lines.sort((a, b) => (a.at < b.at ? -1 : 1)).map((entry, n) => ({ ...entry, seq: n + 1 }));
  };
  const meant = ({ from, to, by, text, kit_id }: RecordQuery) =>
    all().filter((entry) => {
      const subject = [entry.flight, entry.origin, entry.destination, entry.tripkit_id]
        .join(' ')
        .toUpperCase();
      const words = (text ?? '').toUpperCase().split(' ');
      return (
        (from === null || entry.at >= from) &&
        (to === null || entry.at < to) &&
        (by === null || entry.by === by) &&
        (kit_id === null || entry.kit_id === kit_id) &&
        words.every((word) => subject.includes(word))
      );
    });
  return {
    record: named('audit.record', (query: RecordQuery, offset: number) => {
      const found = meant(query).reverse();
      const entries = found.slice(offset, offset + 100);
      return ok({ entries, total: found.length, people: ['ops', 'pilot'] });
    }),
    exportRecord: named('audit.exportRecord', (query: RecordQuery, format: string) => {
      seen.exported.push([query, format]);
      return ok<string | null>(`Activity record.${format}`);
    }),
    verify: named('audit.verify', () => {
      const checked_at = new Date().toISOString();
      const entries = all().length;
      const { problems } = seen;
      const what =
        problems.length === 0
          ? `The record is whole: ${entries} entries from 23 Jun 2026 08:00Z to 21 Nov 2026 08:00Z.`
          : `The record is not as it was written: one problem in ${entries} entries.`;
      return ok({ ok: problems.length === 0, checked_at, entries, what, problems });
    }),
  };
}
