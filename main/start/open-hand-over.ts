import { app } from 'electron';
import { HandOver } from '../parcels/hand-over/hand-over.ts';
import type { Base } from './open-base.ts';
import type { Library } from './open-library.ts';
import type { Profiles } from './open-profiles.ts';

/** Hand-over files: made of what is on this laptop, and taken in beside it. */
export function openHandOver(base: Base, library: Library, { profiles }: Profiles) {
  const { paths, log, now, user, verifier, settings } = base;
  const handOver = new HandOver({
    ...{ log, now, user, verifier },
    user_data: paths.user_data,
    documents: paths.documents,
    databases: {
      'library.sqlite': library.database.connection,
      'personal.sqlite': library.personal,
    },
    kits: library.kits,
    settings: () => settings.handedOver(),
    trail: library.record.trail,
    app_version: app.getVersion(),
    profiles: () => profiles.list(),
    allowed: () => settings.state().values.hand_over,
    told: (progress) => base.sendSetup('handOver.progress', progress),
  });
  return { handOver, stop: () => handOver.cancel() };
}
