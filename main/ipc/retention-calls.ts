import type { RetentionPreview } from '../../preload/contract.ts';
import type { DomainCalls } from './call-map.ts';

/** Which kits a policy removes; main/app binds it to main/kits/retention.ts. */
export interface Retention {
  /** @param keep_days days after departure; null: for ever */
  preview(keep_days: number | null): RetentionPreview;
  /** Removes what `preview` names now; how many. */
  apply(keep_days: number | null): Promise<number>;
}

/** Calls of the domain `retention`. */
export function retentionCalls(retention: Retention): DomainCalls<'retention'> {
  return {
    preview: (keep_days) => retention.preview(keep_days),
    apply: (keep_days) => retention.apply(keep_days),
  };
}
