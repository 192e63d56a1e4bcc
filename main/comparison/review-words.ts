/** Maximum number of charts named in one sentence. */
const MOST = 20;

/** A person's review or its revocation as a sentence: how many charts, and which. Pages with the same name are one chart. */
export function reviewWords({
  pages,
  named,
  reviewed,
}: {
  pages: readonly (readonly [old: number | null, newer: number | null])[];
  named: readonly (string | null)[];
  reviewed: boolean;
}): string {
  const charts = new Map<string, { name: string | null; pages: string[] }>();
  for (const [index, [old, newer]] of pages.entries()) {
    const page =
      newer === null ? `page ${old} of the earlier kit, gone` : `page ${newer}${old === null ? ', new' : ''}`;
    const name = named[index] ?? null;
    const key = name === null ? `page ${index}` : `name ${name}`;
    const chart = charts.get(key);
    if (chart) chart.pages.push(page);
    else charts.set(key, { name, pages: [page] });
  }
  const words = [...charts.values()]
    .slice(0, MOST)
    .map((chart) =>
      chart.name === null ? chart.pages.join('; ') : `${chart.name} (${chart.pages.join('; ')})`,
    );
  const more = charts.size > MOST ? `; and ${charts.size - MOST} more` : '';
  const count = `${charts.size} ${charts.size === 1 ? 'chart' : 'charts'}`;
  return `${reviewed ? 'Reviewed the changes of' : 'No longer reviewed: the changes of'} ${count}: ${words.join('; ')}${more}.`;
}
