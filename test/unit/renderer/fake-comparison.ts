/** The fake's comparisons of two kits, and the marks that wait; nothing until a test says so. */
import type { Comparison } from '../../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, no, ok } from './fake-setup.ts';

/** @param comparisons by `old new`; what is not in it waits for its turn */
export function createFakeComparison(
  named: Named,
  comparisons: ReadonlyMap<string, Comparison>,
): Pick<FakeBridge, 'comparison'> {
  const of = (old_id: string, new_id: string) =>
    comparisons.get(`${old_id} ${new_id}`) ?? {
      old_id,
      new_id,
      state: 'waiting' as const,
      done: 0,
      why: null,
      pages: [],
    };
  return {
    comparison: {
      of: named('comparison.of', (old_id, new_id) => ok(of(old_id, new_id))),
      review: named('comparison.review', (old_id, new_id) => ok(of(old_id, new_id))),
      waitingMarks: named('comparison.waitingMarks', () => ok([])),
      acceptMark: named('comparison.acceptMark', () => no('config', 'This mark waits no longer.')),
      declineMark: named('comparison.declineMark', () => no('config', 'This mark waits no longer.')),
      on: () => () => {},
    },
  };
}
