import type { GuidePlace, Pane, Screen } from '../shell/state/navigation-store.ts';

/** A place of the user guide that a screen is described at. */
interface Context extends GuidePlace {
  guide: string;
  heading: string;
}

const at = (heading: string, guide = 'user-guide'): Context => ({ guide, heading });

/** The place of each screen, and of what stands beside the list. A test proves that all of them are there. */
export const contexts = {
  first: at('set-up-once'),
  settings: at('settings'),
  policy: at('policies', 'administrator-guide'),
  batch: at('many-flights', 'scheduler-guide'),
  record: at('request-a-kit'),
  changes: at('what-changed-since-the-kit-before'),
  viewer: at('read'),
  kit: at('find-a-kit'),
  request: at('request-a-kit'),
  track: at('request-a-kit'),
  shelf: at('request-a-kit'),
  ready: at('before-you-close-the-lid'),
} as const satisfies Record<Exclude<Screen['name'], 'library' | 'guides'> | Pane, Context>;

/** Where the guides tell of what is on the screen. */
export function contextOf(screen: Screen, pane: Pane): Context {
  if (screen.name === 'guides') return contextOf(screen.from, pane);
  return contexts[screen.name === 'library' ? pane : screen.name];
}
