import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValidity } from '../../main/identity/certificate-facts.ts';
import { expiryNotice } from '../../main/identity/expiry.ts';

const DAY = 86_400_000;
const end = Date.UTC(2026, 11, 24, 12, 30);
const ahead = (ms: number) => expiryNotice(end, end - ms);

describe('expiryNotice', () => {
  it.each([
    [30 * DAY + 1, 'none', 30, null],
    [30 * DAY, 'soon', 30, 30],
    [7 * DAY + 1, 'soon', 7, 30],
    [7 * DAY, 'urgent', 7, 7],
    [DAY + 1, 'urgent', 1, 7],
    [DAY, 'urgent', 1, 1],
    [1, 'urgent', 0, 1],
    [0, 'urgent', 0, 1],
    [-1, 'expired', -1, 0],
    [-40 * DAY, 'expired', -40, 0],
  ] as const)('%d ms before the end: %s', (ms, level, days, threshold) => {
    expect(ahead(ms)).toMatchObject({ level, days, threshold });
  });

  it('says when, in UTC, and what to do', () => {
    expect(ahead(60 * DAY).message).toBeNull();
    expect(ahead(29.5 * DAY).message).toMatch(/in 29 days, on 24 Dec 2026 12:30Z\. Ask your airline’s IT/);
    expect(ahead(1.5 * DAY).message).toMatch(/in 1 day, on 24 Dec 2026 12:30Z/);
    expect(ahead(0.5 * DAY).message).toMatch(/within a day, on 24 Dec 2026 12:30Z.*no kit/);
    expect(ahead(-DAY).message).toMatch(/expired on 24 Dec 2026 12:30Z.*can still be read/);
  });

  it('agrees with the check before a call, and never grows calmer as time goes on', () => {
    const order = ['none', 'soon', 'urgent', 'expired'];
    const time = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(time, time, fc.nat(100 * DAY), (valid_to, now, later) => {
        const notice = expiryNotice(valid_to, now);
        let valid = true;
        try {
          checkValidity({ valid_from: 0, valid_to }, now);
        } catch {
          valid = false;
        }
        expect(notice.level === 'expired').toBe(!valid);
        expect(notice.message === null).toBe(notice.level === 'none');
        expect(notice.days).toBe(Math.floor((valid_to - now) / DAY));
        expect(order.indexOf(expiryNotice(valid_to, now + later).level)).toBeGreaterThanOrEqual(
          order.indexOf(notice.level),
        );
      }),
    );
  });

  it('has nothing to say of a date that can’t be read', () => {
    expect(expiryNotice(Number.NaN, end)).toMatchObject({ level: 'none', message: null });
  });
});
