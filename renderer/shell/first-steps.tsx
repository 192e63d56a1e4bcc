import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { DropZone } from '../design/drop-zone.tsx';
import { FailureNotice, Notice } from '../design/notice.tsx';
import { setupWords } from '../setup/words.ts';
import { navigationSlice } from './state/navigation-store.ts';
import { useStores } from './state/registry.tsx';
import { sessionSlice, useSession } from './state/session-store.ts';
import { firstStepsWords } from './words.ts';
import '../design/steps.css';

const words = firstStepsWords;

/** What the library shows while there is neither a kit nor a profile to request one: how to open set-up. */
export function FirstSteps() {
  const [session, navigation] = useStores(sessionSlice, navigationSlice);
  const profile = useSession((state) => state.profile);
  const identity = useSession((state) => state.identity);
  const usable = identity?.state === 'usable';
  const failure = useSession((state) => (state.failure?.step === 'files' ? state.failure.error : null));
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.querySelector<HTMLElement>('.button--primary')?.focus(), []);
  const hasShelf = useSession((state) => state.profiles.some(({ shelf }) => shelf));
  useEffect(() => {
    if (usable) navigation.getState().show('request');
    // Kits of a shelf need no certificate.
    else if (hasShelf) navigation.getState().show('shelf');
  }, [navigation, usable, hasShelf]);
  return (
    <main className="steps" id="content" tabIndex={-1}>
      <div ref={card} className="steps__card stack">
        <h1>{words.title}</h1>
        <p className="muted">{profile ? words.identity(profile.name) : words.both}</p>
        {identity?.state === 'locked' ? (
          <Notice tone="warn">
            <strong>{`${setupWords.locked}. `}</strong>
            {identity.reason}
          </Notice>
        ) : null}
        <FailureNotice failure={failure} />
        <DropZone
          hint={words.drop}
          disabled={false}
          onFiles={(files) => void session.getState().handFiles(files)}
        >
          <Button look="primary" onClick={() => void session.getState().openSetup()}>
            {words.open}
          </Button>
        </DropZone>
        <div className="row">
          <span className="muted">{words.other}</span>
          <Button onClick={() => void session.getState().handOver(null)}>{words.handOver}</Button>
        </div>
      </div>
    </main>
  );
}
