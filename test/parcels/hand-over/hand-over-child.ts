/** A start in a process of its own that is killed at its Nth step: `node hand-over-child.ts FOLDER N`. */
import { killAt } from '../kill-steps.ts';

const [, , user_data = '', until = '0'] = process.argv;
killAt(Number(until));

const { startUp } = await import('../../start/start-run.ts');
const run = await startUp(user_data);
await run.end(false);
process.stdout.write('ended');
