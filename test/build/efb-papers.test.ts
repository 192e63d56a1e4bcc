/** The papers for an EFB approval say what is so: pictures, proofs, scenarios and settings that they name are there (links: guides.test.ts). */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { policyTable } from '../../main/policies/policies.ts';
import { lockableSettings } from '../../preload/contract.ts';
import { problemKinds } from '../campaign/judge.ts';
import { killSteps } from '../campaign/kill-points.ts';
import { faultAction, faultScript } from '../demo-service/faults.ts';
import { proofsOf, titlesOf } from '../docs/proofs.ts';
import { targets } from '../fuzz/targets/index.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(root, path), 'utf8');
const folder = 'docs/efb';
const papers = (await readdir(join(root, folder))).filter((file) => file.endsWith('.md')).sort();
const texts = new Map<string, string>(
  await Promise.all(
    papers.map(async (file) => [`${folder}/${file}`, await read(`${folder}/${file}`)] as const),
  ),
);
const all = [...texts.values()].join('\n');

/** The pictures that a document shows, by their paths within the project. */
function picturesOf(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+\.png)\)/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
}

describe('the papers for an EFB approval', () => {
  test.each([...texts])(
    '%s: every test that is named exists, and has a title that says so',
    async (_file, text) => {
      const wrong: string[] = [];
      for (const { proof, files, titles } of proofsOf(text)) {
        if (files.length === 0) wrong.push(proof);
        const known = (await Promise.all(files.map(read))).flatMap(titlesOf);
        for (const title of titles)
          if (!known.some((one) => one.includes(title))) wrong.push(`${proof}: ${title}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('a title is found where it is one, and nowhere else', () => {
    const source =
      "test('one', () => {});\nit.each([1])('two %s', () => {});\ntest(`three: %s`, f);\nexpect('four').toBe('five');\nconst text = 'six';";
    expect(titlesOf(source)).toEqual(expect.arrayContaining(['one', 'two %s', 'three: %s']));
    expect(titlesOf(source)).not.toContain('six');
    expect(proofsOf('see `unit fuzz/fuzz` "one", "two"; `e2e shell`; `unit a/b`')).toEqual([
      {
        proof: 'unit fuzz/fuzz',
        files: ['test/fuzz/fuzz.cpu.test.ts', 'test/fuzz/fuzz.long.test.ts'],
        titles: ['one', 'two'],
      },
      { proof: 'e2e shell', files: ['test/e2e/shell.e2e.ts'], titles: [] },
      { proof: 'unit a/b', files: [], titles: [] },
    ]);
  });

  test('no proof is written in another way', () => {
    const loose = all.match(/(?<!`)\btest\/[\w/-]+\.(?:test|e2e|electron)\.ts/g) ?? [];
    expect(loose).toEqual([]);
    // A project of the runner is no kind of proof: its titles would not be looked for.
    expect(all.match(/`(?:isolated|long|cpu|window|window-long) [\w./-]+`/g) ?? []).toEqual([]);
  });

  test('what the campaign does, and judges by, exists', async () => {
    const scenario = await read('test/campaign/scenario.ts');
    const acts = [...scenario.matchAll(/what: '([^']+)'/g)].map(([, what = '']) => what);
    const damages = [...scenario.matchAll(/'(a document [^']+)'/g)].map(([, what = '']) => what);
    const actions = faultAction.options.map(({ shape }) => shape.action.value);
    const known = new Set<string>([...acts, ...damages, ...actions, ...killSteps]);
    const named = [...all.matchAll(/`campaign "([^"]+)"`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !known.has(name) && name !== 'NAME')).toEqual([]);
    expect(named.length).toBeGreaterThan(15);
    // Whatever happens from outside to the engine stands in the paper.
    const paper = texts.get(`${folder}/failure-modes.md`) ?? '';
    const outside = acts.filter((act) => !['cancel', 'duplicate'].includes(act));
    expect(outside.filter((act) => !paper.includes(`\`campaign "${act}"\``))).toEqual([]);
    const judged = [...all.matchAll(/`judged "([^"]+)"`/g)].map(([, name = '']) => name);
    expect(judged.filter((name) => !(problemKinds as readonly string[]).includes(name))).toEqual([]);
  });

  test('targets of the fuzzer exist', () => {
    const names = new Set(targets.map(({ name }) => name));
    const named = [...all.matchAll(/`fuzz ([\w-]+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !names.has(name) && name !== 'NAME')).toEqual([]);
  });

  test('settings and policies have the names that the app knows', () => {
    const names = new Set([...Object.keys(policyTable), ...Object.keys(lockableSettings)]);
    const named = [...all.matchAll(/`settings\.(\w+)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  test('name the version that they describe', async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    for (const paper of ['README.md', 'pilots-card.md', 'accessibility.md'])
      expect(texts.get(`${folder}/${paper}`)).toMatch(
        new RegExp(`(Desktop|version) \\*{0,2}${version.replaceAll('.', '\\.')}`),
      );
  });

  test('the compliance matrix has at most 1,600 words, and names the versions of an evaluation test', async () => {
    const matrix = texts.get(`${folder}/compliance-matrix.md`) ?? '';
    expect(matrix.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1600);
    const { version, dependencies, devDependencies } = JSON.parse(await read('package.json')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    > & { version: string };
    const { electron, 'pdfjs-dist': pdfjs } = { ...dependencies, ...devDependencies };
    expect(matrix).toContain(`Trip Kit Desktop ${version}, Electron ${electron} (`);
    expect(matrix).toContain(`PDF.js ${pdfjs} `);
  });

  test('fault files of the exercises are understood by the demo service', () => {
    const blocks = [...all.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(() => faultScript.parse(JSON.parse(block))).not.toThrow();
  });

  test('commands exist', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    const named = [...all.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !scripts[name])).toEqual([]);
    const programs = [...all.matchAll(/\bnode ([\w./-]+\.ts)/g)].map(([, path = '']) => path);
    expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('are plain Markdown: no HTML, no line above a table that would swallow it', () => {
    for (const [file, text] of texts) {
      const prose = text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`]*`/g, '');
      expect(prose.match(/<\/?[a-z][^>]*>/gi) ?? [], file).toEqual([]);
      for (const [, row = ''] of text.matchAll(/^(\|.*)$/gm))
        expect(row.endsWith('|'), `${file}: ${row}`).toBe(true);
    }
  });

  test('every row of a table has as many cells as its head', () => {
    const wrong: string[] = [];
    for (const [file, text] of texts) {
      let cells = 0;
      for (const line of text.split('\n')) {
        if (!line.startsWith('|')) {
          cells = 0;
          continue;
        }
        const count = line.replaceAll(/`[^`]*`/g, '').split('|').length;
        if (cells === 0) cells = count;
        else if (count !== cells) wrong.push(`${file}: ${line}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('every picture is used, and every picture that a guide or paper names is there', async () => {
  const guides = (await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md'));
  const named = new Set<string>();
  for (const file of [...guides.map((guide) => `docs/${guide}`), ...texts.keys()]) {
    const text = texts.get(file) ?? (await read(file));
    for (const path of picturesOf(file, text)) named.add(path);
  }
  const kept = (await readdir(join(root, 'docs/pictures'))).map((file) => `docs/pictures/${file}`);
  expect(kept.sort()).toEqual([...named].sort());
});

/** What a version changed, for the operator of an approved application: the table under its heading. */
const AREAS = ['HMI', 'Functions', 'Data', 'Security', 'Training'] as const;
describe('each version of the changelog is classified', async () => {
  const changelog = await read('CHANGELOG.md');
  const sections = changelog.split(/^## /m).slice(1);

  test.each(sections.map((section) => [section.split('\n')[0] ?? '', section] as const))(
    '%s',
    (_name, section) => {
      const table = section.slice(section.indexOf('### EFB classification'));
      expect(section).toContain('### EFB classification');
      const rows = [...table.matchAll(/^\| (\w+) \| (\w+) \| (.+) \|$/gm)]
        .map(([, area = '', level = '', why = '']) => ({ area, level, why }))
        .filter(({ area }) => area !== 'Area');
      expect(rows.map(({ area }) => area)).toEqual(AREAS);
      for (const { area, level, why } of rows) {
        expect(['major', 'minor', 'none'], area).toContain(level);
        expect(why.length, area).toBeGreaterThan(10);
      }
      const levelOf = (area: string) => rows.find((row) => row.area === area)?.level;
      // What the section itself says.
      if (section.includes('\n### Added')) expect(levelOf('Functions')).not.toBe('none');
      if (section.includes('\n### Security')) expect(levelOf('Security')).not.toBe('none');
      // Crews are trained again where what they see, or can do, is another thing.
      if (levelOf('HMI') === 'major' || levelOf('Functions') === 'major')
        expect(levelOf('Training')).not.toBe('none');
    },
  );
});

test('the accessibility statement answers every criterion of WCAG 2.2, A and AA, once', () => {
  const criteria =
    '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 ' +
    '2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 ' +
    '3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3';
  const text = texts.get(`${folder}/accessibility.md`) ?? '';
  const rows = [...text.matchAll(/^\| (\d\.\d\.\d+) [^|]*\| (A|AA) \| ([^|]+) \|/gm)];
  expect(rows.map(([, id]) => id)).toEqual(criteria.split(' '));
  const answers = rows.map(([, , , answer = '']) => answer.trim());
  expect(answers.filter((answer) => !['yes', 'partly', 'no', 'not applicable'].includes(answer))).toEqual([]);
  // Its summary says the same.
  const of = (wanted: string) => rows.filter((_, at) => answers[at] === wanted).map(([, id]) => id);
  expect(of('no')).toEqual([]);
  expect(text).toContain(`**Met in part: ${of('partly').join(', ')}.**`);
});
