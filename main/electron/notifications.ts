import { Notification } from 'electron';

/** One message to the person (main/kits/kit-news.ts). */
export interface News {
  title: string;
  body: string;
  /** The kit that it is about; null where there are several. */
  kit_id: string | null;
}

/** So many are held at most: a notification that is not held loses its click (it is collected as garbage). */
const MAX_HELD = 20;

export interface NotificationDeps {
  /** Whether the person wants them, and has not the window in front of them. */
  wanted(): boolean;
  /** A person clicked it; null where it was about several kits. */
  onClick(kit_id: string | null): void;
}

/**
 * Shows news by the system's notifications (Electron docs, "Notification"). They come from the main process: the page
 * itself may not (session-guards.ts). Where the system has none, nothing happens.
 */
export function createNotifier({ wanted, onClick }: NotificationDeps) {
  const held = new Set<Notification>();
  const tell = (all: readonly News[]): void => {
    if (!wanted() || !Notification.isSupported()) return;
    for (const { title, body, kit_id } of all) {
      const notification = new Notification({ title, body });
      const drop = () => {
        held.delete(notification);
      };
      notification.on('click', () => {
        drop();
        onClick(kit_id);
      });
      notification.on('close', drop);
      notification.on('failed', drop);
      held.add(notification);
      const [oldest] = held;
      if (held.size > MAX_HELD && oldest) held.delete(oldest);
      notification.show();
    }
  };
  return {
    tell,
    /** Takes those away that are still on the screen. */
    clear(): void {
      for (const notification of held) notification.close();
      held.clear();
    },
  };
}
