/**
 * A library in a process of its own that is killed at its Nth step: `node rebuild-child.ts FOLDER N`. It opens the library, which
 * rebuilds it, and takes each of the kits through its life.
 */
import { killAt } from './kill-steps.ts';
import { lives } from './lives.ts';

const [, , folder = '', until = '0'] = process.argv;
killAt(Number(until));

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
