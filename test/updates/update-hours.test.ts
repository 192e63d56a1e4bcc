/** The hours in which updates are looked for by themselves: over midnight, and on days on which the clock is changed. */
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { isWithinHours, minuteOfDay } from '../../main/updates/update-policy.ts';

const DAY = 1440;
const minute = fc.integer({ min: 0, max: DAY - 1 });
const written = (of: number) =>
  `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('no hours are all hours', () => {
  fc.assert(fc.property(minute, (at) => isWithinHours(null, at)));
});

test('the hours are what a clock goes through that is started at the first and stopped at the second', () => {
  fc.assert(
    fc.property(minute, minute, (from, to) => {
      const within = new Set<number>();
      let hand = from;
      do {
        within.add(hand);
        hand = hand === DAY - 1 ? 0 : hand + 1;
      } while (hand !== to);
      const hours = `${written(from)}-${written(to)}`;
      const found = Array.from({ length: DAY }, (_, at) => at).filter((at) => isWithinHours(hours, at));
      expect(new Set(found)).toEqual(within);
    }),
    { numRuns: 60 },
  );
});

test('hours and their rest are one day, and no minute is in both', () => {
  fc.assert(
    fc.property(minute, minute, minute, (from, to, at) => {
      fc.pre(from !== to);
      const one = isWithinHours(`${written(from)}-${written(to)}`, at);
      expect(isWithinHours(`${written(to)}-${written(from)}`, at)).toBe(!one);
    }),
  );
});

/** Days on which clocks are changed, by half an hour in one place, at midnight in another. */
const changes = [
  ['Europe/Amsterdam', '2026-03-29'],
  ['Europe/Amsterdam', '2026-10-25'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Kathmandu', '2026-06-01'],
] as const;

test.each(changes)('in %s around %s the hours are those of the clock on the wall', (zoned, day) => {
  process.env.TZ = zoned;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zoned,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const begin = Date.parse(`${day}T00:00:00Z`) - 14 * 3_600_000;
  const hours = '22:00-05:30';
  for (let now = begin; now < begin + 52 * 3_600_000; now += 5 * 60_000) {
    const shown = clock.format(now);
    expect(written(minuteOfDay(now))).toBe(shown);
    // Texts of one length are in the order of the times.
    expect(isWithinHours(hours, minuteOfDay(now)), shown).toBe(shown >= '22:00' || shown < '05:30');
  }
});
