/** A judge that finds nothing wrong proves nothing: each verdict is provoked here once. */
import { describe, expect, it } from 'vitest';
import type { JournalEntry, JournalRequest } from '../demo-service/journal.ts';
import type { Evidence, Row } from './evidence.ts';
import { judge } from './judge.ts';

const began = Date.UTC(2026, 10, 21, 12);
const at = (ms: number) => new Date(began + ms).toISOString();

function request(
  operation: JournalRequest['operation'],
  change: Partial<JournalRequest> = {},
): JournalRequest {
  const server = operation === 'auth' || operation === 'storage' ? operation : 'api';
  return {
    kind: 'request',
    n: 0,
    at: at(10),
    server,
    operation,
    method: 'GET',
    path: '/',
    status: 200,
    complete: true,
    tripkit_id: operation === 'auth' ? null : 'T1',
    range: null,
    bytes: 0,
    fault: null,
    connection: 1,
    user_agent: 'demoair-tripkit/1.0',
    ...change,
  };
}

function row(change: Partial<Row> = {}): Row {
  return { id: 'k1', state: 'ready', tripkit_id: 'T1', flight: 'F1', failure: null, sha256: 'aa', ...change };
}

/** One kit that was asked for and is ready, in one life that was killed. */
function evidence(change: Partial<Evidence> = {}, last: Row[] = [row()]): Evidence {
  return {
    kits: [{ name: 'F1', by: 'request', not_covered: false, requested_again: 0, cancelled: 'no' }],
    service_kits: [{ tripkit_id: 'T1', name: 'F1', sha256: ['aa', 'bb'] }],
    journal: [request('auth', { status: 302 }), request('request', { status: 202 }), request('pdf')],
    lives: [
      {
        from: began,
        to: began + 1_000,
        factor: 40,
        leaps: [],
        not_started: null,
        crashed: false,
        end: 'SIGKILL',
      },
    ],
    ends: 0,
    acts: {},
    failures: [],
    inspections: [
      { when: 'at the end', integrity: 'ok', rows: last, documents: { k1: 'aa' }, confirmed: ['F1'] },
    ],
    stuck: [],
    ...change,
  };
}

const kinds = (of: Evidence) => judge(of).problems.map(({ kind }) => kind);
const failure = (kind: 'network' | 'service' | 'deadline' | 'disk' | 'rejected' | 'document') => ({
  kind,
  message: 'It went wrong. Try again.',
});

describe('the judge of the campaign', () => {
  it('finds nothing wrong with a kit that is ready with the document of the service', () => {
    expect(judge(evidence())).toMatchObject({
      asked: 1,
      ready: 1,
      polls: 1,
      authentications: 1,
      problems: [],
    });
  });

  it('sees a kit that was lost, at the end or in between, and one that nobody works on', () => {
    expect(kinds(evidence({}, []))).toEqual(['lost', 'lost']);
    expect(kinds(evidence({}, [row({ state: 'generating', sha256: null })]))).toEqual(['lost']);
    expect(kinds(evidence({ stuck: [{ name: 'F1', state: 'downloading', when: 'in life 1' }] }))).toEqual([
      'lost',
    ]);
  });

  it('sees a kit that the service has twice, unless a person had it requested again', () => {
    const service_kits = [
      { tripkit_id: 'T1', name: 'F1', sha256: ['aa'] },
      { tripkit_id: 'T2', name: 'F1', sha256: ['cc'] },
    ];
    expect(kinds(evidence({ service_kits }))).toEqual(['requested twice']);
    const again = evidence().kits.map((kit) => ({ ...kit, requested_again: 1 }));
    expect(kinds(evidence({ service_kits, kits: again }))).toEqual([]);
  });

  it('sees a document that is gone, altered, of another kit, or not what the service gave', () => {
    const inspected = (documents: Record<string, string | null>, last = row()) =>
      evidence({
        inspections: [{ when: '', integrity: 'ok', rows: [last], documents, confirmed: [] }],
      });
    expect(kinds(inspected({ k1: null }))).toEqual(['shown ready but damaged']);
    expect(kinds(inspected({ k1: 'xx' }))).toEqual(['shown ready but damaged']);
    expect(kinds(inspected({ k1: 'xx' }, row({ sha256: 'xx' })))).toEqual(['shown ready but damaged']);
    expect(kinds(inspected({ k1: 'aa' }, row({ tripkit_id: 'T9' })))).toEqual(['shown ready but damaged']);
    expect(kinds(inspected({ k1: 'bb' }, row({ sha256: 'bb' })))).toEqual([]);
  });

  it('believes no reason that the journal does not show', () => {
    const failed = (kind: Parameters<typeof failure>[0], change: Partial<Evidence> = {}) =>
      kinds(evidence({ failures: [{ name: 'F1', tripkit_id: 'T1', failure: failure(kind) }], ...change }));
    for (const kind of ['network', 'service', 'deadline', 'disk', 'rejected', 'document'] as const) {
      expect(failed(kind), kind).toEqual(['untrue reason']);
    }
    expect(failed('network', { journal: [request('pdf', { complete: false })] })).toEqual([]);
    expect(failed('service', { journal: [request('pdf', { status: 503 })] })).toEqual([]);
    expect(failed('service', { journal: [request('pdf', { status: 503, tripkit_id: 'T2' })] })).toEqual([
      'untrue reason',
    ]);
    expect(failed('disk', { acts: { 'disk full': 1 } })).toEqual([]);
    expect(failed('document', { journal: [request('storage', { fault: 'wrong_content' })] })).toEqual([]);
  });

  it('lets a kit end unconfirmed only where an answer can have been lost, and cancelled only by a person', () => {
    const unconfirmed = [row({ state: 'unconfirmed', tripkit_id: null, sha256: null })];
    expect(kinds(evidence({}, unconfirmed))).toEqual(['untrue reason']);
    expect(kinds(evidence({ ends: 1 }, unconfirmed))).toEqual([]);
    expect(kinds(evidence({}, [row({ state: 'cancelled', sha256: null })]))).toEqual(['untrue reason']);
    const kits = evidence().kits.map((kit) => ({ ...kit, cancelled: 'confirmed' as const }));
    expect(kinds(evidence({ kits }))).toEqual(['cancel undone']);
  });

  it('lets nothing end failed once nothing stands in its way, but for what can’t be generated', () => {
    const end = [row({ state: 'failed', sha256: null, failure: failure('rejected') })];
    expect(kinds(evidence({}, end))).toEqual(['untrue reason']);
    const kits = evidence().kits.map((kit) => ({ ...kit, not_covered: true }));
    expect(kinds(evidence({ kits }, end))).toEqual([]);
  });

  it('sees a damaged database, a start that failed and a crash', () => {
    const [life] = evidence().lives;
    const [inspection] = evidence().inspections;
    if (!life || !inspection) throw new Error('no evidence');
    expect(kinds(evidence({ inspections: [{ ...inspection, integrity: 'row 1 missing' }] }))).toEqual([
      'database damaged',
    ]);
    const not_started = { kind: 'disk', message: 'There is no space left.' };
    expect(kinds(evidence({ lives: [{ ...life, not_started }] }))).toEqual(['did not start']);
    expect(kinds(evidence({ lives: [{ ...life, not_started }], acts: { 'disk full': 1 } }))).toEqual([]);
    expect(kinds(evidence({ lives: [{ ...life, crashed: true }] }))).toEqual(['crashed']);
  });

  it('counts polls against the limiter, and those after a sleep', () => {
    const polls = (every_ms: number) => [
      ...evidence().journal,
      ...Array.from({ length: 60 }, (_, n) => request('pdf', { at: at(n * every_ms), tripkit_id: `T${n}` })),
    ];
    const [life] = evidence().lives;
    if (!life) throw new Error('no life');
    const lives = [{ ...life, factor: 4 }];
    expect(kinds(evidence({ lives, journal: polls(13) }))).toEqual([]);
    expect(kinds(evidence({ lives, journal: polls(2) }))).toEqual(['too many polls']);
    const asleep = [{ ...life, leaps: [{ at: began + 100, ms: 3_600_000 }] }];
    const journal = [
      ...evidence().journal,
      ...Array.from({ length: 10 }, (_, n) => request('pdf', { at: at(101 + n * 10) })),
    ];
    expect(kinds(evidence({ lives: asleep, journal }))).toEqual(['too many polls']);
  });

  it('counts authentications against what could have been needed', () => {
    const twice = [...evidence().journal, request('auth', { status: 302 })];
    expect(kinds(evidence({ journal: twice }))).toEqual(['too many authentications']);
    for (const act of ['tokens expire', 'come due'])
      expect(kinds(evidence({ journal: twice, acts: { [act]: 1 } }))).toEqual([]);
    const refused = [...twice, request('pdf', { status: 401, fault: 'expire' })];
    expect(kinds(evidence({ journal: refused }))).toEqual([]);
  });

  it('reports every usage rule that was broken', () => {
    const broken: JournalEntry = {
      kind: 'violation',
      n: 9,
      at: at(20),
      server: 'api',
      operation: 'pdf',
      method: 'GET',
      path: '/',
      status: 400,
      tripkit_id: 'T1',
      rule: 'too_early',
      detail: 'Asked too early.',
    };
    const journal = [...evidence().journal, broken];
    expect(kinds(evidence({ journal }))).toEqual(['usage rule broken']);
  });
});
