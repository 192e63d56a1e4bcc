import type { Host } from '../host/host.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { Restores } from './backup/restores.ts';
import { backupCalls } from './backup-calls.ts';
import { HandOver } from './hand-over/hand-over.ts';
import { type HandOverCallsDeps, handOverCalls } from './hand-over-calls.ts';
import type { Library } from './open-library.ts';

export interface ParcelsNeeds extends Pick<HandOverCallsDeps, 'profilesChanged' | 'profileAgreements'> {
  library: Library;
  restores: Restores;
  profiles: ProfileBook;
}

/** Moving kits between laptops and back: hand-over files, and copies to restore. */
export function openParcels(host: Host, needs: ParcelsNeeds) {
  const { settings } = host;
  const { library, profiles } = needs;
  const handOver = new HandOver({
    ...host,
    user_data: host.paths.user_data,
    documents: host.paths.documents,
    connection: library.connection,
    kits: library.kits,
    settings: () => settings.handedOver(),
    notes: library.record.notes,
    profiles: () => profiles.list(),
    allowed: () => settings.state().values.hand_over,
    onProgress: (progress) => host.sendSetup('handOver.progress', progress),
  });
  return {
    calls: { backups: backupCalls({ ...host, ...needs }) },
    setupCalls: {
      handOver: handOverCalls({ ...host, ...needs, dialogs: host.setupDialogs, handOver }),
    },
    stop: () => handOver.cancel(),
  };
}
