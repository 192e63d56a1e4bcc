import type { App, BrowserWindow } from 'electron';

/** The state of the icon. */
export interface IconFacts {
  /** The share of the present work that is done, 0 to 1; null if there is none. */
  progress: number | null;
  /** How many kits need the person. */
  badge: number;
}

/** The part of a window that the taskbar needs. */
type Target = Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar'>;

/**
 * Shows progress and the number of kits that need a person on the taskbar or the dock. Windows shows no number (Electron
 * docs, `app.setBadgeCount`: Linux and macOS).
 */
export function createTaskbar(app: Pick<App, 'setBadgeCount'>, platform: NodeJS.Platform) {
  let progress = -1;
  const put = (window: Target | null) => {
    if (window && !window.isDestroyed()) window.setProgressBar(progress);
  };
  return {
    show(facts: IconFacts, window: Target | null): void {
      // A negative value removes the bar.
      progress = facts.progress ?? -1;
      put(window);
      if (platform !== 'win32') app.setBadgeCount(facts.badge);
    },
    /** A window has opened: it starts without a bar. */
    opened: put,
  };
}
