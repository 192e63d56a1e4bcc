/** When to ask whether a kit is there. Pure: times in, times out, all ms. */

/** Usage rule 1 of the interface document: no call of get-PDF earlier than this after the request. */
export const EARLIEST_POLL_MS = 5_000;
/** "Generation generally takes 20 to 30 seconds" (interface document): dense calls belong there. */
export const EXPECTED_MS = { from: 20_000, to: 30_000 };

const BEFORE_MS = 5_000;
const DENSE_MS = 1_000;
const DENSE_UNTIL_MS = 34_000;
const SPARSE_FACTOR = 1.3;
const SPARSEST_MS = 15_000;
/** How often a kit is asked for whose age nobody here knows. */
const TRACKED_MS = 2_000;

/**
 * How long to wait before the next call.
 *
 * @param age ms since the service accepted the request; for a tracked kit, since it is being followed
 * @param asked how many calls were made so far
 * @param tracked whether the kit was requested elsewhere, so that its true age is unknown
 */
export function nextPollDelay(age: number, asked: number, tracked: boolean): number {
  if (tracked) {
    if (asked === 0) return 0;
    return age < DENSE_UNTIL_MS ? TRACKED_MS : sparse(age);
  }
  if (age < EARLIEST_POLL_MS) return EARLIEST_POLL_MS - age;
  if (asked === 0) return 0;
  if (age < EXPECTED_MS.from) return Math.max(Math.min(BEFORE_MS, EXPECTED_MS.from - age), DENSE_MS);
  return age < DENSE_UNTIL_MS ? DENSE_MS : sparse(age);
}

/** After the usual time the kit is late by some unknown amount; waiting in proportion to that costs few calls. */
function sparse(age: number): number {
  return Math.min((age - DENSE_UNTIL_MS) * (SPARSE_FACTOR - 1) + TRACKED_MS, SPARSEST_MS);
}
