/** Words of the window’s top bar, its notices and the first steps. */
import type { IdentityState } from '../../preload/contract.ts';

/** Words of the library's page before the first set-up. */
export const firstStepsWords = {
  title: 'Set up Trip Kit Desktop',
  both: 'Two files from your airline are needed before you can request trip kits: the service profile, and your certificate with its passphrase.',
  identity: (profile: string) =>
    `${profile} is set up. Your certificate with its passphrase is needed before you can request trip kits.`,
  open: 'Open set-up…',
  drop: 'or drop the files here',
  other: 'Kits come from your other laptop, or from a colleague?',
  handOver: 'Bring in a hand-over file…',
};

export const noticeWords = {
  openKit: 'Open again',
  saveCopy: 'Save a copy…',
  restore: 'Restore…',
  managed: 'Managed settings…',
  setUp: 'Renew certificate…',
  region: 'Notices',
  more: (count: number) => `${count} more`,
  fewer: 'Fewer',
  severities: { info: 'Note', warning: 'Warning', error: 'Error' },
};

export const profileMenuWords = {
  label: (name: string) => `Profile: ${name}`,
  none: 'No profile',
  title: 'Profile',
  manage: 'Profile and certificate…',
  settings: 'Settings',
  help: 'Help',
  record: 'Activity record',
  diagnostics: 'Save diagnostics…',
  active: 'Active for new requests',
  certificate: 'Certificate',
  states: {
    none: 'none',
    locked: 'locked',
    refused: 'not allowed',
    usable: 'ready',
    computer: 'of this computer',
    expired: 'expired',
  } satisfies Record<IdentityState['state'] | 'computer' | 'expired', string>,
  version: (version: string, host: string) => `Version ${version} (${host})`,
} as const;
