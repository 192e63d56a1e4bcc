import type { Kit } from '../../../preload/contract.ts';
import { formatUtc, formatUtcDate } from '../../design/format.ts';
import { Badge, type Tone } from '../../design/notice.tsx';
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
  if (!kit.document) return <Badge tone="warn">{strings.trust.notOnLaptop}</Badge>;
  if (!soundness) return <Badge tone="calm">{strings.trust.onLaptop}</Badge>;
  const { tone, word, title } = factOf(soundness);
  return (
    <span title={title}>
      <Badge tone={tone} {...(soundness.state === 'checking' ? { icon: 'clock' } : {})}>
        {word}
      </Badge>
    </span>
  );
}

function factOf(soundness: Soundness): { tone: Tone; word: string; title: string } {
  const words = strings.trust;
  switch (soundness.state) {
    case 'checking':
      return { tone: 'calm', word: words.checking, title: words.checkingTitle };
    case 'sound': {
      const at = formatUtc(soundness.at, { seconds: true });
      return { tone: 'ok', word: words.verifiedNow, title: words.verifiedAt(at) };
    }
    case 'altered':
      return { tone: 'danger', word: words.altered, title: soundness.what };
    case 'unchecked':
      return { tone: 'warn', word: words.unchecked, title: soundness.what };
  }
}
