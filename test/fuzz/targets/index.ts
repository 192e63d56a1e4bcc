/** Everything that reads what comes from outside. */
import * as documents from './documents.ts';
import * as files from './files.ts';
import * as handOver from './hand-over.ts';
import * as identity from './identity.ts';
import * as ipc from './ipc.ts';
import * as pdf from './pdf.ts';
import * as profile from './profile.ts';
import * as service from './service.ts';
import * as texts from './texts.ts';
import * as trips from './trips.ts';

const modules = {
  service,
  identity,
  pdf,
  trips,
  profile,
  ipc,
  documents,
  files,
  'hand-over': handOver,
  texts,
};

/** Each with the URL of its module: the process that tries it loads no other one. */
export const targets = Object.entries(modules).flatMap(([name, module]) =>
  module.targets.map((target) => ({ ...target, module: new URL(`./${name}.ts`, import.meta.url).href })),
);
