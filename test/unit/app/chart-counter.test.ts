import { expect, test } from 'vitest';
import { ChartCounter } from '../../../main/app/chart-counter.ts';
import type { LiveKit } from '../../../main/kits/kit-engine.ts';
import { summaryOf } from '../../../main/library/reading/chart-counts.ts';
import { liveKit, memoryLog } from '../ipc/fixtures.ts';
import { chartOf, fact, kitId, OTHER_SHA, SHA } from '../library/reading/stores.ts';

const sid = chartOf(1, { kind: fact('sid'), title: fact('CPT 1G'), effective_from: fact('2026-11-26') });

function setUp() {
  const stored = new Map([[kitId(1), { sha256: SHA, json: JSON.stringify(summaryOf([sid])) }]]);
  const reads: string[] = [];
  const log = memoryLog();
  const counter = new ChartCounter(log);
  const source = {
    dateSummaries: () => {
      reads.push('all');
      return new Map(stored);
    },
    dateSummary: (id: string) => {
      reads.push(id);
      return stored.get(id) ?? null;
    },
  };
  const told: string[] = [];
  counter.onChange((ids) => told.push(...ids));
  return { counter, source, stored, reads, told, log };
}

const kit = (n: number, departure: string | null = '2026-11-27T10:00:00Z', sha256 = SHA): LiveKit => {
  const { trip, ...rest } = liveKit({ id: kitId(n), document: { bytes: 1, sha256, pages: 1 } });
  return { ...rest, trip: trip && { ...trip, departure: departure ?? undefined } } as LiveKit;
};

test('counts by the departure, from what is read once for all kits', () => {
  const { counter, source, reads } = setUp();
  expect(counter.of(kit(1))).toBeNull();
  counter.readFrom(source);
  const counts = { charts: 1, later: 0, expired: 0, undated: 0, without_text: 0 };
  expect(counter.of(kit(1))).toEqual(counts);
  expect(counter.of(kit(1))).toBe(counter.of(kit(1)));
  expect(counter.of(kit(1, '2026-11-25T10:00:00Z'))).toEqual({ ...counts, later: 1 });
  expect(counter.of(kit(1, null))).toEqual(counts);
  expect(counter.of(kit(1, undefined, OTHER_SHA))).toBeNull();
  expect(counter.of(kit(2))).toBeNull();
  expect(counter.of({ ...kit(1), document: null })).toBeNull();
  expect(reads).toEqual(['all']);
});

test('tells when the charts of a kit are known, or are others', () => {
  const { counter, source, stored, reads, told } = setUp();
  counter.readFrom(source);
  expect(counter.of(kit(2))).toBeNull();
  stored.set(kitId(2), { sha256: SHA, json: JSON.stringify(summaryOf([sid, { ...sid, title: null }])) });
  counter.changed(kitId(2));
  expect(told).toEqual([kitId(2)]);
  expect(counter.of(kit(2))).toMatchObject({ charts: 2 });
  stored.delete(kitId(2));
  counter.changed(kitId(2));
  expect(counter.of(kit(2))).toBeNull();
  expect(reads).toEqual(['all', kitId(2), kitId(2)]);
});

test('a kit that is gone is forgotten, and what can’t be read is no counts', () => {
  const { counter, source, stored, log } = setUp();
  stored.set(kitId(2), { sha256: SHA, json: 'damaged' });
  counter.readFrom(source);
  expect(counter.of(kit(2))).toBeNull();
  expect(log.lines).toHaveLength(1);
  expect(counter.of(kit(1))).not.toBeNull();
  counter.forget([kitId(1)]);
  expect(counter.of(kit(1))).toBeNull();
});
