/** A chart in words: its dates in one form, its flag, and a full sentence for screen readers. Pure. */
import type { ChartPage, IsoDay } from '../../main/charts/rules/chart.ts';
import type { ChartFlag } from '../../main/charts/rules/chart-dates.ts';
import { formatUtcDate } from '../design/format.ts';
import { Icon } from '../design/icons.tsx';
import { viewerWords } from '../viewer/words.ts';
import { datedPage, flagOfSheet, nameOfSheet, type ShownPage } from './shown-chart.ts';
import { chartWords } from './words.ts';

const words = chartWords;

/** `3 Apr – 1 May 2014`: the year only once if it is the same. */
function span(from: IsoDay, to: IsoDay): string {
  const begin = formatUtcDate(from);
  const end = formatUtcDate(to);
  return words.effective.both(from.slice(0, 4) === to.slice(0, 4) ? begin.replace(/ \d+$/, '') : begin, end);
}

/** The dates of a page, the most important first: `effective 3 Apr – 1 May 2014`, `revised 3 Apr 2014`. */
export function dateWords({ revised, effective_from, effective_to }: ChartPage): string[] {
  const said: string[] = [];
  if (effective_from && effective_to) said.push(span(effective_from.value, effective_to.value));
  else if (effective_from) said.push(words.effective.from(formatUtcDate(effective_from.value)));
  else if (effective_to) said.push(words.effective.to(formatUtcDate(effective_to.value)));
  if (revised) said.push(words.revised(formatUtcDate(revised.value)));
  return said;
}

/** The dates of a page's chart; of the charts of a sheet those with their numbers, unless all have the same. */
function datesOfSheet(shown: ShownPage): string[] {
  const charts = [shown, ...shown.others].map((one) => ({ one, dates: dateWords(datedPage(one)) }));
  const [first] = charts;
  if (charts.every(({ dates }) => dates.join() === first?.dates.join())) return first?.dates ?? [];
  return charts.flatMap(({ one, dates }) => {
    const number = one.page.number?.value ?? words.unnumbered;
    return dates.map((date) => `${number} ${date}`);
  });
}

/** What the header says about the page in view, the parts that must stay visible first. */
interface HeaderWords {
  /** `EGLL › ILS 27L`, or `Page 46 of 200`. */
  name: string;
  /** `46/200`; null if the name contains it. */
  at: string | null;
  flag: string | null;
  dates: readonly string[];
  /** Everything in one sentence. */
  whole: string;
}

/** The page for screen readers: `EGLL › ILS 27L, page 46 of 200`; without a name `Page 46 of 200`. */
export function spokenPage(name: string | null, page: number, count: number): string {
  return name === null ? viewerWords.pageLabel(page, count) : words.spoken(name, page, count);
}

/** @param shown null if nothing is known about the page */
export function headerWords(shown: ShownPage | null, page: number, count: number): HeaderWords {
  const name = nameOfSheet(shown ?? undefined);
  const flag = flagOfSheet(shown ?? undefined);
  const dates = shown ? datesOfSheet(shown) : [];
  const spoken = spokenPage(name, page, count);
  return {
    name: name ?? spoken,
    at: name === null ? null : words.at(page, count),
    flag: flag && words.flags[flag],
    dates,
    whole: [spoken, ...(flag ? [words.flagWords[flag]] : []), ...dates].join(' · '),
  };
}

/** The page by the name of its chart, if known: `EGLL › ILS 27L (page 46)`. */
export function pageWords(name: string | null, page: number): string {
  return name === null ? words.page(page) : words.named(name, page);
}

/**
 * The icon of a chart whose dates a person must check; nothing if there is nothing to check.
 *
 * @param props.words whether to show a short word beside the icon; screen readers always get the full text
 */
export function FlagSign({ flag, words = false }: { flag: ChartFlag | null; words?: boolean }) {
  if (flag === null) return null;
  const { flags, flagWords } = chartWords;
  return (
    <span className="chart-flag" title={flagWords[flag]}>
      <Icon name={flag === 'undated' ? 'question' : 'alert'} />
      {words ? <span aria-hidden="true">{flags[flag]}</span> : null}
      <span className="sr-only">{flagWords[flag]}</span>
    </span>
  );
}
