/** Worker thread: draws kits one after the other and writes them to files. */
import { parentPort } from 'node:worker_threads';
import { type KitSpec, writeKit } from './pdf/kit-document.ts';

/** What the worker is asked for. */
export interface GenerationJob {
  n: number;
  spec: KitSpec;
  file: string;
}

/** What it answers. */
export type GenerationAnswer = { n: number; pages: number } | { n: number; error: string };

let turn: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ n, spec, file }: GenerationJob) => {
  turn = turn.then(async () => {
    let answer: GenerationAnswer;
    try {
      answer = { n, pages: await writeKit(spec, file) };
    } catch (error) {
      answer = { n, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    parentPort?.postMessage(answer);
  });
});
