import { useEffect, useId, useRef, useState } from 'react';
import type { BackupCopy } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { Check } from '../design/field.tsx';
import { formatUtc } from '../design/format.ts';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { useCall } from '../shell/state/calls.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { backupWords } from './words.ts';

const words = backupWords;

/**
 * The backup copies of what can't be requested again, and the way back to one of them. `asked` is another object each time
 * that a person asks for them, who gets the focus then.
 */
export function BackupsCard({ asked }: { asked: object | null }) {
  const bridge = useBridge();
  const { answer, failure, run } = useCall(bridge.backups.list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the card is opened
  useEffect(() => void run(), []);
  return (
    <div className="stack">
      <p className="muted">{words.intro}</p>
      <FailureNotice failure={failure} again={() => void run()} />
      {answer?.length === 0 ? <Notice tone="calm">{words.none}</Notice> : null}
      {answer && answer.length > 0 ? <Copies copies={answer} asked={asked} /> : null}
    </div>
  );
}

function Copies({ copies, asked }: { copies: readonly BackupCopy[]; asked: object | null }) {
  const bridge = useBridge();
  const group = useId();
  const [chosen, setChosen] = useState(copies[0]?.id);
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (asked === null) return;
    const radio = list.current?.querySelector<HTMLElement>('input:checked');
    radio?.scrollIntoView({ block: 'center' });
    radio?.focus({ preventScroll: true });
  }, [asked]);
  const restore = useCall(bridge.backups.restore);
  const copy = copies.find(({ id }) => id === chosen);
  const { busy } = restore;
  return (
    <>
      <fieldset ref={list} className="choices" disabled={busy}>
        <legend className="sr-only">{words.list}</legend>
        {copies.map((one) => (
          <Check
            key={one.id}
            type="radio"
            name={group}
            checked={one.id === chosen}
            onChange={() => setChosen(one.id)}
          >
            {describe(one)}
          </Check>
        ))}
      </fieldset>
      <FailureNotice failure={restore.failure} />
      <div className="row">
        <Button disabled={busy || !copy} onClick={() => copy && void restore.run(copy.id)}>
          {words.restore}
        </Button>
      </div>
    </>
  );
}

function describe({ made_at, why, ...holds }: BackupCopy): string {
  const { kits, acknowledgements, marks, settings } = holds;
  const counts = [
    kits === null ? null : words.kits(kits),
    acknowledgements === null ? null : words.acknowledgements(acknowledgements),
    marks === null ? null : words.marks(marks),
    settings ? words.settings : null,
  ].filter((text) => text !== null);
  return words.copy(formatUtc(made_at), counts.join(', '), why === 'update');
}
