import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { FLIGHT_MS } from '../../main/kits/rules/kit-facts.ts';
import { compareVersions } from '../../main/updates/rules/versions.ts';
import type { Kit } from '../../preload/contract.ts';
import { useAppearance } from '../design/appearance.ts';
import { Button, IconButton } from '../design/button.tsx';
import { choicesStore, keepChoice } from '../design/choices.ts';
import { Icon } from '../design/icons.tsx';
import { useNow } from '../design/timing.ts';
import { useKits } from '../kits/kits-store.ts';
import { navigationSlice } from '../shell/state/navigation-store.ts';
import { useStores } from '../shell/state/registry.tsx';
import { type Guide, type GuideSection, NEWS, type Release } from './guide.ts';
import { type GoTo, GuideText } from './guide-text.tsx';
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
        <div className="bar news__card">
          <Icon name="info" />
          <div className="news__text">
            <p>{newsWords.title(version, before)}</p>
            {releases.map((release) =>
              release.efb && release.version ? (
                <p key={release.version} className="hint">
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

/** How long before a departure nothing is shown, ms: report time, the way to the aircraft and flight preparation. */
export const QUIET_MS = 6 * 3_600_000;

/** What runs, and what is known of the person. */
interface Versions {
  /** The version that runs. */
  current: string;
  /** The version before it; null if there was none. */
  before: string | null;
  /** The version whose news was seen or put away; null for none. */
  seen: string | null;
}

/** The versions after `since` up to `current`, as the changelog has them: the last one first. Empty where that is no way ahead. */
export function releasesSince(
  releases: readonly Release[],
  since: string,
  current: string,
): readonly Release[] {
  return releases.filter(({ version }) => {
    if (version === null) return false;
    const [after, upTo] = [compareVersions(version, since), compareVersions(version, current)];
    return after !== null && upTo !== null && after > 0 && upTo <= 0;
  });
}

/** The versions to tell of once; empty at a first installation, after a way back, and when it was seen. */
export function newsToTell(
  releases: readonly Release[],
  { current, before, seen }: Versions,
): readonly Release[] {
  if (before === null) return [];
  const toSeen = seen === null ? null : compareVersions(current, seen);
  if (toSeen !== null && toSeen <= 0) return [];
  return releasesSince(releases, before, current);
}

/** What goes on at a moment. */
interface Moment {
  now: number;
  cockpit: boolean;
  /** Whether all kits are known. */
  complete: boolean;
  kits: readonly Pick<Kit, 'trip' | 'created_at'>[];
}

/**
 * Whether something that can wait may be told: not in cockpit mode, and not from `QUIET_MS` before the departure of a flight of
 * this laptop until it is over. A kit whose flight is not known counts as one of the hours after its request.
 */
export function isCalm({ now, cockpit, complete, kits }: Moment): boolean {
  if (cockpit || !complete) return false;
  const near = (departure: string | undefined, otherwise: boolean) => {
    const at = Date.parse(departure ?? '');
    return Number.isNaN(at) ? otherwise : at - QUIET_MS <= now && now < at + FLIGHT_MS;
  };
  return !kits.some(({ trip, created_at }) => near(trip?.departure, now - Date.parse(created_at) < QUIET_MS));
}

/** The sections of the changelog that tell of these versions. */
export function sectionsOf({ sections }: Guide, releases: readonly Release[]): readonly GuideSection[] {
  const wanted = new Set(releases.map(({ heading }) => heading));
  let within = false;
  return sections.filter(({ heading, level }) => {
    if (heading !== null && level === 2) within = wanted.has(heading);
    return within;
  });
}
