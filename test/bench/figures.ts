/** What was measured, and its table. */
import { quantile } from './viewer/results.ts';

export interface Figure {
  label: string;
  unit: 'ms' | 'kB' | 'frames';
  /** Which statistic the target speaks of. */
  statistic: 'median' | 'p95' | 'max';
  /** The issue's target; absent where the row is for information. */
  limit?: number;
  values: readonly number[];
}

/** Whether the target is met; null where there is none. */
function isMet({ values, statistic, limit }: Figure): boolean | null {
  if (limit === undefined) return null;
  return quantile(values, { median: 0.5, p95: 0.95, max: 1 }[statistic]) <= limit;
}

/** A Markdown table. */
export function table(figures: readonly Figure[]): string {
  const show = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
  const rows = figures.map((figure) => {
    const { label, unit, statistic, limit, values } = figure;
    const met = isMet(figure);
    return [
      label,
      limit === undefined ? '' : `${values.length > 1 ? `${statistic} ` : ''}≤ ${limit} ${unit}`,
      met === null ? '' : met ? 'met' : '**missed**',
      values.length === 1
        ? `${show(values[0] ?? Number.NaN)} ${unit}`
        : `${[0.5, 0.95, 1].map((q) => show(quantile(values, q))).join(' / ')} ${unit} (${values.length})`,
    ];
  });
  const head = ['measure', 'target', '', 'median / p95 / max (how many)'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** For `--json`. */
export function figuresText(figures: readonly Figure[]): string {
  return `${JSON.stringify(
    figures.map((figure) => ({ ...figure, met: isMet(figure) })),
    null,
    2,
  )}\n`;
}
