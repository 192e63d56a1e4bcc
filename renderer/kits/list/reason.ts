/** The reason of a kit's state, for the table's column: what a person must know or do; '' if nothing. Pure. */

import type { Kit } from '../../../preload/contract.ts';
import { failureWords } from '../../design/words.ts';
import { kitAirac } from '../airac.ts';
import { cautionWords } from '../airac-words.ts';
import { stateDetail, warningCount } from '../kit-words.ts';
import { isDamaged } from '../soundness-words.ts';
import { libraryWords, messageWords, openingWords } from '../words.ts';

/** Whether the kit is in progress, so its reason may change with time. */
export function isMoving({ state, wait }: Kit): boolean {
  return wait !== null || state === 'generating' || state === 'downloading';
}

/** The reason at `now`, ms since 1970; '' if there is none. */
export function reasonWords(kit: Kit, now: number): string {
  if (isDamaged(kit)) return stateDetail(kit, now);
  if (kit.state === 'failed' && kit.failure)
    return libraryWords.table.failure(failureWords.kinds[kit.failure.kind], kit.failure.message);
  if (kit.state !== 'ready') return stateDetail(kit, now);
  if (kit.superseded_by !== null) return openingWords.superseded.badge;
  const airac = kitAirac(kit, now);
  const caution = airac && cautionWords(kit, airac);
  const unread = kit.acknowledged ? 0 : warningCount(kit);
  return [unread > 0 ? messageWords.warnings(unread) : '', caution ?? ''].filter(Boolean).join('. ');
}

/** The reason that the column is sorted by: without times that change every moment. */
export function reasonKey(kit: Kit, now: number): string {
  return isMoving(kit) ? (kit.activity ?? '') : reasonWords(kit, now);
}
