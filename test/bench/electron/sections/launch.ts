/** From the start of the process to a list that can be used, and to a bare window's first paint, in turns. */
import { setTimeout as pause } from 'node:timers/promises';
import { now, type Program } from '../program.ts';
import type { Bench, Who } from '../run.ts';

/** After the page has loaded, before its marks are read, ms: they are all made by then. */
const AFTER_MS = 1_500;

export async function measureLaunch(bench: Bench): Promise<void> {
  const { effort, say } = bench;
  for (let round = 0; round < effort.launches; round += 1) {
    await launch(bench, 'bare', await bench.startBare());
    await launch(bench, 'app', await bench.launchApp());
    say(`launch ${round + 1} of ${effort.launches}`);
  }
}

async function launch({ figures, say }: Bench, who: Who, program: Program): Promise<void> {
  try {
    await pause(AFTER_MS);
    const { origin, list, paint, loaded } = await program.run(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? null;
      return {
        origin: performance.timeOrigin,
        list: at('library-shown'),
        paint: at('first-paint'),
        loaded: navigation?.loadEventEnd ?? null,
      };
    });
    const begun = origin - program.spawned;
    figures.add('launch-main', who, begun);
    if (paint !== null) figures.add('launch-paint', who, begun + paint);
    const shown = await program.shown();
    if (shown !== null) figures.add('launch-shown', who, shown - program.spawned);
    if (who === 'bare' && paint !== null) figures.add('launch', who, begun + paint);
    if (who === 'app') {
      if (list === null)
        throw new Error(`The list was not there ${now() - program.spawned} ms after the start.`);
      figures.add('launch', who, begun + list);
      figures.add('launch-page', who, list);
      say(/Start \(ms\): .*/.exec(program.log())?.[0] ?? 'The phases of the start were not written.');
    }
    say(
      `${who}: page begun ${begun.toFixed(0)}, painted +${paint?.toFixed(0)}, loaded +${loaded?.toFixed(0)}, list +${list?.toFixed(0)} ms`,
    );
  } finally {
    await program.quit();
  }
}
