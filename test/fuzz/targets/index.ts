/** Everything that reads what comes from outside. */
import { documentTargets } from './documents.ts';
import { fileTargets } from './files.ts';
import { handOverTargets } from './hand-over.ts';
import { identityTargets } from './identity.ts';
import { ipcTargets } from './ipc.ts';
import { pdfTargets } from './pdf.ts';
import { profileTargets } from './profile.ts';
import { serviceTargets } from './service.ts';
import { textTargets } from './texts.ts';
import { tripTargets } from './trips.ts';

export const targets = [
  ...serviceTargets,
  ...identityTargets,
  ...pdfTargets,
  ...tripTargets,
  ...profileTargets,
  ...ipcTargets,
  ...documentTargets,
  ...fileTargets,
  ...handOverTargets,
  ...textTargets,
];
