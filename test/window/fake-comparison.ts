/** The fake's comparisons of two kits, and the marks that wait; nothing until a test or the scenario `changes` says so. */
import { isChange } from '../../main/comparison/rules/compared-page.ts';
import type { ChangeCounts, Comparison, Mark, ReviewedPage, WaitingMark } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, no, ok } from './fake-setup.ts';

type Changed = Pick<Comparison, 'old_id' | 'new_id'>;

/** What a test does to the comparisons, beside the calls. */
export interface FakeComparisons extends Map<string, Comparison> {
  /** Puts one in, as an event would: it went on, is ready, or failed. */
  push(comparison: Comparison): void;
  /** The marks that wait, by kit. */
  waiting: Map<string, WaitingMark[]>;
}

/** As the main process counts for the list. */
export function countsOf({ old_id, state, pages }: Comparison): ChangeCounts {
  const changed = [...Map.groupBy(pages.filter(isChange), ({ chart }) => chart).values()];
  const unreviewed = changed.filter((own) => own.some(({ reviewed_at }) => reviewed_at === null));
  return { old_id, state, changed: changed.length, unreviewed: unreviewed.length, was_read: true };
}

/**
 * @param counted hears what the kits are to say of a comparison that has changed
 * @param accepted hears the marks that a person has put on a page of the new kit
 */
export function createFakeComparison(
  named: Named,
  counted: (comparison: Comparison) => void,
  accepted: (mark: Mark) => void,
): Pick<FakeBridge, 'comparison'> & { comparisons: FakeComparisons } {
  const listeners = new Set<(changed: Changed) => void>();
  const waiting = new Map<string, WaitingMark[]>();
  const keyOf = ({ old_id, new_id }: Changed) => `${old_id} ${new_id}`;
  const put = (comparison: Comparison) => {
    comparisons.set(keyOf(comparison), comparison);
    counted(comparison);
    const { old_id, new_id } = comparison;
    for (const listener of listeners) listener({ old_id, new_id });
  };
  const comparisons: FakeComparisons = Object.assign(new Map<string, Comparison>(), { push: put, waiting });

  const of = (old_id: string, new_id: string): Comparison =>
    comparisons.get(`${old_id} ${new_id}`) ?? {
      old_id,
      new_id,
      state: 'waiting' as const,
      done: 0,
      why: null,
      pages: [],
    };
  const take = (kit: string, id: string): WaitingMark | null => {
    const all = waiting.get(kit) ?? [];
    const found = all.find(({ mark }) => mark.id === id) ?? null;
    waiting.set(
      kit,
      all.filter((one) => one !== found),
    );
    return found;
  };
  const names = (page: ReviewedPage) => `${page.old}/${page.new}`;
  return {
    comparisons,
    comparison: {
      of: named('comparison.of', (old_id, new_id) => ok(of(old_id, new_id))),
      review: named('comparison.review', (old_id, new_id, pages, reviewed) => {
        const before = of(old_id, new_id);
        const named = new Set(pages.map(names));
        const chosen = new Set(before.pages.flatMap((page) => (named.has(names(page)) ? [page.chart] : [])));
        const reviewed_at = reviewed ? new Date().toISOString() : null;
        put({
          ...before,
          pages: before.pages.map((page) =>
            chosen.has(page.chart) && isChange(page) ? { ...page, reviewed_at } : page,
          ),
        });
        return ok(of(old_id, new_id));
      }),
      waitingMarks: named('comparison.waitingMarks', (kit) => ok(waiting.get(kit) ?? [])),
      acceptMark: named('comparison.acceptMark', (kit, id) => {
        const found =
          waiting.get(kit)?.find(({ mark, page }) => mark.id === id && page !== null) && take(kit, id);
        if (!found || found.page === null) return no('config', 'This mark waits no longer.');
        const draft = { ...found.mark.draft, page: found.page };
        const mark: Mark = { ...found.mark, kit_id: kit, draft };
        accepted(mark);
        return ok(mark);
      }),
      declineMark: named('comparison.declineMark', (kit, id) =>
        take(kit, id) ? ok(null) : no('config', 'This mark waits no longer.'),
      ),
      on: (_name, listener) => {
        const heard = listener as (changed: Changed) => void;
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  };
}
