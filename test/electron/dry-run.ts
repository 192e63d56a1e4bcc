/** The app's command line in Node, called as the app is: `--headless COMMAND …`. */
import { runHeadless } from '../../main/headless/headless-command.ts';
import { processIo } from '../../main/headless/io.ts';

const at = process.argv.indexOf('--headless');
process.exitCode = await runHeadless(process.argv.slice(at + 1), processIo(new AbortController().signal));
