import type { Stores } from '../state/registry.tsx';

/** Asks for what the window shows and follows it, before the first draw: answers are on their way meanwhile. */
export function begin({ kits, notices, session, settings }: Stores): void {
  kits.getState().start();
  notices.getState().start();
  void session.getState().load();
  void settings.getState().load();
}
