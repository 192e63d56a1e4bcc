import type { AppInfo } from '../../preload/contract.ts';
import type { DomainCalls } from './call-map.ts';

/** Calls of the domain `app`. */
export function appCalls(info: AppInfo): DomainCalls<'app'> {
  return { info: () => info };
}
