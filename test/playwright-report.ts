/** What Playwright's JSON reporter writes, as far as the runners of this project read it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const spec = z.object({
  ok: z.boolean(),
  file: z.string(),
  line: z.number(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })),
    }),
  ),
});
const suite = z.object({
  title: z.string(),
  specs: z.array(spec).default([]),
  get suites() {
    return z.array(suite).default([]);
  },
});
export type Suite = z.infer<typeof suite>;
const report = z.object({
  config: z.object({
    rootDir: z.string(),
    metadata: z.object({ place: z.string().optional() }).default({}),
  }),
  suites: z.array(suite).default([]),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** @throws Error where there is no such file, or it is no report */
export function readReport(file: string): z.infer<typeof report> {
  return report.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** A test that failed: where it stands, `file:line`, as Playwright takes it, its title, and what it said. */
interface FailedSpec {
  at: string;
  title: string;
  message: string;
}

export function failedSpecs({ suites, specs = [] }: Partial<Suite>): FailedSpec[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      at: `${file}:${line}`,
      title,
      message: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
    }));
  return [...failed, ...(suites ?? []).flatMap(failedSpecs)];
}
