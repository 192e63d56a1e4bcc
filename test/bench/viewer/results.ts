/** What was measured, and by whom. */

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

/** Median / p95 / max (how many). */
export function cell(values: readonly number[]): string {
  if (values.length === 0) return '';
  const show = (value: number) => (Math.abs(value) >= 20 ? value.toFixed(0) : value.toFixed(1));
  if (values.length === 1) return show(values[0] ?? Number.NaN);
  const parts = [0.5, 0.95, 1].map((q) => show(quantile(values, q)));
  return `${parts.join(' / ')} (${values.length})`;
}
