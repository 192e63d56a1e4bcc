import type { Kit } from '../../../preload/contract.ts';
import { formatUtc, formatUtcDate } from '../../design/format.ts';
import { Badge } from '../../design/notice.tsx';
import { kitTitle } from '../../kits/kit-words.ts';
import { currencyOf, type Made, madeWhen } from '../../kits/trust-facts.ts';
import { type Soundness, useTrust } from '../../kits/trust-store.ts';
import { strings } from '../../strings/strings.ts';
import './trust.css';

/**
 * Which kit, which page, made when, in which AIRAC cycle, and whether the file on this laptop is still the one that was
 * verified. Stands in the header of every view, whatever else is hidden.
 */
export function TrustLine({ kit, page, pageCount }: { kit: Kit | null; page: number; pageCount: number }) {
  const trust = useTrust((state) => (kit ? (state.known.get(kit.id) ?? null) : null));
  if (!kit) return null;
  const known = trust?.sha256 === kit.document?.sha256 ? trust : null;
  const made = known?.made ?? madeWhen(kit, []);
  return (
    <div className="trust">
      <h1 className="trust__kit">
        <span className="trust__route">{kitTitle(kit)}</span>
        {kit.trip?.flight ? <span className="trust__flight">{kit.trip.flight}</span> : null}
      </h1>
      <ul className="trust__facts" aria-label={strings.trust.label}>
        {pageCount > 0 ? <li className="trust__page">{strings.trust.page(page, pageCount)}</li> : null}
        {made ? (
          <li className="trust__made" title={strings.trust[made.kind](formatUtc(made.at, { seconds: true }))}>
            {strings.trust[made.kind](shortUtc(made.at))}
          </li>
        ) : null}
        {made ? <AiracFact kit={kit} made={made} /> : null}
        <li>
          <SoundnessFact kit={kit} soundness={known?.soundness ?? null} />
        </li>
      </ul>
    </div>
  );
}

/** A time without its year, where that is this year's. */
function shortUtc(iso: string): string {
  return formatUtc(iso).replace(` ${new Date().getUTCFullYear()} `, ' ');
}

function AiracFact({ kit, made }: { kit: Kit; made: Made }) {
  const words = strings.trust;
  const { cycle, flight } = currencyOf(kit, made.at);
  const day = (ms: number) => formatUtcDate(new Date(ms).toISOString());
  if (!flight) {
    return (
      <li className="trust__airac" title={words.airacTitle(cycle.id, day(cycle.from), day(cycle.to))}>
        {words.airac(cycle.id)}
      </li>
    );
  }
  return (
    <li className="trust__airac" title={words.airacOtherTitle(cycle.id, flight.id, day(flight.from))}>
      <Badge tone="warn">{words.airacOther(cycle.id, flight.id)}</Badge>
    </li>
  );
}

function SoundnessFact({ kit, soundness }: { kit: Kit; soundness: Soundness | null }) {
  const words = strings.trust;
  if (!kit.document) return <Badge tone="warn">{words.notOnLaptop}</Badge>;
  switch (soundness?.state) {
    case undefined:
      return <Badge tone="calm">{words.onLaptop}</Badge>;
    case 'checking':
      return (
        <span title={words.checkingTitle}>
          <Badge tone="calm" icon="clock">
            {words.checking}
          </Badge>
        </span>
      );
    case 'sound':
      return (
        <span title={words.verifiedAt(formatUtc(soundness.at, { seconds: true }))}>
          <Badge tone="ok">{words.verifiedNow}</Badge>
        </span>
      );
    case 'altered':
      return (
        <span title={soundness.what}>
          <Badge tone="danger">{words.altered}</Badge>
        </span>
      );
    case 'unchecked':
      return (
        <span title={soundness.what}>
          <Badge tone="warn">{words.unchecked}</Badge>
        </span>
      );
  }
}
