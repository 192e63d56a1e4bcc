import { describe, expect, it, test } from 'vitest';
import type { Kit, Notice, Soundness } from '../../preload/contract.ts';
import { wayToSoundCopy } from '../../renderer/kits/soundness-words.ts';
import { type Readiness, readiness } from '../../renderer/ready/readiness.ts';
import type { ReadyFacts } from '../../renderer/ready/ready-flights.ts';
import { verifiedAt } from '../kits.ts';
import {
  aShelf,
  factsOf,
  HOUR,
  iso,
  kitIn,
  kitWithout,
  NOW,
  plannedFor,
  SHA256,
  soundNow,
  usableUntil,
} from './facts.ts';

const of = (kits: readonly Kit[], more: Partial<ReadyFacts> = {}) => readiness(factsOf(kits, more), NOW);
/** What was found of the first flight, by check. */
const says = ({ flights }: Readiness) =>
  Object.fromEntries((flights[0]?.checks ?? []).map(({ name, says }) => [name, says]));
const laptop = ({ laptop }: Readiness) => Object.fromEntries(laptop.map(({ name, says }) => [name, says]));

describe('the flights that are looked at', () => {
  it('are all of the window, whatever their number', () => {
    const five = [2, 4, 6, 8].map((hours) => kitIn(hours));
    expect(of(five).state).toBe('ok');
    const failed = of([...five, kitWithout(10, 'failed')]);
    expect(failed.state).toBe('bad');
    expect(failed.flights.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'bad']);
  });

  it('are those of as many hours as the setting says, to the millisecond', () => {
    const edge = kitWithout(12, 'failed');
    expect(of([edge], { hours: 12 }).flights).toHaveLength(1);
    expect(of([edge], { hours: 11 }).flights).toHaveLength(0);
    const after = kitWithout(12, 'failed', { trip: { ...trip(12), departure: iso(NOW + 12 * HOUR + 1) } });
    expect(of([after], { hours: 12 }).state).toBe('ok');
  });

  it('count until an hour after departure, and are shown apart for a day', () => {
    const late = of([kitWithout(-0.9, 'failed')]);
    expect(late).toMatchObject({ state: 'bad', past: [] });
    const left = of([kitWithout(-1, 'failed'), kitWithout(-23, 'failed'), kitWithout(-24, 'failed')]);
    expect(left).toMatchObject({ state: 'ok', flights: [] });
    expect(left.past).toHaveLength(2);
  });

  it('are not ready by a kit that the desk has withdrawn, however sound its document is', () => {
    const shelf = { name: 'Demo Air', put_at: iso(NOW - 2) };
    const recalled = { at: iso(NOW - 1), why: 'Wrong aircraft.' };
    const withdrawn = of([kitIn(2, { shelf: { ...shelf, recalled } })]);
    expect([withdrawn.state, says(withdrawn)]).toMatchObject([
      'bad',
      { withdrawn: 'recalled', verified: 'sound' },
    ]);
    // The older kit of the flight, which it supersedes no more, makes it no better.
    const newer = kitIn(2, { shelf: { ...shelf, recalled } });
    const older = kitIn(2, { trip: newer.trip, created_at: iso(NOW - 2 * HOUR) });
    const both = of([older, newer]);
    expect([both.state, says(both).withdrawn]).toEqual(['bad', 'recalled']);
  });

  it('are amber by a kit of a shelf that was not heard of for longer than its profile allows, or not renewed', () => {
    const kit = kitIn(2, { shelf: { name: 'Demo Air', put_at: iso(NOW - 50 * HOUR), recalled: null } });
    const heard = (ms: number | null) => of([kit], { shelves: [aShelf(ms === null ? null : iso(ms))] });
    expect(heard(NOW - 24 * HOUR)).toMatchObject({ state: 'ok', flights: [{ checks: expect.anything() }] });
    expect(says(heard(NOW - 24 * HOUR))).toMatchObject({ shelf: 'heard' });
    // A clock that was set back proves nothing.
    for (const at of [NOW - 24 * HOUR - 1, NOW + 24 * HOUR + 1, null])
      expect([heard(at).state, says(heard(at)).shelf]).toEqual(['warn', 'unheard']);
    const renewed = (ms: number) =>
      of([kit], { shelves: [{ ...aShelf(iso(NOW - HOUR)), valid_until: iso(NOW + ms) }] });
    expect([1, -1].map((ms) => says(renewed(ms)).shelf)).toEqual(['heard', 'overdue']);
    expect(renewed(-1).state).toBe('warn');
    expect(says(of([kit], { shelves: [] })).shelf).toBe('gone');
    const unread = of([kit], { shelves: null });
    expect([unread.state, says(unread).shelf]).toEqual(['wait', 'loading']);
  });

  it('need no certificate for kits that come from a shelf', () => {
    const shelf = { name: 'Demo Air', put_at: iso(NOW - 2), recalled: null };
    const coming = (more: Partial<Kit>) =>
      of([kitWithout(2, 'downloading', more)], { identities: new Map([['demo', { state: 'none' }]]) });
    expect(laptop(coming({}))).toMatchObject({ identity: 'none' });
    expect(laptop(coming({ shelf }))).toMatchObject({ identity: 'not_needed' });
  });

  it('are told by their newest kit that was not cancelled', () => {
    const at = { trip: trip(2) };
    const sound = kitIn(2, at);
    const newer = (state: Kit['state']) => kitWithout(2, state, { ...at, created_at: iso(NOW - 1) });
    expect(of([sound, newer('cancelled')]).state).toBe('ok');
    expect(says(of([sound, newer('failed')]))).toMatchObject({ newer: 'failed', verified: 'sound' });
    expect(of([sound, newer('failed')]).state).toBe('warn');
    expect(of([sound, newer('unconfirmed')]).state).toBe('warn');
    expect(of([sound, newer('generating')]).state).toBe('wait');
    expect(of([newer('failed'), newer('generating')]).flights).toHaveLength(1);
    expect(of([newer('cancelled')])).toMatchObject({
      state: 'warn',
      flights: [{ checks: [{ says: 'cancelled' }] }],
    });
  });

  it('leave out kits that a newer one here replaces, and no others', () => {
    const at = { trip: trip(2) };
    const newer = kitIn(2, at);
    const old = kitWithout(2, 'failed', { ...at, created_at: iso(NOW - 9 * HOUR), superseded_by: newer.id });
    expect(of([newer, old])).toMatchObject({ state: 'ok', flights: [{ kits: [{ id: newer.id }] }] });
    expect(of([old]).state).toBe('bad');
  });

  it('are those of tracked kits too, where the request for the same kit says when it departs', () => {
    const requested = kitWithout(2, 'failed', { tripkit_id: 'X' });
    const tracked = kitIn(0, { trip: null, tripkit_id: 'X', created_at: iso(NOW - 1), dates: [] });
    const both = of([tracked, { ...requested, superseded_by: tracked.id }]);
    expect(both).toMatchObject({
      unknown: [],
      flights: [{ departs: NOW + 2 * HOUR, kit: { id: tracked.id } }],
    });
    expect(says(both).cycle).toBe('unknown');
  });
});

function trip(hours: number) {
  return { origin: 'EHAM', destination: 'KJFK', flight: 'KLM1', departure: iso(NOW + hours * HOUR) };
}

describe('kits without a departure', () => {
  const loose = (state: Kit['state'], more: Partial<Kit> = {}) =>
    (state === 'ready' ? kitIn : (hours: number, all: Partial<Kit>) => kitWithout(hours, state, all))(0, {
      trip: null,
      ...more,
    });
  const DAYS = 24 * HOUR;

  it('are told as not checked: green is not said while there is one', () => {
    for (const state of [
      'ready',
      'failed',
      'unconfirmed',
      'generating',
      'requesting',
      'downloading',
    ] as const) {
      const found = of([kitIn(2), loose(state)]);
      expect(found, state).toMatchObject({ state: 'warn', flights: [{}], unknown: [{ kit: { state } }] });
    }
    const unreadable = kitWithout(0, 'failed', { trip: { ...trip(0), departure: 'tonight' } });
    expect(of([unreadable]).unknown).toHaveLength(1);
  });

  it('are amber until they are opened, for seven days; those on their way always', () => {
    const old = { state_since: iso(NOW - 7 * DAYS) };
    const young = { state_since: iso(NOW - 7 * DAYS + 1) };
    const states = (kit: Kit) =>
      of([kit], { checks: new Map([soundNow(kit)]) }).unknown.map(({ state }) => state);
    expect(states(loose('cancelled'))).toEqual([]);
    expect(states(loose('failed', old))).toEqual([]);
    expect(states(loose('failed', young))).toEqual(['warn']);
    expect(states(loose('generating', old))).toEqual(['warn']);
    expect(states(loose('ready', young))).toEqual(['warn']);
    // Opened, but another document has come since.
    expect(states(loose('ready', { opened_at: iso(NOW - DAYS), state_since: iso(NOW - HOUR) }))).toEqual([
      'warn',
    ]);
    // Still named, and its file is checked.
    const opened = { ...young, opened_at: iso(NOW - DAYS) };
    expect(states(loose('ready', old))).toEqual(['ok']);
    expect(states(loose('ready', opened))).toEqual(['ok']);
  });

  it('are never green unless their file is as it was verified, opened or not', () => {
    const opened = loose('ready', { state_since: iso(NOW - DAYS), opened_at: iso(NOW - HOUR) });
    const damaged = { ...opened, soundness: { ...verifiedAt(iso(NOW)), state: 'damaged' as const } };
    expect(of([opened], { checks: new Map([soundNow(opened)]) }).state).toBe('ok');
    expect(of([opened], { checks: new Map() }).state).toBe('wait');
    expect(of([damaged], { checks: new Map([soundNow(damaged)]) })).toMatchObject({
      state: 'bad',
      unknown: [{ check: { says: 'damaged' } }],
    });
  });
});

describe('a document', () => {
  const kit = kitIn(2);
  const found = (soundness: Partial<Soundness>, checks: ReadyFacts['checks'] = new Map([soundNow(kit)])) => {
    const result = of([{ ...kit, soundness: { ...verifiedAt(iso(NOW)), ...soundness } }], { checks });
    return [result.state, says(result).verified];
  };

  it('is sound where the main process says so, by a look that is not older than it was asked for', () => {
    const old = iso(NOW - HOUR);
    const asked = (answer: { ok: boolean; at: number; what: string } | { failure: string } | null) =>
      new Map([[kit.id, { sha256: SHA256, asked_at: NOW - 1_000, answer }]]);
    expect(found({ at: old }, new Map())).toEqual(['wait', 'checking']);
    expect(found({}, new Map())).toEqual(['wait', 'checking']);
    expect(found({ at: old }, asked(null))).toEqual(['wait', 'checking']);
    expect(found({}, asked(null))).toEqual(['ok', 'sound']);
    expect(found({ at: old }, asked({ ok: true, at: NOW, what: '' }))).toEqual(['ok', 'sound']);
    expect(found({ at: old }, asked({ failure: 'Slow.' }))).toEqual(['bad', 'unchecked']);
    expect(found({ at: old }, asked({ ok: false, at: NOW, what: '' }))).toEqual(['bad', 'damaged']);
    expect(found({ state: 'checking' })).toEqual(['wait', 'checking']);
    expect(found({ state: 'unchecked' })).toEqual(['bad', 'unchecked']);
    expect(found({ state: 'damaged' })).toEqual(['bad', 'damaged']);
    const other = new Map([[kit.id, { ...soundNow(kit)[1], sha256: 'b'.repeat(64) }]]);
    expect(found({}, other)).toEqual(['wait', 'checking']);
  });

  it('is not sound for ever: after ten minutes it is checked again', () => {
    const facts = factsOf([kit]);
    expect(readiness(facts, NOW + 10 * 60_000).state).toBe('ok');
    expect(readiness(facts, NOW + 10 * 60_000 + 1).state).toBe('wait');
    // The clock was set back.
    expect(readiness(facts, NOW - 11 * 60_000).state).toBe('wait');
  });

  it('counts as its seal does', () => {
    expect(found({ seal: 'broken' })).toEqual(['bad', 'damaged']);
    expect(found({ seal: 'missing' })).toEqual(['warn', 'not_sealed']);
    expect(found({ seal: 'not_checked' })).toEqual(['ok', 'seal_not_checked']);
  });

  it('is told in the words of the main process where it is damaged', () => {
    const damaged = { ...verifiedAt(iso(NOW)), state: 'damaged' as const, what: 'Do not fly by it.' };
    const [flight] = of([{ ...kit, soundness: damaged }]).flights;
    expect(flight?.checks.find(({ name }) => name === 'verified')?.text).toBe('Do not fly by it.');
  });

  it('that waits for a server says what for and until when, and never that it is on its way', () => {
    const wait = { reason: 'trouble' as const, since: iso(NOW), until: iso(NOW + 90_000), may_try: true };
    const waits = { state: 'downloading' as const, activity: 'The storage is not available.', wait };
    const damaged = { soundness: { ...verifiedAt(iso(NOW)), state: 'damaged' as const } };
    const said = (kit: Kit) => of([kit]).flights[0]?.checks.find(({ name }) => name === 'document')?.text;
    const sentence = 'The storage is not available. Next try 08:01Z.';
    expect(said(kitIn(2, { ...waits, ...damaged }))).toBe(sentence);
    expect(said(kitWithout(2, 'downloading', waits))).toBe(sentence);
    expect(wayToSoundCopy(kitIn(2, { ...waits, ...damaged }))).toBe('tryNow');
    expect(wayToSoundCopy(kitIn(2, { ...waits, ...damaged, wait: null }))).toBeNull();
    expect(wayToSoundCopy(kitIn(2, { ...damaged, state: 'failed' }))).toBe('retry');
    expect(wayToSoundCopy(kitIn(2, { ...damaged, state: 'failed', tripkit_id: null }))).toBe('renew');
  });

  it('that is damaged, and whose sound copy is on its way, is readable and not right', () => {
    const damaged = { ...verifiedAt(iso(NOW)), state: 'damaged' as const };
    const result = of([{ ...kit, state: 'downloading', soundness: damaged }]);
    expect(result).toMatchObject({ state: 'bad', flights: [{ kit: { id: kit.id } }] });
    expect(says(result)).toMatchObject({ document: 'again_coming', verified: 'damaged' });
  });

  it('has its messages read, and was requested in the cycle of its departure', () => {
    expect(of([kitIn(2, { acknowledged: false })]).state).toBe('bad');
    expect(of([kitIn(2, { dates: [] })]).state).toBe('warn');
    const change = Date.parse('2026-11-26T00:00:00Z');
    const facts = (now: number) => {
      const early = kitIn(0, {
        trip: { ...trip(0), departure: iso(change + HOUR) },
        created_at: iso(change - 24 * HOUR),
        soundness: verifiedAt(iso(now)),
      });
      const answer = { ok: true, at: now, what: '' };
      const checks = new Map([[early.id, { sha256: SHA256, asked_at: now, answer }]]);
      return readiness(factsOf([early], { checks }), now);
    };
    expect(says(facts(change - HOUR)).cycle).toBe('changes');
    expect(says(facts(change + 1)).cycle).toBe('outdated');
    expect(facts(change + 1).state).toBe('warn');
  });
});

describe('planned kits', () => {
  it('that fall due in the window are waited for, and say when', () => {
    const tonight = of([kitIn(2), plannedFor(20, 14)]);
    expect(tonight).toMatchObject({ state: 'wait', flights: [{}, { state: 'wait', kits: [] }] });
    expect(tonight.flights[1]?.checks[0]?.text).toContain('21 Nov 2026 22:00Z');
    const later = of([plannedFor(60, 30)]);
    expect(later).toMatchObject({ state: 'wait', flights: [], later: [{ state: 'wait' }] });
    expect(of([plannedFor(60, 37)])).toMatchObject({ state: 'ok', later: [] });
  });

  it('stand with the kits of their flight', () => {
    const kit = kitIn(6);
    const both = of([kit, plannedFor(6, 3, { trip: kit.trip })]);
    expect(both.flights).toHaveLength(1);
    expect(says(both)).toMatchObject({ document: 'here', planned: 'waiting' });
  });

  it('that are kept from being requested, are overdue or were missed are not green', () => {
    const found = (kit: Kit) => {
      const result = of([kit]);
      const { planned, document } = says(result);
      return [result.state, planned ?? document];
    };
    const activity = 'The client certificate expires on 21 Nov 2026 07:00Z, before this kit is requested.';
    expect(found(plannedFor(6, 3, { activity }))).toEqual(['bad', 'problem']);
    expect(found(plannedFor(6, -1))).toEqual(['wait', 'overdue']);
    expect(found(plannedFor(6, 0, { due_at: null }))).toEqual(['wait', 'overdue']);
    const failure = {
      kind: 'deadline' as const,
      message: 'The flight left before its kit could be requested.',
    };
    expect(found(plannedFor(-0.5, -1, { state: 'failed', failure }))).toEqual(['bad', 'failed']);
    expect(of([plannedFor(-2, -3, { state: 'failed', failure })])).toMatchObject({ state: 'ok', past: [{}] });
  });

  it('that name a later departure than the kit of their flight bring it back among the next', () => {
    const kit = kitIn(-3, { trip: trip(-3) });
    const result = of([kit, plannedFor(4, 1, { trip: trip(4) })]);
    expect(result).toMatchObject({ state: 'wait', flights: [{ planned: [{}] }] });
  });

  it('without a departure may be for any flight', () => {
    const undated = plannedFor(0, 0, { trip: { origin: 'EHAM', destination: 'KJFK' }, due_at: null });
    expect(of([undated])).toMatchObject({
      state: 'warn',
      flights: [],
      unknown: [{ kit: { id: undated.id } }],
    });
  });
});

describe('the laptop', () => {
  const notice = (id: string, more: Partial<Notice> = {}): ReadyFacts['notices'] => ({
    status: 'ready',
    items: [{ id, severity: 'error', message: 'It was damaged.', ...more }],
  });

  it('needs a certificate only for what is still to be fetched', () => {
    const none = { identities: new Map([['demo', { state: 'none' as const }]]) };
    expect(laptop(of([kitIn(2)], none)).identity).toBe('not_needed');
    const found = (identity: ReturnType<typeof usableUntil> | { state: 'none' } | null, asked = true) => {
      const identities = new Map(identity ? [['demo', identity]] : []);
      return laptop(of([kitWithout(2, 'generating')], { identities, ...(asked ? {} : { machine: null }) }))
        .identity;
    };
    expect(found({ state: 'none' })).toBe('none');
    expect(found(usableUntil(NOW + 3 * HOUR))).toBe('usable');
    expect(found(usableUntil(NOW + 2 * HOUR))).toBe('ends');
    expect(found(usableUntil(NOW + 9 * HOUR, 'soon'))).toBe('usable');
    expect(found(usableUntil(NOW - HOUR, 'expired'))).toBe('expired');
    expect(found(null)).toBe('unknown');
    expect(found(null, false)).toBe('checking');
  });

  it('needs it for each profile that has something to be fetched', () => {
    const two = [kitWithout(2, 'generating'), kitWithout(3, 'generating', { profile_id: 'other' })];
    const checks = of(two).laptop.filter(({ name }) => name === 'identity');
    expect(checks.map(({ about, says }) => [about, says])).toEqual([
      ['demo', 'usable'],
      ['other', 'unknown'],
    ]);
  });

  it('is told of by the notices that concern these kits or all of it', () => {
    const kit = kitIn(2);
    const far = kitIn(90);
    const state = (notices: ReadyFacts['notices']) => of([kit, far], { notices }).state;
    expect(state(notice('library'))).toBe('warn');
    expect(state(notice('library', { severity: 'info' }))).toBe('ok');
    expect(state(notice(`document:${kit.id}`))).toBe('warn');
    expect(state(notice(`document:${far.id}`))).toBe('ok');
    expect(state(notice('crash:1', { kit: { kit_id: kit.id, offer: [] } }))).toBe('warn');
    for (const id of ['expiry:demo:7', 'update-ready 2', 'update-start', 'link:1', 'crash:1']) {
      expect(state(notice(id)), id).toBe('ok');
    }
  });

  it('says what may run out, and what is not known', () => {
    const machine = { free_bytes: 50e9, battery: { level: 0.8, charging: false } };
    const found = (more: Partial<typeof machine> | null) =>
      laptop(of([kitIn(2)], { machine: more === null ? null : { ...machine, ...more } }));
    expect(found(null).disk).toBe('checking');
    expect(found({ free_bytes: 5e8 }).disk).toBe('low');
    expect(found({ battery: { level: 0.3, charging: false } }).battery).toBe('level');
    expect(found({ battery: { level: 0.29, charging: false } }).battery).toBe('low');
    expect(found({ battery: { level: 0.05, charging: false } }).battery).toBe('empty');
    expect(found({ battery: { level: 0.05, charging: true } }).battery).toBe('charging');
    expect(laptop(of([], { machine: { free_bytes: null, battery: null } }))).toMatchObject({
      disk: 'unknown',
    });
  });

  it('counts what cockpit mode holds back: notices, and planned kits', () => {
    const held = notice('library').items;
    expect(of([kitIn(2)], { cockpit: true }).state).toBe('ok');
    expect(of([kitIn(2)], { cockpit: true, held }).state).toBe('warn');
    expect(of([kitIn(2)], { cockpit: true, held: null }).state).toBe('bad');
    expect(says(of([plannedFor(3, 1)], { cockpit: true })).planned).toBe('cockpit');
  });

  test.each([
    ['the list', { complete: false }, 'wait'],
    ['the notices', { notices: { status: 'loading', items: [] } }, 'wait'],
    ['notices that could not be read', { notices: { status: 'failed', items: [] } }, 'bad'],
    ['the settings', { hours: null }, 'warn'],
  ] satisfies [string, Partial<ReadyFacts>, string][])(
    'is not green before %s is known',
    (_, more, state) => {
      expect(of([kitIn(2)], more).state).toBe(state);
    },
  );
});

test('a line says no more than is known', () => {
  const info = { code: '202', type: 'Info', message: 'It is being made.' };
  expect(says(of([kitIn(2, { messages: [info] })])).warnings).toBe('informs');
  const soundness = { ...verifiedAt(iso(NOW)), state: 'unchecked' as const };
  expect(says(of([kitIn(2, { soundness })])).document).toBe('stored');
  const kit = kitIn(2);
  const wait = { reason: 'trouble' as const, since: iso(NOW), until: null, may_try: true };
  const more = { trip: kit.trip, created_at: iso(NOW), wait, activity: 'No connection.' };
  const { flights } = of([kit, kitWithout(2, 'generating', more)]);
  expect(flights[0]?.checks.find(({ name }) => name === 'newer')?.text).toMatch(
    /^A newer kit waits. No connection/,
  );
});

describe('the charts of a kit', () => {
  const changes = (
    state: 'waiting' | 'running' | 'ready' | 'failed',
    changed: number,
    unreviewed: number,
    was_read = true,
  ) => ({
    changes: { old_id: 'older', state, changed, unreviewed, was_read },
  });
  const charts = (odd: Partial<NonNullable<Kit['charts']>>) => ({
    charts: {
      charts: 40,
      later: 0,
      expired: 0,
      undated: 0,
      without_text: 0,
      stamp: { cycle: null, valid_to: null, expired: false },
      ...odd,
    },
  });
  const lines = (more: Partial<Kit>) => {
    const { state, flights } = of([kitIn(3, more)]);
    const some = flights[0]?.checks.filter(({ name }) => name === 'changes' || name === 'charts') ?? [];
    const told = some.filter(({ says }) => says !== 'fit');
    return { state, lines: told.map((one) => `${one.state}: ${one.text}`) };
  };

  it('are amber until what changed is reviewed', () => {
    expect(lines(changes('ready', 7, 3))).toEqual({
      state: 'warn',
      lines: ['warn: 7 charts changed since you read them, 3 not reviewed.'],
    });
    expect(lines(changes('ready', 7, 0))).toEqual({
      state: 'ok',
      lines: ['ok: 7 charts changed since you read them, all reviewed.'],
    });
    expect(lines(changes('ready', 0, 0)).state).toBe('ok');
    expect(lines(changes('ready', 1, 0)).lines).toEqual(['ok: 1 chart changed since you read it, reviewed.']);
    expect(lines({}).lines).toEqual([]);
  });

  it('are not said to have been read where nobody opened the older kit', () => {
    const said = [
      changes('ready', 7, 3, false),
      changes('ready', 0, 0, false),
      changes('waiting', 0, 0, false),
      changes('failed', 0, 0, false),
    ].flatMap((more) => lines(more).lines);
    expect(said).toEqual([
      'warn: 7 charts changed since the kit before, which was not opened here, 3 not reviewed.',
      'ok: No chart changed since the kit before, which was not opened here.',
      'wait: Being compared with the kit before, which was not opened here.',
      'warn: It could not be compared with the kit before, which was not opened here. Look at its charts yourself.',
    ]);
  });

  it('are not called right before they are compared, or where they can’t be', () => {
    expect(lines(changes('waiting', 0, 0)).state).toBe('wait');
    expect(lines(changes('running', 0, 0)).state).toBe('wait');
    expect(lines(changes('failed', 0, 0)).state).toBe('warn');
  });

  it('are amber by the dates that they print, each way on a line of its own', () => {
    expect(lines(charts({ later: 2, expired: 1, undated: 3 }))).toEqual({
      state: 'warn',
      lines: [
        'warn: 2 charts effective after your departure.',
        'warn: 1 chart expired before your departure.',
        'warn: 3 charts without a date.',
      ],
    });
    expect(lines(charts({ without_text: 4 })).state).toBe('ok');
  });

  it('are amber before the pages are read, and where no departure was compared with them', () => {
    expect(lines({ charts: null }).state).toBe('warn');
    const named = kitWithout(3, 'failed');
    const tracked = kitIn(3, { tripkit_id: named.tripkit_id, trip: null });
    expect(says(of([named, { ...tracked, created_at: iso(NOW) }])).charts).toBe('not_compared');
  });
});
