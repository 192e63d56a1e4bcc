/** What Playwright's JSON reporter writes, as far as the runners of this project read it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const suite = z.object({
  specs: z.array(z.object({ ok: z.boolean(), file: z.string(), line: z.number() })).default([]),
  get suites() {
    return z.array(suite).default([]);
  },
});
const report = z.object({
  suites: z.array(suite).default([]),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** @throws Error where there is no such file, or it is no report */
export function readReport(file: string): z.infer<typeof report> {
  return report.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Where the tests stand that failed, `file:line`, as Playwright takes them. */
export function failedSpecs({ suites, specs = [] }: Partial<z.infer<typeof suite>>): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, line }) => `${file}:${line}`);
  return [...failed, ...(suites ?? []).flatMap(failedSpecs)];
}
