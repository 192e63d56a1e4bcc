import type { SearchAnswer } from '../../preload/contract.ts';
import type { DomainCalls } from './call-map.ts';

export interface SearchCallsDeps {
  /** main/app/reading-search.ts has the real one. @throws TripKitError */
  pages(query: string, limit: number): SearchAnswer;
}

/** Calls of the domain `search`. */
export function searchCalls({ pages }: SearchCallsDeps): DomainCalls<'search'> {
  return { pages };
}
