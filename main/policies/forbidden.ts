/** What administrators switched off, as a page is told it (preload/contract/settings.ts). */
import type { Policies } from './policies.ts';

/** What a policy of the same name switches off for people; as the contract names it. */
const FORBIDDABLE = ['standing_orders', 'export', 'print'] as const;

/** What is switched off on this computer. */
export function forbiddenBy(policies: Policies): (typeof FORBIDDABLE)[number][] {
  return FORBIDDABLE.filter((name) => !policies[name]);
}
