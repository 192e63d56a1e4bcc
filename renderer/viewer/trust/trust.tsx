import type { Kit } from '../../../preload/contract.ts';
import { sameChart } from '../../charts/chart-outline.ts';
import { useChartsStore } from '../../charts/charts-store.ts';
import { ChangesFact } from '../../comparison/in-viewer/in-viewer.tsx';
import { Button } from '../../design/button.tsx';
import { formatUtcShort } from '../../design/format.ts';
import { Badge, Notice } from '../../design/notice.tsx';
import { cautionWords, chipWords, dateWords, kitAirac } from '../../kits/airac.ts';
import { kitTitle } from '../../kits/kit-words.ts';
import { useKits } from '../../kits/kits-store.ts';
import { openingSlice } from '../../kits/opening-store.ts';
import { SoundnessNote } from '../../kits/soundness-note.tsx';
import { newerWithdrawnText, soundnessLook, withdrawnNewer } from '../../kits/soundness-words.ts';
import { openingWords, trustWords } from '../../kits/words.ts';
import { useBridge, useStores } from '../../shell/state/registry.tsx';
import { useViewerStore } from '../document/viewer-context.tsx';
import './trust.css';

/** The kit in the header. Its tip says when the kit was made, by which evidence, and when its document was verified. */
export function KitName({ kit }: { kit: Kit }) {
  const tip = [...dateWords(kit), soundnessLook(kit)?.title].filter(Boolean).join('\n');
  return (
    <h1 className="trust__kit" title={tip}>
      {kitTitle(kit)}
      {kit.trip?.flight ? <span className="trust__flight">{kit.trip.flight}</span> : null}
    </h1>
  );
}

/**
 * What a person must know of the kit: whether it is of its flight's cycle, what changed, and whether the file on this laptop is
 * the verified one. In the header of every view; what is as it should be is only for screen readers.
 */
export function KitSigns({ kit }: { kit: Kit }) {
  const airac = kitAirac(kit, Date.now());
  const caution = airac && cautionWords(kit, airac);
  const look = soundnessLook(kit);
  const isGood = look?.tone === 'ok' || look?.tone === 'calm';
  return (
    <ul className="trust" aria-label={trustWords.label}>
      <li className={isGood ? 'sr-only' : undefined} title={look?.title}>
        <Badge tone={look?.tone ?? 'warn'}>
          <span className="trust__word">
            {look ? trustWords.onLaptop(look.word) : trustWords.notOnLaptop}
          </span>
        </Badge>
      </li>
      {airac && caution ? (
        <li title={caution}>
          <Badge tone="warn">
            <span className="trust__word">{chipWords(airac)}</span>
          </Badge>
        </li>
      ) : null}
      <ChangesFact kit={kit} />
    </ul>
  );
}

/** Shown over the pages while their document is not the verified one, could not be checked, or is missing. */
export function TrustAlert({ kit }: { kit: Kit }) {
  if (kit.document) return <SoundnessNote kit={kit} alert />;
  return (
    <Notice tone="danger" alert>
      <strong>{trustWords.notOnLaptop}.</strong> {kit.failure?.message ?? kit.activity}
    </Notice>
  );
}

const words = openingWords.superseded;

/** Above the pages of a kit that is not the newest of its flight. */
export function OlderKit({ kit }: { kit: Kit }) {
  const withdrawn = useKits((state) => withdrawnNewer(kit, state.kits));
  if (withdrawn === null) return <ReplacedKit kit={kit} />;
  return (
    <div className="older-kit">
      <Notice tone="warn" alert>
        {newerWithdrawnText(withdrawn, Date.now())}
      </Notice>
    </div>
  );
}

/** Says that a newer kit has replaced this one, and opens the newer one at the same chart. */
function ReplacedKit({ kit }: { kit: Kit }) {
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
