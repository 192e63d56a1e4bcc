import type { DomainCalls } from '../host/call-map.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import { viewMark } from '../marks/marks-calls.ts';
import type { ComparisonData } from './comparison-data.ts';

export interface ComparisonCallsDeps {
  /** Changes between kits. */
  comparisons: Pick<ComparisonData, 'of' | 'review' | 'waitingMarks' | 'acceptMark' | 'declineMark'>;
  engine: Pick<KitEngine, 'get'>;
}

/** Handlers of the domain `comparison`. */
export function comparisonCalls({ engine, comparisons }: ComparisonCallsDeps): DomainCalls<'comparison'> {
  return {
    of: (old_id, new_id) => comparisons.of(old_id, new_id),
    review: (old_id, new_id, pages, reviewed) => comparisons.review(old_id, new_id, pages, reviewed),
    waitingMarks: (kit_id) => {
      engine.get(kit_id);
      return comparisons.waitingMarks(kit_id).map(({ mark, ...rest }) => ({ ...rest, mark: viewMark(mark) }));
    },
    acceptMark: (kit_id, mark_id) => viewMark(comparisons.acceptMark(kit_id, mark_id)),
    declineMark: (kit_id, mark_id) => comparisons.declineMark(kit_id, mark_id),
  };
}
