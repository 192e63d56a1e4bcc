/** The activity record for people: search by period, person and flight; export; check of its chain. */

import type { RecordEntry } from '../../preload/contract.ts';
import { utc } from '../common/clock.ts';
import { csvText } from '../common/csv.ts';
import { utcMinute } from '../common/text.ts';
import type { AppContext, RecordNotes } from '../host/host.ts';
import type { ChainProblem, ChainReport } from '../store/event-chain.ts';
import type { EventEntry } from '../store/event-entry.ts';
import type { EventLog, EventQuery } from '../store/event-log.ts';
import { REPORT_WIDTH, writeReport } from './report.ts';
import { recordKindWords } from './rules/record-kinds.ts';

interface RecordDeps extends Pick<AppContext, 'now' | 'user'> {
  events: Pick<EventLog, 'find' | 'count' | 'people' | 'anchor' | 'verify'>;
  notes: RecordNotes;
  kits: { get(id: string): unknown };
  /** Names of the profiles that can be read. */
  profiles(): readonly { name: string }[];
  app_version: string;
  signal: AbortSignal;
}

export type ActivityRecord = ReturnType<typeof openRecord>;

const PAGE = 100;

/** Every call @throws TripKitError of kind `disk`. */
export function openRecord(deps: RecordDeps) {
  const { events, notes, kits, now, user, signal } = deps;
  const verify = async () => checkOf(await events.verify(signal), now());
  return {
    /** 100 entries from `offset` on, latest first. */
    page(query: EventQuery, offset: number) {
      const entries = events.find(query, { limit: PAGE, offset });
      const line = (entry: EventEntry) =>
        lineOf(entry, entry.kit_id !== null && kits.get(entry.kit_id) !== undefined);
      return { entries: entries.map(line), total: events.count(query), people: events.people() };
    },
    verify,
    /** The bytes of a file with all entries that match the query, in the order of writing. */
    async file(query: EventQuery, format: 'csv' | 'json' | 'pdf'): Promise<Buffer> {
      const check = await verify();
      const entries = events.find(query, null);
      const facts: ExportFacts = {
        app_version: deps.app_version,
        exported_at: utc(now()),
        exported_by: user,
        period: periodOf(query),
        filter: filterOf(query),
        verification: check,
      };
      if (format === 'csv') return Buffer.from(recordCsv(entries));
      if (format === 'json') return Buffer.from(recordJson(entries, facts, events.anchor()));
      return recordPdf(
        entries,
        facts,
        deps.profiles().map(({ name }) => name),
        now(),
      );
    },
    /** Records that a file with these entries was written. */
    exported(query: EventQuery, format: string): void {
      notes.note(
        'exported',
        `The activity record was exported as ${format.toUpperCase()}: ${periodOf(query)}.`,
      );
    },
  };
}

/** Whether the record is intact, in words. @param at when it was checked, ms since 1970 UTC */
export function checkOf(report: ChainReport, at: number) {
  const { entries, from, to, problems, problem_count } = report;
  const counted = `${new Intl.NumberFormat('en-US').format(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
  const span = from === null || to === null ? '' : ` from ${utcMinute(from)} to ${utcMinute(to)}`;
  const what =
    problem_count === 0
      ? `The record is whole: ${counted}${span}.`
      : `The record is not as it was written: ${problem_count === 1 ? 'one problem' : `${problem_count} problems`} in ${counted}${span}.`;
  return {
    ok: problem_count === 0,
    checked_at: utc(at),
    entries,
    what,
    problems: problems.map(problemWords),
  };
}

/** A problem and its place, in words. */
export function problemWords({ kind, seq, to, at, subject }: ChainProblem): string {
  const flight = subject === '' ? '' : ` (${subject})`;
  const when = at === null ? '' : ` of ${utcMinute(at)}`;
  const entry = `Entry ${seq}${when}${flight}`;
  switch (kind) {
    case 'altered':
      return `${entry} is not as it was written.`;
    case 'rewritten':
      return `${entry} is not the entry that was written there.`;
    case 'missing': {
      const which = to === seq ? `Entry ${seq} is` : `Entries ${seq} to ${to} are`;
      return `${which} missing${at === null ? '' : ` after the one${when}${flight}`}.`;
    }
    case 'beginning':
      return `The record does not begin where entries went by their time (entry ${seq}).`;
    case 'end':
      return `Nothing confirms that ${entry} is the last one: audit-head.json is missing.`;
    case 'noted':
      return `${entry} says that the end of the record had been altered.`;
  }
}

function lineOf({ seq, at, kind, who, body, kit_id }: EventEntry, here: boolean): RecordEntry {
  const { flight = null, origin = null, destination = null, departure = null } = body.kit ?? {};
  return {
    seq,
    at: isoOf(at),
    kind,
    state: body.state ?? null,
    by: who,
    what: body.what,
    kit_id,
    here,
    ...{ flight, origin, destination, departure },
    tripkit_id: body.kit?.tripkit_id ?? null,
    document_sha256: body.document?.sha256 ?? body.document_sha256 ?? null,
  };
}

/** The file may have been altered: an invalid time is shown as 1970. */
function isoOf(ms: number): string {
  return utc(Math.abs(ms) <= 8.64e15 && ms >= 0 && ms < 253_402_300_800_000 ? ms : 0);
}

interface ExportFacts {
  app_version: string;
  exported_at: string;
  exported_by: string;
  period: string;
  filter: string;
  verification: ReturnType<typeof checkOf>;
}

/** `1 Nov 2026 00:00Z to 22 Nov 2026 00:00Z`; the end is exclusive. */
function periodOf({ from, to }: EventQuery): string {
  if (from === null && to === null) return 'the whole record';
  const [begin, end] = [from, to].map((ms) => (ms === null ? null : utcMinute(ms)));
  if (begin === null) return `until ${end}`;
  return end === null ? `from ${begin}` : `from ${begin} to ${end}`;
}

function filterOf({ who, text, kit_id }: EventQuery): string {
  const parts = [
    who === null ? '' : `by ${who}`,
    text === null ? '' : `flight “${text}”`,
    kit_id === null ? '' : `kit ${kit_id}`,
  ];
  return parts.filter(Boolean).join(', ') || 'none';
}

/** The CSV's columns, in order, and what each has in the row of an entry. */
const columns: Readonly<Record<string, (entry: EventEntry) => string | number | null | undefined>> = {
  entry: ({ seq }) => seq,
  at_utc: ({ at }) => isoOf(at),
  recorded_utc: ({ written_at }) => isoOf(written_at),
  kind: ({ kind }) => kind,
  state: ({ body }) => body.state,
  by: ({ who }) => who,
  flight: ({ body }) => body.kit?.flight,
  origin: ({ body }) => body.kit?.origin,
  destination: ({ body }) => body.kit?.destination,
  departure_utc: ({ body }) => body.kit?.departure,
  tripkit_id: ({ body }) => body.kit?.tripkit_id,
  profile: ({ body }) => body.kit?.profile,
  what: ({ body }) => body.what,
  reason: ({ body }) => body.reason,
  message_code: ({ body }) => body.message?.code,
  message_type: ({ body }) => body.message?.type,
  message: ({ body }) => body.message?.message,
  document_sha256: ({ body }) => body.document?.sha256 ?? body.document_sha256,
  document_bytes: ({ body }) => body.document?.bytes,
  document_pages: ({ body }) => body.document?.pages,
  sent_alternates: ({ body }) => body.trip?.alternates?.join(' '),
  sent_route: ({ body }) => body.trip?.route,
  kit_id: ({ kit_id }) => kit_id,
  previous_hash: ({ prev }) => prev,
  hash: ({ hash }) => hash,
};
export const recordColumns = Object.keys(columns);

function recordCsv(entries: readonly EventEntry[]): string {
  const row = (entry: EventEntry) => Object.values(columns).map((value) => String(value(entry) ?? ''));
  return csvText([recordColumns, ...entries.map(row)]);
}

/** One JSON document, indented by two spaces. `canonical` is the text whose SHA-256 is `hash`. */
function recordJson(
  entries: readonly EventEntry[],
  facts: ExportFacts,
  anchor: { seq: number; hash: string } | null,
): string {
  const shown = entries.map(({ seq, at, written_at, kind, kit_id, who, body, prev, hash, canonical }) => ({
    seq,
    at: isoOf(at),
    recorded_at: isoOf(written_at),
    kind,
    by: who,
    kit_id,
    ...body,
    previous_hash: prev,
    hash,
    canonical,
  }));
  return `${JSON.stringify({ ...facts, expired_until: anchor, entries: shown }, null, 2)}\n`;
}

const reportColumns = [
  { title: 'Entry', width: 34 },
  { title: 'Time (UTC)', width: 94 },
  { title: 'Flight', width: 108 },
  { title: 'By', width: 70 },
  { title: 'What', width: 70 },
  { title: 'Details', width: REPORT_WIDTH - 376 },
];

/** A PDF for printing. */
async function recordPdf(
  entries: readonly EventEntry[],
  facts: ExportFacts,
  profiles: readonly string[],
  created: number,
): Promise<Buffer> {
  const { verification, exported_by, exported_at, app_version, period, filter } = facts;
  const exported = `${utcMinute(Date.parse(exported_at))} by ${exported_by}, Trip Kit Desktop ${app_version}`;
  const found = [verification.what, ...verification.problems].join(' ');
  const last = entries.at(-1);
  return writeReport({
    title: 'Activity record of trip kits',
    facts: [
      ['Profiles', profiles.join(', ') || 'none'],
      ['Period', period],
      ['Filter', filter],
      ['Entries', String(entries.length)],
      ['Exported', exported],
      ['Verification', found],
      ...(last ? ([['Last entry', `${last.seq}, SHA-256 ${last.hash}`]] as const) : []),
    ],
    columns: reportColumns,
    rows: entries.map((entry) => {
      const { kit = {}, document, message, document_sha256 } = entry.body;
      const route = kit.origin && kit.destination ? `${kit.origin}-${kit.destination}` : '';
      const departs = kit.departure ? utcMinute(Date.parse(kit.departure)) : '';
      const sha256 = document?.sha256 ?? document_sha256;
      const details = [
        entry.body.what,
        message ? `“${message.message}”` : '',
        document ? `${document.bytes} bytes, ${document.pages} pages.` : '',
        sha256 ? `SHA-256 ${sha256}` : '',
      ];
      return [
        String(entry.seq),
        utcSecond(entry.at),
        [kit.flight, route, departs, kit.flight || route ? '' : kit.tripkit_id].filter(Boolean).join(' '),
        entry.who ?? '',
        recordKindWords[entry.kind],
        details.filter(Boolean).join(' '),
      ];
    }),
    foot: `Activity record, exported ${exported}. Letters that the font lacks stand as their numbers, <U+...>; CSV and JSON have them.`,
    created,
  });
}

function utcSecond(ms: number): string {
  const iso = isoOf(ms);
  return `${utcMinute(Date.parse(iso)).slice(0, -1)}:${iso.slice(17, 19)}Z`;
}
