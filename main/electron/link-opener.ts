import { basename } from 'node:path';
import { MAX_DROPPED_BYTES } from '../../preload/contract.ts';
import { TripKitError } from '../common/errors.ts';
import { readChosenFile } from '../ipc/chosen-file.ts';
import { isProfileFile, kitOfLink } from './deep-link.ts';
import type { WindowEvents } from './window-events.ts';

export interface LinkOpenerDeps {
  /** The id of a known kit, by our own id or the service's; null where there is none. */
  findKit(id: string): string | null;
  events: Pick<WindowEvents, 'send'>;
  notices: {
    add(notice: { id: string; severity: 'warning'; message: string }): void;
    withdraw(id: string): void;
  };
  showWindow(): void;
}

/** Opens what the system asks for: a link to a kit, or a service profile file. */
export function linkOpener({ findKit, events, notices, showWindow }: LinkOpenerDeps): (link: string) => void {
  let refused = 0;

  // The page takes it in as if it had been dropped there: the same checks, the same words.
  const openProfileFile = async (path: string) => {
    try {
      const bytes = await readChosenFile(path, MAX_DROPPED_BYTES, 'The profile file', 'config');
      events.send('app.offerProfile', { file_name: basename(path), text: bytes.toString('utf8') });
    } catch (error) {
      const message = error instanceof TripKitError ? error.message : 'The profile file could not be read.';
      notices.add({ id: 'profile-file', severity: 'warning', message });
      showWindow();
    }
  };

  return (link) => {
    if (isProfileFile(link)) {
      void openProfileFile(link);
      return;
    }
    const id = kitOfLink(link);
    const kit_id = id === null ? null : findKit(id);
    if (kit_id !== null) {
      events.send('app.openKit', { kit_id });
      return;
    }
    refused += 1;
    notices.withdraw(`link:${refused - 1}`);
    // The link's own words are not repeated: anybody may have written them.
    notices.add({
      id: `link:${refused}`,
      severity: 'warning',
      message:
        id === null
          ? 'A link that the app was asked to open is none to a trip kit. Ask for a new one where you got it.'
          : 'A link leads to a trip kit that is not on this laptop. Track it by its tripkit_id, or request it.',
    });
    showWindow();
  };
}
