import { expect, test } from 'vitest';
import { ChartCounter, countedAt, summaryOf } from '../../main/charts/chart-counts.ts';
import type { LiveKit } from '../../main/kits/kit-engine.ts';
import { chartOf, fact, kitId, OTHER_SHA, SHA } from '../reading/stores.ts';
import { liveKit, memoryLog } from '../start/ipc-fixtures.ts';

const sid = chartOf(1, { kind: fact('sid'), title: fact('CPT 1G'), effective_from: fact('2026-11-26') });

function setUp() {
  const dates = new Map([[kitId(1), summaryOf([sid])]]);
  const counted = (id: string) => {
    const own = dates.get(id);
    return own ? { sha256: SHA, json: JSON.stringify(countedAt(own, '2026-11-27T10:00:00Z')) } : null;
  };
  const reads: string[] = [];
  const log = memoryLog();
  const counter = new ChartCounter(log);
  const source = {
    chartCountsOf: (id: string) => {
      reads.push(id);
      return id === kitId(9) ? { sha256: SHA, json: 'damaged' } : counted(id);
    },
    chartDates: (id: string) => {
      reads.push(`dates of ${id}`);
      return dates.get(id) ?? null;
    },
  };
  const told: string[] = [];
  counter.onChange((ids) => told.push(...ids));
  return { counter, source, dates, reads, told, log };
}

const kit = (n: number, departure: string | null = '2026-11-27T10:00:00Z', sha256 = SHA): LiveKit => {
  const { trip, ...rest } = liveKit({ id: kitId(n), document: { bytes: 1, sha256, pages: 1 } });
  return { ...rest, trip: trip && { ...trip, departure: departure ?? undefined } } as LiveKit;
};

test('counts by the departure, from what was counted when they were taken in', () => {
  const { counter, source, reads } = setUp();
  expect(counter.of(kit(1))).toBeNull();
  counter.readFrom(source);
  const counts = {
    charts: 1,
    later: 0,
    expired: 0,
    undated: 0,
    without_text: 0,
    stamp: { cycle: null, valid_to: null, expired: false },
  };
  expect(counter.of(kit(1))).toEqual(counts);
  expect(counter.of(kit(1))).toBe(counter.of(kit(1)));
  expect(counter.of(kit(1, '2026-11-25T10:00:00Z'))).toEqual({ ...counts, later: 1 });
  expect(counter.of(kit(1, null))).toEqual(counts);
  expect(counter.of(kit(1, undefined, OTHER_SHA))).toBeNull();
  expect(counter.of(kit(2))).toBeNull();
  expect(counter.of({ ...kit(1), document: null })).toBeNull();
  // Only what another departure changes is counted again.
  const [id, dates] = [kitId(1), `dates of ${kitId(1)}`];
  expect(reads).toEqual([id, id, dates, id, dates, id, kitId(2)]);
});

test('tells when the charts of a kit are known, or are others', () => {
  const { counter, source, dates, reads, told } = setUp();
  counter.readFrom(source);
  expect(counter.of(kit(2))).toBeNull();
  dates.set(kitId(2), summaryOf([sid, { ...sid, title: null }]));
  counter.changed(kitId(2));
  expect(told).toEqual([kitId(2)]);
  expect(counter.of(kit(2))).toMatchObject({ charts: 2 });
  dates.delete(kitId(2));
  counter.changed(kitId(2));
  expect(counter.of(kit(2))).toBeNull();
  expect(reads).toEqual([kitId(2), kitId(2), kitId(2)]);
});

test('a kit that is gone is forgotten, and what can’t be read is no counts', () => {
  const { counter, source, dates, log } = setUp();
  counter.readFrom(source);
  expect(counter.of(kit(9))).toBeNull();
  expect(counter.of(kit(9))).toBeNull();
  expect(log.lines).toHaveLength(1);
  expect(counter.of(kit(1))).not.toBeNull();
  dates.delete(kitId(1));
  counter.forget([kitId(1)]);
  expect(counter.of(kit(1))).toBeNull();
});
