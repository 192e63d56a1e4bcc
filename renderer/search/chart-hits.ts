/** Finds charts by their names in the kit that is open, before its text is searched. Pure. */

import { chartName } from '../../main/charts/rules/chart-dates.ts';
import type { Kit, KitCharts, SearchHit } from '../../preload/contract.ts';
import { queryWords, wordsOf } from '../design/mark-words.ts';

/** The most charts in the results: more than anybody reads. */
const MAX_CHARTS = 20;

/** The pages of one kit, the best first. */
export interface HitGroup {
  kit: Kit;
  hits: SearchHit[];
}

/** The open kit, and its known charts. */
export interface OpenKit {
  id: string;
  charts: readonly KitCharts['pages'][number][];
}

/** What pilots type for the kinds of charts. */
const kinds: Readonly<Record<string, string>> = {
  airport: 'airport diagram ADC',
  parking: 'parking gates apron stands',
  sid: 'SID departure',
  star: 'STAR arrival',
  approach: 'APP approach IAP IAC',
  departure: 'departure DEP',
  arrival: 'arrival ARR',
};

/** The charts of the kit whose airport, kind, title or number has all words of the query; the last one may be a prefix. */
export function chartHits({ id, charts }: OpenKit, query: string): SearchHit[] {
  const wanted = queryWords(query);
  const last = wanted.length - 1;
  if (last < 0) return [];
  const found = charts.filter(({ airport, kind, title, number }) => {
    const words = wordsOf(
      [airport?.value, title?.value, number?.value, kinds[kind?.value ?? '']].filter(Boolean).join(' '),
    );
    const has = (word: string, index: number) =>
      words.some((one) => one === word || (index === last && word.length > 1 && one.startsWith(word)));
    return title !== null && wanted.every(has);
  });
  return found
    .slice(0, MAX_CHARTS)
    .map((chart) => ({ kit_id: id, page: chart.page, heading: chartName(chart), snippet: [] }));
}

/**
 * Results by kit, in the order of the kits' best pages; pages of removed kits are left out. The open kit comes
 * first, its charts before its text; its pages have the names of their charts.
 */
export function groupHits(
  hits: readonly SearchHit[],
  kits: readonly Kit[],
  open: OpenKit | null,
  query: string,
): HitGroup[] {
  const known = new Map(kits.map((kit) => [kit.id, kit]));
  const charts = open ? chartHits(open, query) : [];
  const texts = new Map(hits.filter(({ kit_id }) => kit_id === open?.id).map((hit) => [hit.page, hit]));
  const named = new Set(charts.map(({ page }) => page));
  const names = new Map(open?.charts.map((chart) => [chart.page, chartName(chart)]));
  const first = charts.map((hit) => ({ ...hit, snippet: texts.get(hit.page)?.snippet ?? [] }));
  const rest = [...texts.values()]
    .filter(({ page }) => !named.has(page))
    .map((hit) => ({ ...hit, heading: names.get(hit.page) ?? hit.heading }));
  const others = hits.filter(({ kit_id }) => kit_id !== open?.id);

  const groups = new Map<string, HitGroup>();
  for (const hit of [...first, ...rest, ...others]) {
    const kit = known.get(hit.kit_id);
    if (!kit) continue;
    const group = groups.get(kit.id);
    if (group) group.hits.push(hit);
    else groups.set(kit.id, { kit, hits: [hit] });
  }
  return [...groups.values()];
}
