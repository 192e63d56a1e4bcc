import type { KitState } from '../../preload/contract.ts';
import type { KitAction } from './kits-store.ts';

export type ShownAction = 'open' | Exclude<KitAction, 'pin' | 'unpin'>;

/** What a person may do in each state; the first is the likely one. */
export const actionsByState: Record<KitState, readonly ShownAction[]> = {
  requesting: ['cancel'],
  generating: ['cancel'],
  downloading: ['cancel'],
  ready: ['open', 'saveCopy', 'remove'],
  unconfirmed: ['requestAgain', 'cancel', 'remove'],
  failed: ['retry', 'remove'],
  cancelled: ['retry', 'remove'],
};
