/**
 * Composition root of the command line: the same parts as the app, no window, no Electron
 * (profile-and-headless.md, section 2). Run as `npm run --silent tripkit -- COMMAND …`.
 */

import { runHeadless } from './command/headless-command.ts';
import { endingSignal, processIo } from './command/io.ts';
import { forbidCoreDumps } from './common/processes.ts';

const ended = endingSignal(['SIGINT', 'SIGTERM', 'SIGHUP']);
await forbidCoreDumps();
const self = [process.execPath, ...process.execArgv, process.argv[1] ?? ''];
process.exitCode = await runHeadless(process.argv.slice(2), processIo(ended, self));
