import { type FormEvent, useState } from 'react';
import type { BoardKit, DeskWords } from '../../preload/contract.ts';
import { Button } from '../design/button.tsx';
import { InputField } from '../design/field.tsx';
import { FailureNotice } from '../design/notice.tsx';
import { useCall } from '../shell/state/calls.ts';
import { useBridge } from '../shell/state/registry.tsx';
import { deskWords as words } from './words.ts';

/** The contract's own bound (preload/contract/shelf.ts). */
const MAX_LENGTH = 1000;

/** What a desk says to those who have a kit: a message that they have to read, or that it is withdrawn. The main process asks first. */
export function DeskSays({ profile_id, kit, onSaid }: { profile_id: string; kit: BoardKit; onSaid(): void }) {
  const [kind, setKind] = useState<DeskWords | null>(null);
  const [text, setText] = useState('');
  const bridge = useBridge();
  const say = useCall(async (what: DeskWords) => {
    if (!(await bridge.shelf.say(profile_id, kit.tripkit_id, what, text.trim()))) return;
    setKind(null);
    setText('');
    onSaid();
  });

  function submit(event: FormEvent, what: DeskWords) {
    event.preventDefault();
    void say.run(what);
  }

  const flight = kit.trip.flight ?? kit.tripkit_id;
  if (kind === null)
    return (
      <div className="row">
        {(['message', 'withdrawal'] as const).map((one) => (
          <Button key={one} look="quiet" aria-label={words.labels[one](flight)} onClick={() => setKind(one)}>
            {words.buttons[one]}
          </Button>
        ))}
      </div>
    );
  return (
    <form className="stack" noValidate onSubmit={(event) => submit(event, kind)}>
      <InputField
        label={words.texts[kind]}
        autoFocus
        value={text}
        maxLength={MAX_LENGTH}
        onChange={(event) => setText(event.target.value)}
      />
      <FailureNotice failure={say.failure} />
      <div className="row">
        <Button type="submit" look="primary" disabled={say.busy || text.trim() === ''}>
          {words.buttons[kind]}
        </Button>
        <Button look="quiet" disabled={say.busy} onClick={() => setKind(null)}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
