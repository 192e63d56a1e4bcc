/** `node test/conformance/run.ts [part of a name] …` plays scenarios without vitest and prints how each went. */
import { scenarios } from './index.ts';
import { play } from './world.ts';

const wanted = process.argv.slice(2);
const chosen = scenarios.filter(
  (each) => wanted.length === 0 || wanted.some((part) => each.name.includes(part)),
);
const queue = [...chosen];
let failed = 0;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const worker = async (): Promise<void> => {
  for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
    const began = performance.now();
    const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    try {
      await play(scenario);
      say(`ok    ${seconds()}  ${scenario.name}`);
    } catch (error) {
      failed += 1;
      say(`FAIL  ${seconds()}  ${scenario.name}${error instanceof Error ? error.message : String(error)}`);
    }
  }
};
const began = performance.now();
await Promise.all([1, 2, 3, 4].map(worker));
say(`${chosen.length - failed} of ${chosen.length} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
process.exitCode = failed > 0 ? 1 : 0;
