import { expect, test } from 'vitest';
import { TripKitError } from '../../main/common/errors.ts';
import { type ActKind, actWords } from '../../main/kits/activity-log.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { auditColumns, auditCsv, auditJson, auditOf, openAudits } from '../../main/record/audit.ts';
import type { EventDraft, EventEntry } from '../../main/store/event-entry.ts';
import type { KitState } from '../../main/store/kit-record.ts';
import type { KitAudit } from '../../preload/contract.ts';
import { KIT_ID, liveKit, memoryFlags } from '../start/ipc-fixtures.ts';

const T = Date.parse('2026-11-21T08:00:00Z');
const document = { bytes: 10, sha256: 'f'.repeat(64), pages: 2 };
const kit = liveKit({ state: 'ready', document, created_at: T });
const event = (seconds: number, state: KitState, what: string): EventDraft => ({
  ...{ kit_id: KIT_ID, kind: 'state', at: T + seconds * 1000, who: null },
  body: { what, state },
});
const act = (seconds: number, kind: ActKind, sha256: string | null = null): EventDraft => ({
  ...{ kit_id: KIT_ID, kind, who: 'pilot', at: T + seconds * 1000 },
  body: { what: actWords[kind], ...(sha256 === null ? {} : { document_sha256: sha256 }) },
});
/** The audit of a kit whose entries are these, in the order in which they were written. */
function story(of: LiveKit, entries: readonly EventDraft[], dates: KitAudit['dates'] = []): KitAudit {
  return auditOf(of, { entries, dates, profile_name: 'Demo Air' });
}
const warning = { code: '205', type: 'Warning', message: 'Multiple matches.' };

test('who asked stands at the line of history that it led to, and openings at their time', () => {
  const acknowledged = { what: 'Read.', message: warning, document_sha256: document.sha256 };
  const audit = story(kit, [
    event(0, 'requesting', 'Request created.'),
    act(0.01, 'asked'),
    event(30, 'ready', 'Whole and verified.'),
    { at: T + 50_000, kind: 'acknowledged', kit_id: KIT_ID, who: 'captain', body: acknowledged },
    act(60, 'opened', document.sha256),
  ]);
  expect(audit.asked_by).toBe('pilot');
  expect(
    audit.entries.map(({ kind, state, by, at }) => [kind, state, by, (Date.parse(at) - T) / 1000]),
  ).toEqual([
    ['state', 'requesting', 'pilot', 0],
    ['state', 'ready', null, 30],
    ['acknowledged', null, 'captain', 50],
    ['opened', null, 'pilot', 60],
  ]);
  expect(audit.entries[2]).toMatchObject({ message: warning, document_sha256: document.sha256 });
});

test('who entered the departure stands at its line of history', () => {
  const audit = story(kit, [
    event(30, 'ready', 'Whole and verified.'),
    event(90, 'ready', 'Departure entered: EHAM to KJFK, 26 Nov 2026 10:45Z.'),
    act(90.01, 'departure_entered'),
  ]);
  expect(audit.entries.map(({ kind, by, what }) => [kind, by, what])).toEqual([
    ['state', null, 'Whole and verified.'],
    ['state', 'pilot', 'Departure entered: EHAM to KJFK, 26 Nov 2026 10:45Z.'],
  ]);
});

test('a decision goes to its own line of history, not to one of the app’s', () => {
  const audit = story(kit, [
    event(0, 'requesting', 'Request created.'),
    act(0, 'asked'),
    event(10, 'failed', 'No connection.'),
    event(100, 'requesting', 'The request is made again.'),
    act(100.005, 'retried'),
    event(101, 'requesting', 'The request is being sent.'),
  ]);
  expect(audit.entries.map(({ by }) => by)).toEqual(['pilot', null, 'pilot', null]);
});

test('a decision whose line is lost has a line of its own', () => {
  const audit = story(kit, [act(5, 'cancelled')]);
  expect(audit.entries).toMatchObject([{ kind: 'decided', by: 'pilot', what: 'Cancelled.' }]);
  expect(audit.asked_by).toBeNull();
});

test('the history keeps its own order where the clock jumped', () => {
  const audit = story(kit, [
    event(100, 'requesting', 'Request created.'),
    event(-500, 'ready', 'Whole.'),
    act(200, 'opened'),
  ]);
  expect(audit.entries.map(({ what }) => what)).toEqual([
    'Request created.',
    'Whole.',
    'The document was opened.',
  ]);
});

const dates: KitAudit['dates'] = [
  { evidence: 'request', at: '2026-11-21T08:00:00.000Z' },
  { evidence: 'document', from: '2026-11-03T08:00:00.000Z', at: '2026-11-04T08:00:00.000Z' },
];
const hostile = story(
  liveKit({
    trip: { origin: 'EHAM', destination: 'KJFK', route: '=cmd|"/c calc"!A1, DCT' },
    state: 'ready',
    document,
  }),
  [event(0, 'requesting', '+1 said\n"so"'), act(0, 'asked')],
  dates,
);

test('the CSV has one row a line, and no cell that a spreadsheet would run', () => {
  const text = auditCsv([hostile]);
  expect(text.startsWith('\ufeff')).toBe(true);
  const [head, ...rows] = text.slice(1).trimEnd().split('\r\n');
  expect(head).toBe(auditColumns.join(','));
  expect(rows).toHaveLength(1);
  expect(text).toContain(`"'=cmd|""/c calc""!A1, DCT"`);
  expect(text).toContain(`"'+1 said\n""so"""`);
  expect(text).toContain('2026-11-21T08:00:00.000Z');
  const known =
    'request 2026-11-21T08:00:00.000Z; document 2026-11-03T08:00:00.000Z/2026-11-04T08:00:00.000Z';
  expect(rows[0]).toContain(known);
});

test('the JSON says who exported it and when, with every time in ISO UTC', () => {
  const facts = { app_version: '0.1.0', exported_at: new Date(T).toISOString(), exported_by: 'ops' };
  const file = JSON.parse(auditJson([hostile], facts)) as { kits: { entries: { at: string }[] }[] };
  expect(file).toMatchObject({ exported_at: '2026-11-21T08:00:00.000Z', exported_by: 'ops' });
  expect(file.kits[0]?.entries[0]?.at).toBe('2026-11-21T08:00:00.000Z');
  expect(file.kits[0]).toMatchObject({ dates });
});

test('a kit that has gone meanwhile is left out of the file; what can’t be read is told', () => {
  const entries = [event(0, 'requesting', 'Request created.')] as EventEntry[];
  const parts = {
    events: { ofKit: () => entries },
    flags: memoryFlags(),
    profiles: () => [{ id: 'p1', name: 'Demo Air' }],
    app_version: '0.1.0',
    user: 'ops',
    now: () => T,
  };
  const gone = new TripKitError('config', 'Gone.', { condition: 'unknown_kit' });
  const get = (id: string) => {
    if (id !== KIT_ID) throw gone;
    return kit;
  };
  const book = openAudits({ ...parts, engine: { get } });
  expect(book.of(KIT_ID).profile_name).toBe('Demo Air');
  const file = JSON.parse(book.file(['other', KIT_ID], 'json')) as { kits: unknown[] };
  expect(file.kits).toHaveLength(1);
  const events = {
    ofKit: () => {
      throw new TripKitError('disk', 'The database can’t be read.');
    },
  };
  expect(() => openAudits({ ...parts, events, engine: { get } }).file([KIT_ID], 'csv')).toThrow(
    'can’t be read',
  );
});
