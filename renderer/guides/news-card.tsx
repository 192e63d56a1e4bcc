import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useAppearance } from '../design/appearance.ts';
import { Button, IconButton } from '../design/button.tsx';
import { choicesStore, keepChoice } from '../design/choices.ts';
import { Icon } from '../design/icons.tsx';
import { useNow } from '../design/timing.ts';
import { useKits } from '../kits/kits-store.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { NEWS, type Release } from './guide.ts';
import { type GoTo, GuideText } from './guide-text.tsx';
import { isCalm, newsToTell } from './news.ts';
import { packed } from './packed.ts';
import { newsWords } from './words.ts';
import './news-card.css';

/** How often it is looked whether the moment is calm, ms. */
const LOOK_MS = 10_000;

/** After an update, at a calm moment: that there is something new. Below the list, so that nothing moves under a person's eyes. */
export function NewsCard({ version, before }: { version: string; before: string }) {
  const seen = useStore(choicesStore, (state) => state.news_seen);
  const releases = newsToTell(packed.releases, { current: version, before, seen });
  return releases.length > 0 ? <Card version={version} before={before} releases={releases} /> : null;
}

function Card(props: { version: string; before: string; releases: readonly Release[] }) {
  const { version, before, releases } = props;
  const [navigation] = useStores(navigationSlice);
  const now = useNow(true, LOOK_MS);
  const { cockpit } = useAppearance();
  const kits = useKits((state) => state.kits);
  const complete = useKits((state) => state.complete);
  const [begun, setBegun] = useState(false);
  const calm = isCalm({ now, cockpit, complete, kits });
  useEffect(() => {
    // Once it is there it stays, whatever a person does then; it does not come while they do it.
    if (now > 0) setBegun((before) => calm && (before || !isBusy()));
  }, [calm, now]);
  const isShown = calm && begun;
  const goTo: GoTo = (guide, heading) =>
    navigation.getState().toGuides({ guide, ...(heading === null ? {} : { heading }) });
  const put = () => keepChoice({ news_seen: version });
  return (
    <section className="news" aria-label={newsWords.region} aria-live="polite" hidden={!isShown}>
      {isShown ? (
        <div className="news__card">
          <Icon name="info" />
          <div className="news__text">
            <p>{newsWords.title(version, before)}</p>
            {releases.map((release) =>
              release.efb && release.version ? (
                <p key={release.version} className="news__efb">
                  {newsWords.efb(release.version)} <GuideText of={release.efb} goTo={goTo} />
                </p>
              ) : null,
            )}
          </div>
          <Button
            onClick={() => {
              put();
              navigation.getState().toGuides({ guide: NEWS, since: before });
            }}
          >
            {newsWords.read}
          </Button>
          <IconButton icon="cross" label={newsWords.dismiss} onClick={put} />
        </div>
      ) : null}
    </section>
  );
}

/** Whether a person is being asked something, or writes. */
function isBusy(): boolean {
  const at = document.activeElement;
  return (
    document.querySelector('dialog:modal, [popover]:popover-open') !== null ||
    at?.matches('input, textarea, select') === true
  );
}
