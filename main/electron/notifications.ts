import { Notification } from 'electron';

/** A notification (main/kits/kit-news.ts). */
export interface News {
  title: string;
  body: string;
  /** The kit; null if the notification is about several. */
  kit_id: string | null;
}

/** Most notifications that are referenced: one that is not loses its click (it is garbage-collected). */
const MAX_HELD = 20;

export interface NotificationDeps {
  /** Whether the person wants notifications and the window is not in front. */
  wanted(): boolean;
  /** A person clicked it; null if it was about several kits. */
  onClick(kit_id: string | null): void;
}

/**
 * Shows news as system notifications (Electron docs, "Notification"). The main process sends them: the page may not
 * (session-guards.ts). Does nothing if the system has none.
 */
export function createNotifier({ wanted, onClick }: NotificationDeps) {
  const referenced = new Set<Notification>();
  const tell = (all: readonly News[]): void => {
    if (!wanted() || !Notification.isSupported()) return;
    for (const { title, body, kit_id } of all) {
      const notification = new Notification({ title, body });
      const drop = () => {
        referenced.delete(notification);
      };
      notification.on('click', () => {
        drop();
        onClick(kit_id);
      });
      notification.on('close', drop);
      notification.on('failed', drop);
      referenced.add(notification);
      const [oldest] = referenced;
      if (referenced.size > MAX_HELD && oldest) referenced.delete(oldest);
      notification.show();
    }
  };
  return {
    tell,
    /** Removes those that are still on the screen. */
    clear(): void {
      for (const notification of referenced) notification.close();
      referenced.clear();
    },
  };
}
