import type { Kit } from '../../../preload/contract.ts';
import { useChartsStore } from '../../charts/charts-context.ts';
import { sameChart } from '../../charts/same-chart.ts';
import { Button } from '../../design/button.tsx';
import { formatUtcShort } from '../../design/format.ts';
import { Notice } from '../../design/notice.tsx';
import { useKits } from '../../kits/kits-store.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { openingWords } from '../../kits/words.ts';
import { useBridge, useStores } from '../../shell/state/registry.tsx';
import { useViewerStore } from '../document/viewer-context.tsx';
import './trust.css';

const words = openingWords.superseded;

/** Above the pages of a kit that a newer one has replaced: says so, and opens the newer one at the same chart. */
export function OlderKit({ kit }: { kit: Kit }) {
  const bridge = useBridge();
  const viewer = useViewerStore();
  const charts = useChartsStore();
  const [opening] = useStores(openingSlice);
  const newer = useKits((state) => state.find(kit.superseded_by ?? ''));
  if (!newer) return null;
  const { id, created_at, document } = newer;

  async function openNewer() {
    const { page } = viewer.getState();
    const pages = [...charts.getState().pages.values()].map((shown) => shown.page);
    // Without the charts of the newer kit it opens at the same page.
    const answer = await bridge.reading.charts(id).catch(() => null);
    const chart = sameChart(pages, page, answer?.pages ?? []);
    opening.getState().ask(id, chart ?? (page <= (document?.pages ?? 0) ? page : 1));
  }
  return (
    <div className="older-kit">
      <Notice
        tone="warn"
        alert
        action={
          <Button look="primary" onClick={() => void openNewer()}>
            {words.openIt}
          </Button>
        }
      >
        <strong>{words.older}:</strong> {words.newerIs(formatUtcShort(created_at, Date.now()))}
      </Notice>
    </div>
  );
}
