import type { App, BrowserWindow } from 'electron';

/** What the icon shows. */
export interface IconFacts {
  /** How much of the present work is done, 0 to 1; null where there is none. */
  progress: number | null;
  /** How many kits want the person. */
  badge: number;
}

/** As much of a window as the taskbar needs. */
type Target = Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar'>;

/**
 * Shows progress and the number of kits that want a person on the taskbar or the dock. Windows has no number there
 * (Electron docs, `app.setBadgeCount`: Linux and macOS).
 */
export function createTaskbar(app: Pick<App, 'setBadgeCount'>, platform: NodeJS.Platform) {
  let progress = -1;
  const put = (window: Target | null) => {
    if (window && !window.isDestroyed()) window.setProgressBar(progress);
  };
  return {
    show(facts: IconFacts, window: Target | null): void {
      // Less than nought takes the bar away.
      progress = facts.progress ?? -1;
      put(window);
      if (platform !== 'win32') app.setBadgeCount(facts.badge);
    },
    /** A window has opened: it begins without a bar. */
    opened: put,
  };
}
