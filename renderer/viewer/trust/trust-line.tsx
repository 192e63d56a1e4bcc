import type { Kit } from '../../../preload/contract.ts';
import { ChangesFact } from '../../comparison/in-viewer/changes-fact.tsx';
import { Badge } from '../../design/notice.tsx';
import { kitAirac } from '../../kits/airac.ts';
import { cautionWords, chipWords, dateWords, headerDate } from '../../kits/airac-words.ts';
import { kitTitle } from '../../kits/kit-words.ts';
import { soundnessLook } from '../../kits/soundness-words.ts';
import { trustWords } from '../../kits/words.ts';
import './trust.css';

/**
 * The kit, when it was made and by which evidence, and whether the file on this laptop is still the verified one.
 * Always in the header of every view, even if other parts are hidden.
 */
export function TrustLine({ kit }: { kit: Kit | null }) {
  if (!kit) return null;
  return (
    <div className="trust">
      <h1 className="trust__kit">
        <span className="trust__route">{kitTitle(kit)}</span>
        {kit.trip?.flight ? <span className="trust__flight">{kit.trip.flight}</span> : null}
      </h1>
      <ul className="trust__facts" aria-label={trustWords.label}>
        <DateFacts kit={kit} />
        <ChangesFact kit={kit} />
        <li>
          <SoundnessFact kit={kit} />
        </li>
      </ul>
    </div>
  );
}

/** When the kit was made, by the best evidence, and a caution where that is not known to be of its flight's cycle. */
function DateFacts({ kit }: { kit: Kit }) {
  const airac = kitAirac(kit, Date.now());
  if (!airac) return null;
  const caution = cautionWords(kit, airac);
  // Without the year, where that is this year's.
  const date = headerDate(kit, airac).replace(` ${new Date().getUTCFullYear()} `, ' ');
  return (
    <>
      <li className="trust__made" title={dateWords(kit).join('\n')}>
        {date}
      </li>
      {caution ? (
        <li className="trust__airac" title={caution}>
          <Badge tone="warn">{chipWords(airac)}</Badge>
        </li>
      ) : null}
    </>
  );
}

function SoundnessFact({ kit }: { kit: Kit }) {
  const look = soundnessLook(kit);
  if (!look) return <Badge tone="warn">{trustWords.notOnLaptop}</Badge>;
  return (
    <span title={look.title}>
      <Badge tone={look.tone} {...(kit.soundness?.state === 'checking' ? { icon: 'clock' } : {})}>
        {trustWords.onLaptop(look.word)}
      </Badge>
    </span>
  );
}
