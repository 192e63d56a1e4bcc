/** The fake's charts: what each page of a kit's document is; nothing until a test says so. */
import type { KitCharts } from '../../preload/contract.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { type Named, ok } from './fake-setup.ts';

/** @param charts by kit; what is not in it waits for its turn */
export function createFakeCharts(
  named: Named,
  charts: ReadonlyMap<string, KitCharts>,
): Pick<FakeBridge['reading'], 'charts'> {
  return {
    charts: named('reading.charts', (id) =>
      ok(charts.get(id) ?? { sha256: '', state: 'waiting' as const, pages: [] }),
    ),
  };
}
