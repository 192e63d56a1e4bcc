import type { Kit } from '../../../preload/contract.ts';
import { ChangesFact } from '../../comparison/in-viewer/changes-fact.tsx';
import { Badge } from '../../design/notice.tsx';
import { kitAirac } from '../../kits/airac.ts';
import { cautionWords, chipWords, dateWords } from '../../kits/airac-words.ts';
import { kitTitle } from '../../kits/kit-words.ts';
import { soundnessLook } from '../../kits/soundness-words.ts';
import { trustWords } from '../../kits/words.ts';
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
