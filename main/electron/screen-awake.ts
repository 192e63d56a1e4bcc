import type { BrowserWindow, PowerSaveBlocker } from 'electron';

/** The part of a window that is followed. */
type Seen = Pick<BrowserWindow, 'isDestroyed' | 'isVisible' | 'isMinimized' | 'on'>;

function isSeen(window: Seen): boolean {
  return !window.isDestroyed() && window.isVisible() && !window.isMinimized();
}

/**
 * Keeps the screen awake while that is wanted and a window is visible (Electron docs, "powerSaveBlocker"). The system ends
 * this when the process ends in any way.
 */
export function createScreenAwake(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>) {
  let wanted = false;
  const windows = new Set<Seen>();
  let id: number | null = null;
  const put = () => {
    if (wanted && [...windows].some(isSeen)) id ??= blocker.start('prevent-display-sleep');
    else if (id !== null) {
      blocker.stop(id);
      id = null;
    }
  };
  return {
    /** Whether the screen must stay awake from now on. */
    want(next: boolean): void {
      wanted = next;
      put();
    },
    /** A window has opened: the screen stays awake while it is visible. */
    opened(next: Seen): void {
      windows.add(next);
      next.on('show', put);
      next.on('hide', put);
      next.on('minimize', put);
      next.on('restore', put);
      next.on('closed', () => {
        windows.delete(next);
        put();
      });
      put();
    },
  };
}
