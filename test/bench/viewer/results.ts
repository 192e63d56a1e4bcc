/** What was measured, by whom, and the table of it. */

export const competitors = ['app', 'pdfjs'] as const;
export type Who = (typeof competitors)[number];

const headings: Record<Who, string> = {
  app: 'this app',
  pdfjs: 'pdf.js viewer',
};

export interface Measure {
  id: string;
  label: string;
  unit: 'ms' | 'MiB' | 'MiB/s' | 'frames' | '%' | '×';
  /** Which statistic the target speaks of. */
  statistic: 'median' | 'p95' | 'max';
  /** The target; absent where the row is for information. */
  limit?: number;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

/** Figures by measure and by who was measured. */
export class Figures<Name extends string> {
  readonly #values = new Map<string, number[]>();
  readonly #notes: string[] = [];

  add(measure: string, who: Name, ...values: number[]): void {
    const key = `${measure} ${who}`;
    this.#values.set(key, [...(this.#values.get(key) ?? []), ...values]);
  }

  note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text);
  }

  /** Does a part of the bench; where it fails, what was measured stays and the failure is told. */
  async attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const words = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      this.note(`**Broke off**: ${what}: ${words}`);
    }
  }

  values(measure: string, who: Name): readonly number[] {
    return this.#values.get(`${measure} ${who}`) ?? [];
  }

  notes(): string {
    return this.#notes.map((note) => `- ${note}`).join('\n');
  }
}

/** What the bench of the viewer measures. */
export class Results extends Figures<Who> {
  table(measures: readonly Measure[]): string {
    const rows = measures
      .filter(({ id }) => competitors.some((who) => this.values(id, who).length > 0))
      .map((measure) => [
        measure.label,
        measure.limit === undefined ? '' : `${statisticWord(measure)} ≤ ${measure.limit} ${measure.unit}`,
        this.#verdict(measure),
        ...competitors.map((who) => cell(this.values(measure.id, who))),
      ]);
    const head = ['measure', 'target', '', ...competitors.map((who) => headings[who])];
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
  }

  /** For `--json`. */
  toJSON(measures: readonly Measure[]): unknown {
    return measures.map((measure) => ({
      ...measure,
      met: this.#met(measure),
      by: Object.fromEntries(
        competitors.flatMap((who) => {
          const values = this.values(measure.id, who);
          const summary = { values, median: quantile(values, 0.5), p95: quantile(values, 0.95) };
          return values.length > 0 ? [[who, summary]] : [];
        }),
      ),
    }));
  }

  #met({ id, statistic, limit }: Measure): boolean | null {
    const values = this.values(id, 'app');
    if (limit === undefined || values.length === 0) return null;
    const q = { median: 0.5, p95: 0.95, max: 1 }[statistic];
    return quantile(values, q) <= limit;
  }

  #verdict(measure: Measure): string {
    const met = this.#met(measure);
    if (met === null) return measure.limit === undefined ? '' : 'not measured';
    return met ? 'met' : '**missed**';
  }
}

function statisticWord({ statistic }: Measure): string {
  return statistic;
}

/** Median / p95 / max (how many). */
export function cell(values: readonly number[]): string {
  if (values.length === 0) return '';
  const show = (value: number) => (Math.abs(value) >= 20 ? value.toFixed(0) : value.toFixed(1));
  if (values.length === 1) return show(values[0] ?? Number.NaN);
  const parts = [0.5, 0.95, 1].map((q) => show(quantile(values, q)));
  return `${parts.join(' / ')} (${values.length})`;
}
