/**
 * The page that verifies one document, or takes its text, where nobody sees it. The main process opens it for that document, and
 * asks and hears by answers to its requests (main/documents/job-channel.ts). Its pass is in its address.
 */
import { packContent } from '../../main/comparison/rules/packed-content.ts';
import type { Answer, Task } from '../../main/documents/jobs/answers.ts';
import { runJob } from '../../main/documents/jobs/job.ts';
import { openDocument } from './jobs-document.ts';

const pass = location.hash.slice(1);

/** Says something, and waits for what is wanted next; null where nothing is. */
async function tell(answer: Answer | 'ready'): Promise<unknown> {
  const response = await fetch(`/job/${pass}`, { method: 'POST', body: JSON.stringify(plain(answer)) });
  return response.status === 200 ? response.json() : null;
}

/** The answer in plain values. */
function plain(answer: Answer | 'ready'): unknown {
  if (typeof answer === 'string' || !('content' in answer)) return answer;
  return { ...answer, content: answer.content && packContent(answer.content) };
}

const wanted = (await tell('ready')) as (Task & { bytes: number }) | null;
if (wanted !== null) {
  const { bytes, ...task } = wanted;
  const last = await runJob(
    task,
    openDocument(`/document/${pass}`, bytes, task.kind === 'content'),
    async (answer) => {
      const next = (await tell(answer)) as { batch: number } | null;
      if (next === null) throw new Error('nobody wants more');
      return next.batch;
    },
  );
  await tell(last);
}
