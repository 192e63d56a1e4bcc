/** A start in a process of its own that is killed at its Nth step, or keeps each: `node hand-over-child.ts FOLDER N|STEPS`. */
import { stopAt } from '../kill-steps.ts';

const [, , user_data = '', at = '0'] = process.argv;
stopAt(user_data, at);

const { startUp } = await import('../../start/start-run.ts');
const run = await startUp(user_data);
await run.end(false);
process.stdout.write('ended');
