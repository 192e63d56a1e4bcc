/**
 * `node test/conformance/run.ts [--inside] [part of a name] …` plays scenarios without vitest and prints how each went: as processes in
 * real time, or within this process.
 */
import { parseArgs } from 'node:util';
import { asProcess } from './command.ts';
import { scenarios } from './index.ts';
import { inside } from './inside.ts';
import { play } from './world.ts';

const { values, positionals: wanted } = parseArgs({
  options: { inside: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = scenarios.filter(
  ({ name, needsProcess }) =>
    !(values.inside && needsProcess) && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
);
const queue = [...chosen];
let failed = 0;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const worker = async (): Promise<void> => {
  for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
    const began = performance.now();
    const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
    try {
      await play(scenario, values.inside ? inside() : asProcess());
      say(`ok    ${seconds()}  ${scenario.name}`);
    } catch (error) {
      failed += 1;
      say(`FAIL  ${seconds()}  ${scenario.name}${error instanceof Error ? error.message : String(error)}`);
    }
  }
};
const began = performance.now();
await Promise.all((values.inside ? [1] : [1, 2, 3, 4]).map(worker));
say(`${chosen.length - failed} of ${chosen.length} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
process.exitCode = failed > 0 ? 1 : 0;
