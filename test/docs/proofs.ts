/**
 * The tests that the papers for EFB approvals and SECURITY.md cite as proofs, and whether the last run executed them:
 * `node test/docs/proofs.ts`, at the end of a full run. A cited test that was skipped or not run fails it.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { results, root, vitestReport } from '../parts.ts';
import { readReport, type Suite } from '../playwright-report.ts';

/** A proof as the papers name it: test files, and what their titles say. */
export interface Proof {
  /** As it is written: `unit a/b`. */
  proof: string;
  /** A file, and those of other sizes beside it (`name.long.test.ts`). */
  files: string[];
  titles: string[];
}

const SECURITY = 'SECURITY.md';
const KINDS = { unit: '{,.*}.test.ts', e2e: '.e2e.ts', electron: '.electron.ts' } as const;

export function proofsOf(text: string): Proof[] {
  return [...text.matchAll(/`(unit|e2e|electron) (?!NAME`)([\w./-]+)`((?:,? "[^"]+")*)/g)].map(
    ([, kind = '', name = '', quoted = '']) => ({
      proof: `${kind} ${name}`,
      files: globSync(
        `test/${kind === 'unit' ? '' : `${kind}/`}${name}${KINDS[kind as keyof typeof KINDS]}`,
        { cwd: root },
      )
        .map((file) => file.replaceAll('\\', '/'))
        .sort(),
      titles: [...quoted.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }),
  );
}

/** The proofs of SECURITY.md, which names them within its sentences, as the papers write them. */
export function proofsInSentences(text: string): string {
  const joined = text.replaceAll(/\s+/g, ' ');
  const unit = joined.matchAll(/\bunit ([\w/-]+(?:, \w+\/[\w/-]+)*)/g);
  const others = joined.matchAll(/\b(e2e|electron) ([\w-]+)((?:,? "[^"]+")*)/g);
  return [
    ...[...unit].flatMap(([, names = '']) => names.split(', ').map((name) => `\`unit ${name}\``)),
    ...[...others].map(([, kind, name, titles]) => `\`${kind} ${name}\`${titles}`),
  ].join('; ');
}

/** The whole titles in a test's source: the texts after `test(`, `it(`, `describe(` or the cases of `each`. */
export function titlesOf(source: string): string[] {
  const before = /(?:\b(?:test|it|describe)(?:\.\w+)*|\)|\]\)|const\))\(\s*/;
  const quoted = /(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)")/;
  return [...source.matchAll(new RegExp(before.source + quoted.source, 'g'))].map(
    ([, single, template, double]) => single ?? template ?? double ?? '',
  );
}

/** Matches what a title in the source is called in a run: with values in its places (`%s`, `$name`, `${name}`). */
function calledAs(title: string): RegExp {
  const parts = title.replaceAll(/\\(.)/g, '$1').split(/\$\{[^}]*\}|%[sdifjoO#%]|\$[\w.]+/);
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`,
    's',
  );
}

/** A test that a run executed, whether it passed or not. */
interface Executed {
  /** Its file, below the checkout. */
  file: string;
  /** Its title and those of the blocks around it. */
  titles: string[];
}

/** What the reports of a run say. */
export interface Run {
  executed: Executed[];
  /** Where Playwright's tests ran: `Electron 33 on Linux`. */
  places: Set<string>;
}

/** Reads the reports in a folder; those of other programs are left out. */
export function readRun(folder = results): Run {
  const run: Run = { executed: [], places: new Set() };
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const path = join(folder, name);
    const { success, data } = vitestReport.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (success) {
      for (const { name: file, assertionResults } of data.testResults)
        for (const { ancestorTitles, title, status } of assertionResults)
          if (status === 'passed' || status === 'failed')
            run.executed.push({
              file: relative(root, file).replaceAll('\\', '/'),
              titles: [...ancestorTitles, title],
            });
      continue;
    }
    const { suites, config } = readReport(path);
    const suite = `test/${basename(config.rootDir.replaceAll('\\', '/'))}`;
    const found = suites.flatMap((one) => executedOf(one, []));
    run.executed.push(...found.map(({ file, titles }) => ({ file: `${suite}/${file}`, titles })));
    if (found.length > 0 && config.metadata.place) run.places.add(config.metadata.place);
  }
  return run;
}

function executedOf({ title, specs, suites }: Suite, around: readonly string[]): Executed[] {
  const titles = [...around, title];
  const own = specs
    .filter(({ tests }) => tests.some(({ status, results }) => status !== 'skipped' && results.length > 0))
    .map((spec) => ({ file: spec.file, titles: [...titles, spec.title] }));
  return [...own, ...suites.flatMap((suite) => executedOf(suite, titles))];
}

/** The proofs of a text that a run did not execute, as they are written. */
export function notExecuted(text: string, { executed }: Pick<Run, 'executed'>): string[] {
  return proofsOf(text).flatMap(({ proof, files, titles }) => {
    const here = executed.filter(({ file }) => files.includes(file));
    if (here.length === 0) return [proof];
    const known = files.flatMap((file) => titlesOf(readFileSync(join(root, file), 'utf8')));
    const missing = titles.filter((title) => {
      const names = known.filter((one) => one.includes(title)).map(calledAs);
      return !here.some((test) => test.titles.some((one) => names.some((name) => name.test(one))));
    });
    return missing.map((title) => `${proof} "${title}"`);
  });
}

/** What is wrong with the papers after a run; empty where each proof ran, and where the README says. */
function problemsOf(run: Run): string[] {
  const papers = [...globSync('docs/efb/*.md', { cwd: root }).sort(), SECURITY];
  const texts = papers.map((paper) => {
    const text = readFileSync(join(root, paper), 'utf8');
    return paper === SECURITY ? proofsInSentences(text) : text;
  });
  const missing = texts.flatMap((text, index) =>
    notExecuted(text, run).map((proof) => `${papers[index]} cites ${proof}, which was skipped or not run.`),
  );
  const said = /^\| `e2e NAME`, `electron NAME` \| (.+) \|$/m.exec(texts.join('\n'))?.[1] ?? '';
  if (run.places.has(said)) return missing;
  return [
    ...missing,
    `docs/efb/README.md says that proofs ran in ${said}; this run was in ${[...run.places].join(', ') || 'none'}.`,
  ];
}

if (import.meta.main) {
  const run = readRun();
  const problems = problemsOf(run);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(
    `Proofs of the papers, among ${run.executed.length} tests that ran: ${problems.length === 0 ? 'all ran' : `${problems.length} problems`}.\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
