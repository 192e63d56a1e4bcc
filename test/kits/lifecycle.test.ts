import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, isUnfinished, type LifecycleEvent } from '../../main/kits/lifecycle.ts';
import { kitStates } from '../../main/kits/rules/kit-facts.ts';
import type { KitRecord } from '../../main/store/kit-record.ts';
import { kitRecord } from '../kits.ts';

const failure = { kind: 'service', message: 'It broke. Try again.' } as const;
const events: LifecycleEvent[] = [
  { type: 'due' },
  { type: 'missed' },
  { type: 'sending' },
  { type: 'not_sent', why: 'No connection.' },
  { type: 'accepted', tripkit_id: 'TK-1', messages: [] },
  { type: 'answer_lost', failure },
  { type: 'interrupted' },
  { type: 'generated', messages: [] },
  { type: 'generating_again' },
  { type: 'verified', document: { bytes: 1, sha256: 'ab', pages: 1 } },
  { type: 'document_damaged', why: 'It is another one.', fetch: true },
  { type: 'document_damaged', why: 'It is not to be believed.', fetch: false },
  { type: 'document_gone', why: 'It is gone.' },
  { type: 'document_sound' },
  { type: 'document_found', document: { bytes: 1, sha256: 'ab', pages: 1 } },
  { type: 'failed', failure },
  { type: 'cancel' },
  { type: 'retry' },
  { type: 'request_again' },
  { type: 'recalled', at: 5, why: 'Wrong aircraft.' },
  { type: 'put_again', at: 1_790_000_000_000, sha256: 'ab' },
  { type: 'put_again', at: 1_790_000_000_000, sha256: 'cd' },
  { type: 'told', messages: [{ code: 'DESK', type: 'Warning', message: 'Runway 06 is closed.' }] },
  {
    type: 'departure_entered',
    trip: { origin: 'EHAM', destination: 'EGLL', departure: '2026-11-26T10:45:00Z' },
    when: '26 Nov 2026 10:45Z',
  },
];

/** Which state may follow which, drawn by hand, apart from the code. */
const allowed: Record<string, string[]> = {
  planned: ['requesting', 'failed', 'cancelled'],
  requesting: ['requesting', 'generating', 'unconfirmed', 'failed', 'cancelled', 'ready'],
  generating: ['generating', 'downloading', 'failed', 'cancelled', 'ready'],
  downloading: ['downloading', 'ready', 'generating', 'failed', 'cancelled'],
  ready: ['downloading', 'failed', 'ready'],
  unconfirmed: ['unconfirmed', 'requesting', 'cancelled'],
  failed: ['failed', 'requesting', 'generating', 'unconfirmed', 'ready'],
  cancelled: ['cancelled', 'planned', 'requesting', 'generating', 'unconfirmed', 'ready'],
};

function kit(change: Partial<KitRecord> = {}): KitRecord {
  return kitRecord({ tripkit_id: null, state: 'requesting', created_at: 0, state_since: 0, ...change });
}

/** A kit that was requested at once, or planned. */
const newKits = fc.constantFrom(kit(), kit({ state: 'planned', due_at: 20 }), kit({ state: 'planned' }));
const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 40 });

describe('the lifecycle of a kit', () => {
  it('decides every event in every state, and only ever takes an allowed step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kitStates),
        fc.constantFrom(...events),
        fc.constantFrom(null, 'TK-1'),
        fc.constantFrom(null, 7),
        fc.constantFrom(null, 8, 10),
        (state, event, tripkit_id, requested_at, due_at) => {
          const before = kit({ state, tripkit_id, requested_at, due_at });
          const decision = decide(before, event, 9);
          if (!decision.ok) {
            expect(decision.why).toContain(state);
            return;
          }
          expect(allowed[state]).toContain(decision.kit.state);
          expect(decision.what).not.toBe('');
        },
      ),
    );
  });

  it('takes the departure of a kit that had none, and corrects what was entered, but never the request', () => {
    const trip = { origin: 'EHAM', destination: 'KJFK', flight: 'KLM641' };
    const typed = { origin: 'EGLL', destination: 'KBOS', departure: '2026-11-26T10:45:00Z' };
    const event = { type: 'departure_entered', trip: typed, when: '26 Nov 2026 10:45Z' } as const;
    const enter = (change: Partial<KitRecord>) =>
      decide(kit({ state: 'failed', failure, ...change }), event, 9);
    expect(enter({ trip })).toEqual({
      ok: true,
      what: 'Departure entered: EHAM to KJFK, 26 Nov 2026 10:45Z.',
      kit: kit({
        ...{ state: 'failed', failure, entered: 'departure' },
        trip: { ...trip, departure: typed.departure },
      }),
    });
    expect(enter({ trip: null })).toMatchObject({ ok: true, kit: { trip: typed, entered: 'trip' } });
    const before = { ...trip, departure: '2026-11-20T10:45:00Z' };
    expect(enter({ trip: before, entered: 'departure' })).toMatchObject({
      ok: true,
      kit: { trip: { ...trip, departure: typed.departure }, entered: 'departure' },
    });
    expect(enter({ trip: before, entered: 'trip' })).toMatchObject({ ok: true, kit: { trip: typed } });
    expect(enter({ trip: before }).ok).toBe(false);
    for (const state of ['planned', 'requesting'] as const) expect(enter({ trip, state }).ok).toBe(false);
  });

  it('is marked as withdrawn in any state after it was taken from a shelf, once, and keeps its state', () => {
    const shelf = { name: 'Demo Air', put_at: 3, recalled: null };
    const event = { type: 'recalled', at: 5, why: 'Wrong aircraft.' } as const;
    for (const state of ['generating', 'downloading', 'ready', 'failed', 'cancelled'] as const) {
      const before = kit({ state, tripkit_id: 'TK-1', failure: state === 'failed' ? failure : null, shelf });
      const decision = decide(before, event, 9);
      const recalled = { at: 5, why: 'Wrong aircraft.' };
      expect(decision).toEqual({
        ok: true,
        what: 'Withdrawn by Demo Air: Wrong aircraft.',
        kit: { ...before, shelf: { ...shelf, recalled } },
      });
      if (decision.ok) expect(decide(decision.kit, event, 10).ok).toBe(false);
    }
    expect(decide(kit({ state: 'ready', tripkit_id: 'TK-1' }), event, 9).ok).toBe(false);
  });

  it('is ready only with a verified document, after a download, and keeps no failure then', () => {
    fc.assert(
      fc.property(newKits, anyEvents, (newKit, sequence) => {
        let now = newKit;
        for (const [at, event] of sequence.entries()) {
          const decision = decide(now, event, at);
          if (!decision.ok) continue;
          if (decision.kit.state === 'ready') {
            if (event.type === 'document_sound') expect(now.document).toEqual(decision.kit.document);
            else expect(now.state).toBe('downloading');
            expect(decision.kit.document).not.toBeNull();
          }
          if (['failed', 'unconfirmed'].includes(decision.kit.state))
            expect(decision.kit.failure).not.toBeNull();
          else expect(decision.kit.failure).toBeNull();
          if (decision.kit.state === 'downloading') {
            expect(decision.kit.tripkit_id).not.toBeNull();
          }
          now = decision.kit;
        }
      }),
    );
  });

  it('never sends a request of unknown fate again unless a person said so', () => {
    fc.assert(
      fc.property(newKits, anyEvents, (newKit, sequence) => {
        let now = newKit;
        let unknown = false;
        for (const [at, event] of sequence.entries()) {
          const decision = decide(now, event, at);
          if (!decision.ok) continue;
          if (event.type === 'sending') {
            expect(unknown).toBe(false);
            unknown = true;
          }
          if (['not_sent', 'accepted', 'failed', 'request_again'].includes(event.type)) unknown = false;
          now = decision.kit;
        }
      }),
    );
  });

  it('takes a document away only where it is gone, and never calls a kit ready whose document is damaged', () => {
    fc.assert(
      fc.property(newKits, anyEvents, (newKit, sequence) => {
        let now = newKit;
        let isDamaged = false;
        for (const [at, event] of sequence.entries()) {
          const decision = decide(now, event, at);
          if (!decision.ok) continue;
          if (now.document && event.type !== 'document_gone') expect(decision.kit.document).not.toBeNull();
          if (event.type === 'document_damaged' || event.type === 'document_found') isDamaged = true;
          if (event.type === 'verified' || event.type === 'document_sound') isDamaged = false;
          if (decision.kit.state === 'ready') expect(isDamaged).toBe(false);
          now = decision.kit;
        }
      }),
    );
  });

  it('asks for another kit where the service’s id is not known, or the kit itself is not to be believed', () => {
    const document = { bytes: 1, sha256: 'ab', pages: 1 };
    for (const [tripkit_id, fetch] of [
      [null, true],
      ['TK-1', false],
    ] as const) {
      const ready = kit({ state: 'ready', tripkit_id, document });
      const decision = decide(ready, { type: 'document_damaged', why: 'Changed.', fetch }, 9);
      expect(decision).toMatchObject({ kit: { state: 'failed', document, failure: { kind: 'document' } } });
      expect(decision.ok && decision.what).toMatch(/Request a new kit for the flight\.$/);
    }
  });

  it('has a way on from every state', () => {
    for (const state of kitStates) {
      const ways = events.filter((event) => decide(kit({ state, tripkit_id: 'TK-1' }), event, 1).ok);
      expect(ways, state).not.toHaveLength(0);
    }
  });

  it('is planned only before its first request, and again only while its time is to come', () => {
    fc.assert(
      fc.property(newKits, anyEvents, (newKit, sequence) => {
        let now = newKit;
        let sent = false;
        for (const [at, event] of sequence.entries()) {
          const decision = decide(now, event, at);
          if (!decision.ok) continue;
          if (event.type === 'sending') sent = true;
          const { state, created_at } = decision.kit;
          if (state === 'planned') {
            expect(sent && now.requested_at !== null).toBe(false);
            expect(now.state).toBe('cancelled');
            expect(newKit.due_at).toBeGreaterThan(at);
          }
          // It counts as requested when it was due, and never by any other event.
          expect(created_at).toBe(event.type === 'due' ? at : now.created_at);
          expect(decision.kit.due_at).toBe(newKit.due_at);
          now = decision.kit;
        }
      }),
    );
  });

  it('takes up after an interruption what is safe, and asks the person about the rest', () => {
    const sent = decide(kit({ requested_at: 3 }), { type: 'interrupted' }, 9);
    expect(sent.ok && sent.kit.state).toBe('unconfirmed');
    expect(decide(kit(), { type: 'interrupted' }, 9).ok).toBe(false);
    expect(isUnfinished('requesting') && isUnfinished('generating') && isUnfinished('downloading')).toBe(
      true,
    );
  });

  it('keeps the time of a state that it stays in', () => {
    const sending = decide(kit({ state_since: 3 }), { type: 'sending' }, 9);
    expect(sending.ok && [sending.kit.state_since, sending.kit.requested_at]).toEqual([3, 9]);
  });

  it('imports nothing but types', () => {
    const source = readFileSync(new URL('../../main/kits/lifecycle.ts', import.meta.url), 'utf8');
    const imports = source.match(/^import .*/gm) ?? [];
    expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
  });
});
