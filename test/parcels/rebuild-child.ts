/**
 * A library in a process of its own that is killed at its Nth step, or keeps each: `node rebuild-child.ts FOLDER N|STEPS`. It opens the
 * library, which rebuilds it, and takes each of the kits through its life.
 */
import { stopAt } from './kill-steps.ts';
import { lives } from './lives.ts';

const [, , folder = '', at = '0'] = process.argv;
stopAt(folder, at);

const { openRun } = await import('./library-run.ts');
const run = await openRun(folder);
if (run.kits.list().length === 0) {
  for (const turn of lives) {
    for (const kit of turn)
      run.kits.write(kit, { kit_id: kit.id, at: kit.state_since, state: kit.state, what: 'x' });
    await run.parcels.written();
  }
}
await run.end();
process.stdout.write('ended');
