/**
 * Judges a run by what the service's journal and the files say; the app's own word counts only for what it told the
 * person. Pure.
 */
import type { JournalRequest } from '../demo-service/journal.ts';
import type { AskedKit, Evidence, Inspection, Row, ServiceKit } from './evidence.ts';

export const problemKinds = [
  'lost',
  'requested twice',
  'shown ready but damaged',
  'untrue reason',
  'usage rule broken',
  'database damaged',
  'too many polls',
  'too many authentications',
  'cancel undone',
  'did not start',
  'crashed',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  kind: ProblemKind;
  detail: string;
}

export interface Verdict {
  asked: number;
  ready: number;
  failed: number;
  unconfirmed: number;
  cancelled: number;
  /** get-PDF calls of the run. */
  polls: number;
  authentications: number;
  problems: Problem[];
}

/** main/kits/engine.ts: one limiter for all kits, and so many calls at once. */
const POLLS = { per_second: 20, burst: 20, at_once: 8 };
/** After a long sleep: how long is looked at, ms of the engine's clock, and how often a kit may be asked for then. */
const AFTER_SLEEP = { ms: 6_000, polls: 6 };
/** A token is good for 899 s and renewed 30 s earlier. */
const TOKEN_S = 860;

export function judge(evidence: Evidence): Verdict {
  const problems: Problem[] = [];
  const add = (kind: ProblemKind, detail: string) => problems.push({ kind, detail });
  const requests = evidence.journal.filter((entry) => entry.kind === 'request');
  const last = evidence.inspections.at(-1);
  const verdict: Verdict = {
    asked: evidence.kits.length,
    ready: 0,
    failed: 0,
    unconfirmed: 0,
    cancelled: 0,
    polls: requests.filter(({ operation }) => operation === 'pdf').length,
    authentications: requests.filter(granted).length,
    problems,
  };
  for (const kit of evidence.kits) judgeKit(kit, rowOf(last, kit), evidence, verdict);
  for (const inspection of evidence.inspections) judgeInspection(inspection, evidence, add);
  for (const { name, state, when } of evidence.stuck) {
    add('lost', `${name} stayed ${state} with nobody working on it ${when}`);
  }
  for (const { name, tripkit_id, failure } of evidence.failures) {
    const kit = evidence.kits.find((asked) => asked.name === name);
    if (kit && failureHolds(failure, tripkit_id, kit, evidence)) continue;
    add('untrue reason', `${name} failed with ${failure.kind}: ${failure.message}`);
  }
  for (const entry of evidence.journal) {
    if (entry.kind === 'violation') add('usage rule broken', `${entry.rule}: ${entry.detail}`);
  }
  judgeLives(evidence, requests, add);
  return verdict;
}

type Add = (kind: ProblemKind, detail: string) => void;

export function rowOf(
  inspection: Pick<Inspection, 'rows'> | undefined,
  kit: Pick<AskedKit, 'name' | 'by'>,
): Row | undefined {
  return inspection?.rows.find((row) => nameOf(row) === kit.name);
}

function nameOf(row: Row): string | null {
  return row.flight ?? row.tripkit_id;
}

function judgeKit(kit: AskedKit, row: Row | undefined, evidence: Evidence, verdict: Verdict): void {
  const add: Add = (kind, detail) => verdict.problems.push({ kind, detail: `${kit.name}: ${detail}` });
  const accepted = evidence.service_kits.filter(({ name }) => name === kit.name);
  if (kit.by === 'request' && accepted.length > 1 + kit.requested_again) {
    add(
      'requested twice',
      `the service has it ${accepted.length} times; requested again ${kit.requested_again} times`,
    );
  }
  if (!row) {
    add('lost', 'there is no row at the end');
    return;
  }
  if (kit.cancelled === 'confirmed' && row.state !== 'cancelled') {
    add('cancel undone', `it was cancelled, and at the end it is ${row.state}`);
  }
  switch (row.state) {
    case 'ready':
      verdict.ready += 1;
      return;
    case 'failed':
      verdict.failed += 1;
      if (!mayEndFailed(kit, row, evidence)) {
        add(
          'untrue reason',
          `nothing stood in its way at the end, and it is failed: ${row.failure?.message}`,
        );
      }
      return;
    case 'unconfirmed':
      verdict.unconfirmed += 1;
      if (!answerMayBeLost(evidence))
        add('untrue reason', 'it is unconfirmed, and no answer can have been lost');
      return;
    case 'cancelled':
      verdict.cancelled += 1;
      if (kit.cancelled === 'no') add('untrue reason', 'it is cancelled, and nobody did that');
      return;
    default:
      add('lost', `it is still ${row.state} at the end`);
  }
}

/** A kit that can't be generated; or one whose acceptance came without its id, so that nobody can follow it. */
function mayEndFailed(kit: AskedKit, row: Row, { journal }: Evidence): boolean {
  if (kit.not_covered && row.failure?.kind === 'rejected') return true;
  const withoutId = journal.some(
    (entry) => entry.kind === 'request' && entry.operation === 'request' && entry.fault === 'wrong_content',
  );
  return row.tripkit_id === null && row.failure?.kind === 'service' && withoutId;
}

function answerMayBeLost({ journal, ends, acts }: Evidence): boolean {
  const broken = journal.some(
    (entry) => entry.kind === 'request' && entry.operation === 'request' && !entry.complete,
  );
  return broken || ends > 0 || count(acts, 'network', 'cut', 'duplicate') > 0;
}

function count(acts: Evidence['acts'], ...names: string[]): number {
  return names.reduce((sum, name) => sum + (acts[name] ?? 0), 0);
}

/** Whether the journal and the acts show what the failure says. */
function failureHolds(
  failure: Evidence['failures'][number]['failure'],
  tripkit_id: string | null,
  kit: AskedKit,
  { journal, acts }: Evidence,
): boolean {
  const requests = journal.filter((entry) => entry.kind === 'request');
  // Before there is an id, requests and authentications are everybody's.
  const of = requests.filter(
    (entry) => entry.tripkit_id === tripkit_id || entry.operation === 'auth' || entry.operation === 'request',
  );
  switch (failure.kind) {
    case 'rejected':
      return kit.not_covered && of.some(({ operation, status }) => operation === 'pdf' && status === 400);
    case 'not_found':
      return of.some(({ status, fault }) => status === 404 && fault === null);
    case 'service':
      return of.some(({ status, fault }) => (status ?? 0) >= 400 || fault === 'wrong_content');
    case 'authentication':
      return of.some(({ status, fault }) => status === 401 || fault === 'code_301');
    case 'network':
      return of.some(({ complete }) => !complete) || count(acts, 'network', 'cut', 'duplicate') > 0;
    case 'document':
      return of.some(({ operation, fault }) => operation === 'storage' && fault === 'wrong_content');
    case 'disk':
      return count(acts, 'disk full', 'read only', 'folder gone') > 0;
    // Every kit is generated within a minute of the engine's clock, and profile and identity are right.
    case 'deadline':
    case 'config':
    case 'identity':
      return false;
  }
}

function judgeInspection({ when, ...inspection }: Inspection, evidence: Evidence, add: Add): void {
  if (inspection.integrity !== 'ok') add('database damaged', `${when}: ${inspection.integrity}`);
  for (const name of inspection.confirmed) {
    const known = inspection.rows.some((row) => nameOf(row) === name);
    if (!known) add('lost', `${when}: ${name} was asked for and has no row`);
  }
  if (inspection.documents === null) return;
  for (const row of inspection.rows.filter(({ state }) => state === 'ready')) {
    const found = inspection.documents[row.id];
    if (found === undefined) continue;
    const problem = documentProblem(row, found, evidence.service_kits);
    if (problem !== null) add('shown ready but damaged', `${when}: ${nameOf(row)}: ${problem}`);
  }
}

function documentProblem(row: Row, found: string | null, kits: readonly ServiceKit[]): string | null {
  if (found === null) return 'there is no document';
  if (found !== row.sha256) return 'the document is not the one that was verified';
  const kit = kits.find(({ tripkit_id }) => tripkit_id === row.tripkit_id);
  if (kit === undefined || kit.name !== nameOf(row)) return "it has another kit's tripkit_id";
  return kit.sha256.includes(found) ? null : "the document is not the service's";
}

function granted({ operation, status, fault }: JournalRequest): boolean {
  return operation === 'auth' && status === 302 && fault !== 'wrong_content' && fault !== 'parameters';
}

function judgeLives(evidence: Evidence, requests: readonly JournalRequest[], add: Add): void {
  const { lives, acts } = evidence;
  for (const [n, life] of lives.entries()) {
    if (life.crashed) add('crashed', `life ${n + 1}`);
    const disk = count(acts, 'disk full', 'read only', 'folder gone') > 0;
    if (life.not_started && !(disk && life.not_started.kind === 'disk')) {
      add('did not start', `life ${n + 1}: ${life.not_started.kind}: ${life.not_started.message}`);
    }
    const polls = requests
      .filter(({ operation, at }) => operation === 'pdf' && within(Date.parse(at), life.from, life.to))
      .map((entry) => ({ ...entry, time: Date.parse(entry.at) }));
    const burst = burstOf(polls, life.factor);
    if (burst !== null) add('too many polls', `life ${n + 1}: ${burst}`);
    for (const { at, ms } of life.leaps) {
      const after = polls.filter(({ time }) => within(time, at, at + AFTER_SLEEP.ms / life.factor));
      for (const [id, of] of Map.groupBy(after, ({ tripkit_id }) => tripkit_id)) {
        if (of.length <= AFTER_SLEEP.polls) continue;
        add('too many polls', `${id} was asked for ${of.length} times within 6 s after ${ms} ms asleep`);
      }
    }
  }
  const allowed = authenticationsAllowed(evidence, requests);
  const had = requests.filter(granted).length;
  if (had > allowed)
    add('too many authentications', `${had}, where ${allowed} tokens could have been needed`);
}

function within(time: number, from: number, to: number): boolean {
  return time >= from && time <= to;
}

/** The first stretch in which more polls came than the limiter lets through; a renewed token repeats one call. */
function burstOf(polls: readonly { time: number; status: number | null }[], factor: number): string | null {
  for (const [i, first] of polls.entries()) {
    let refused = 0;
    for (let j = i; j < polls.length; j += 1) {
      const poll = polls[j];
      if (!poll) break;
      const ms = poll.time - first.time;
      const limit = POLLS.burst + POLLS.at_once + ((POLLS.per_second * factor) / 1000) * (ms + 2);
      if (j - i + 1 - refused > limit) return `${j - i + 1} in ${ms} ms`;
      if (poll.status === 401 || poll.status === 404) refused += 1;
    }
  }
  return null;
}

/** One a life of the process; one more for each refusal, long sleep, winding of the clock, life of a token, break on the way. */
function authenticationsAllowed({ lives, acts }: Evidence, requests: readonly JournalRequest[]): number {
  const refusals = requests.filter(
    ({ operation, status, fault }) =>
      (operation === 'pdf' || operation === 'request') &&
      fault !== null &&
      (status === 401 || fault === 'code_301'),
  ).length;
  const aged = lives.reduce(
    (sum, { from, to, factor }) => sum + Math.floor(((to - from) * factor) / 1000 / TOKEN_S),
    0,
  );
  const leaps = lives.reduce((sum, life) => sum + life.leaps.length, 0);
  const broken = requests.filter((entry) => granted(entry) && !entry.complete).length;
  return (
    lives.length +
    refusals +
    aged +
    leaps +
    broken +
    count(acts, 'tokens expire', 'come due', 'network', 'cut')
  );
}
