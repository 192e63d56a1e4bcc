/** The fake's search across all kits: a few pages of the harness's documents, found by their words. */
import type { SearchHit } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, ok } from './fake-setup.ts';

const LONDON = '7d1f2a52-93a4-4c5e-8f6d-0c3f0a1b2c3d';
const MADRID = 'b2a7c0de-1f2e-4a3b-9c8d-7e6f5a4b3c2d';

const pages: { kit_id: string; page: number; heading: string | null; text: string }[] = [
  {
    kit_id: LONDON,
    page: 7,
    heading: 'EGLL Heathrow › Approaches › ILS or LOC Rwy 27L',
    text: 'EGLL 11-4 HEATHROW London, United Kingdom ILS or LOC Rwy 27L LOC 109.50 IILL final 271° GS 3.00° DA(H) 277′ (200′)',
  },
  {
    kit_id: LONDON,
    page: 8,
    heading: 'EGLL Heathrow › Approaches › ILS CAT II or III Rwy 27L',
    text: 'EGLL 11-4A HEATHROW ILS Rwy 27L CAT II RA 101′ special aircrew and aircraft certification required',
  },
  {
    kit_id: LONDON,
    page: 21,
    heading: 'Notices › NOTAM EGLL',
    text: 'A4410/26 ILS RWY 27L glide path unserviceable 22 NOV 0200 to 0500, EGLL arrivals expect RNP',
  },
  {
    kit_id: MADRID,
    page: 3,
    heading: null,
    text: 'alternate EGLL: company minima for ILS 27L and 27R with one engine inoperative, see the operations manual part C',
  },
];

export function createFakeSearch(named: Named): Pick<FakeBridge, 'search'> {
  return {
    search: {
      pages: named('search.pages', (query, limit, first) => {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        const found = pages.filter(({ heading, text }) =>
          words.every((word) => `${heading ?? ''} ${text}`.toLowerCase().includes(word)),
        );
        const isFirst = ({ kit_id }: { kit_id: string }) => Number(kit_id === first);
        found.sort((a, b) => isFirst(b) - isFirst(a));
        const hits = found.slice(0, limit).map(({ text, ...hit }): SearchHit => {
          const parts = text.split(
            new RegExp(`(${words.map((word) => word.replace(/\W/g, '\\$&')).join('|')})`, 'i'),
          );
          const snippet = parts.map((part) => ({ text: part, hit: words.includes(part.toLowerCase()) }));
          return { ...hit, snippet: snippet.filter((part) => part.text !== '') };
        });
        return ok({ hits, waiting: 2 });
      }),
    },
  };
}
