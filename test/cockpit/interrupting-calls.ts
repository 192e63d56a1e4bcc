/** Every place of the main process that can reach a person who did nothing, and what becomes of it in cockpit mode. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const MAIN = join(import.meta.dirname, '../../main');

/** Calls by which main reaches a person, or begins work that nobody asked for now. */
const CALLS = {
  notification: /new Notification\(/g,
  balloon: /displayBalloon\(/g,
  dialog: /\b(?:dialog|electronDialog)\.show\w+\(/g,
  print: /\.print\(\{/g,
  flash: /flashFrame\(|\.bounce\(/g,
  icon: /setProgressBar\(|setBadgeCount\(|setOverlayIcon\(/g,
  front: /\.focus\(|\.moveTop\(|setAlwaysOnTop\(|\b(?:current|opened|window)\.show\(/g,
  notice: /notices\.add\(/g,
  beep: /shell\.beep\(/g,
} as const;

type Call = keyof typeof CALLS;

/** `waits`: until the mode is left. `own act`: a person did something just now. `the end`: the app can't go on. */
type Answer = 'waits' | 'own act' | 'the end';

/** By file: so many calls of a kind, and what becomes of them. */
export const interruptingCalls: Readonly<Record<string, Partial<Record<Call, readonly [number, Answer]>>>> = {
  'parcels/backup/backup-keeper.ts': { notice: [1, 'waits'] },
  'cockpit/cockpit-sources.ts': { notice: [1, 'own act'] },
  // The view that was read is gone from the screen: why is said in its place.
  'support/crash-recovery.ts': { notice: [1, 'own act'] },
  'kits/document-dates.ts': { notice: [1, 'waits'] },
  'identity/expiry-watch.ts': { notice: [1, 'waits'] },
  'parcels/hand-over/incoming-hand-over.ts': { notice: [3, 'waits'] },
  'kits/retention.ts': { notice: [1, 'waits'] },
  'parcels/tell-damage.ts': { notice: [7, 'waits'] },
  'policies/tell-policies.ts': { notice: [2, 'waits'] },
  'kits/open.ts': { notice: [1, 'waits'] },
  'electron/deep-link.ts': { notice: [1, 'own act'] },
  // At the start, by another start, and by a click on a notification.
  'electron/desktop.ts': { front: [3, 'own act'] },
  'electron/dialogs.ts': { dialog: [8, 'own act'] },
  // Opened by a person: from set-up, the menu, the tray, a link, or another start.
  'electron/app-windows.ts': { front: [4, 'own act'] },
  'electron/print-window.ts': { print: [1, 'own act'] },
  'electron/tray.ts': { icon: [2, 'waits'], notification: [1, 'waits'] },
  // Asked for in a window, the menu or a link.
  'electron/viewer-windows.ts': { front: [3, 'own act'] },
  'electron/window.ts': { front: [3, 'own act'] },
  'profile/profile-intake.ts': { notice: [1, 'own act'] },
  'main.ts': { dialog: [1, 'the end'] },
  // The window comes up where a further one crashed: what was read there is told in it.
  'electron/open-desktop.ts': { dialog: [1, 'the end'], front: [1, 'own act'], notice: [1, 'own act'] },
  'parcels/open-library.ts': { notice: [1, 'waits'] },
  'record/open.ts': { notice: [1, 'waits'] },
  'desk/watch-keeper.ts': { notice: [2, 'waits'] },
  'electron/open-windows.ts': { front: [1, 'own act'] },
  'updates/updates.ts': { notice: [2, 'waits'] },
};

/** The calls that there are, in the form of the table. */
export function foundCalls(): Record<string, Partial<Record<Call, number>>> {
  const found: Record<string, Partial<Record<Call, number>>> = {};
  for (const entry of readdirSync(MAIN, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    for (const [call, pattern] of Object.entries(CALLS) as [Call, RegExp][]) {
      const count = text.match(pattern)?.length ?? 0;
      if (count === 0) continue;
      const name = relative(MAIN, path).split(sep).join('/');
      found[name] = { ...found[name], [call]: count };
    }
  }
  return found;
}

/** Whether the notices of a file wait: none of them is put up `now`. */
export function noticesThatWait(file: string): boolean {
  return !/notices\.add\([^;]*'now'\)/s.test(readFileSync(join(MAIN, file), 'utf8'));
}
