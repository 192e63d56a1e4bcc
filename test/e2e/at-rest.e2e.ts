/**
 * Somebody changes what lies on the disk while the app is closed: each kind of file that is there, in every way, several before each
 * start that can't hide each other. A file that a later version writes is attacked the day it is added.
 */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Kit } from '../../preload/contract.ts';
import { filesBelow } from '../conformance/secrets.ts';
import { patient } from '../patience.ts';
import type { LaunchedApp } from '../runtime/launch.ts';
import { expect, test } from './fixtures.ts';
import { allKits, closeSetup, fetched, profileId, setUpByBridge } from './steps.ts';

/** Attacks on one file, or of one of these, might hide each other in one start. `*` is the name of a kit, a copy or a key. */
const RIVALS = [
  // Copies, and what has them read. A set of copies that is not whole is none.
  /^(backups\/\*\/|user\.sqlite (?!older|forged))/,
  // What is watched, and which program runs.
  /^(settings|backups\/\*\/settings|seals\/agreements)/,
  // The documents, the key of their seals, and the trips that are sealed with them.
  /^(documents|seals\/\*|(backups\/\*\/)?user\.sqlite (older|forged))/,
];
/** Without these nothing is agreed to and no token could leave, so what is forged would do no harm in any app. */
const MEANS = /^(seals|identities)\//;
const FORGERIES = /(forged|older)$/;
/** What Chromium writes; it is attacked as a whole. */
const OF_CHROMIUM =
  /^(blob_storage|Cache|DevToolsActivePort|Code Cache|Crashpad|Dawn\w*|databases|DIPS.*|GPUCache|\w+ Storage|Local State|Network.*|Partitions|Preferences|Service Worker|SharedStorage.*|Shared Dictionary|Trust Tokens.*|TransportSecurity|Cookies.*|Singleton\w+|WebStorage|VideoDecodeStats|\.org\.chromium\..*|lockfile|\w*Browser\w*)(\/|$)/;

type Files = ReadonlyMap<string, Buffer>;

const DATABASE = 'user.sqlite';

/** What is done before a start. */
interface Attack {
  /** Said where it succeeds. */
  name: string;
  /** What the files become; null: gone. */
  files: ReadonlyMap<string, Buffer | null>;
}

async function filesOf(folder: string): Promise<Files> {
  const found = await Promise.all(
    filesBelow(folder).map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const),
  );
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Other bytes in the place of these, of the same length, so that nothing else of the file moves. */
function replaced(bytes: Buffer, words: readonly (readonly [string, string])[]): Buffer {
  const text = words.reduce((so_far, [from, to]) => so_far.replaceAll(from, to), bytes.toString('latin1'));
  return Buffer.from(text, 'latin1');
}

/** What kind of file this is: two kits, or two backups, have files of one kind. */
function kindOf(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{8}T\d{6}Z|[0-9a-f]{16}(?=\.key)/g, '*');
}

/** What is gone where a copy is attacked: only then is the copy read. */
function copiedBy(path: string): string[] {
  if (/^backups\/.*\/settings\.json$/.test(path)) return ['settings.json'];
  return /^backups\/.*\//.test(path) ? [DATABASE] : [];
}

/** Every attack on one file that changes it. */
function attacksOn(
  path: string,
  now: Files,
  older: Files,
  words: readonly (readonly [string, string])[],
): Attack[] {
  const bytes = now.get(path) ?? Buffer.alloc(0);
  const middle = Math.floor(bytes.length / 2);
  const flipped = Buffer.from(bytes);
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  const others = [...now.keys()].filter(
    (other) => other !== path && dirname(other) === dirname(path) && extname(other) === extname(path),
  );
  const other = others[0];
  const ways: [string, Buffer | null | undefined][] = [
    ['removed', null],
    ['cut', bytes.subarray(0, middle)],
    ['flipped', flipped],
    ['older', older.get(path)],
    ['forged', replaced(bytes, words)],
    [`exchanged for ${kindOf(other ?? '')}`, other === undefined ? undefined : now.get(other)],
  ];
  return ways
    .filter(([, changed]) => changed === null || (changed !== undefined && !changed.equals(bytes)))
    .map(([way, changed]) => ({
      name: `${kindOf(path)} ${way}`,
      files: new Map([[path, changed ?? null], ...copiedBy(path).map((gone) => [gone, null] as const)]),
    }));
}

function allAttacks(now: Files, older: Files, words: readonly (readonly [string, string])[]): Attack[] {
  const chromium = [...now.keys()].filter((path) => OF_CHROMIUM.test(path));
  // A log is only written.
  const own = [...now.keys()].filter((path) => !OF_CHROMIUM.test(path) && !path.startsWith('logs/'));
  const attacks = own.flatMap((path) => attacksOn(path, now, older, words));
  return [
    { name: 'what Chromium wrote, removed', files: new Map(chromium.map((path) => [path, null])) },
    ...new Map(attacks.map((attack) => [attack.name, attack])).values(),
  ];
}

function mayHide(one: Attack, other: Attack): boolean {
  const takes = (means: Attack, forgery: Attack) => MEANS.test(means.name) && FORGERIES.test(forgery.name);
  const areRivals = RIVALS.some((rivals) => rivals.test(one.name) && rivals.test(other.name));
  const share = [...one.files.keys()].some((path) => other.files.has(path));
  return areRivals || share || takes(one, other) || takes(other, one);
}

/** The attacks of each start: each attack once, with as few others as the number of starts allows. */
function together(attacks: readonly Attack[]): Attack[] {
  const groups = RIVALS.map((rivals) => attacks.filter(({ name }) => rivals.test(name)));
  const [most = []] = groups.sort((one, other) => other.length - one.length);
  const starts = most.map((attack) => [attack]);
  const rivals = (attack: Attack) => attacks.filter((other) => mayHide(attack, other)).length;
  const others = attacks.filter((attack) => !most.includes(attack));
  for (const attack of others.sort((one, other) => rivals(other) - rivals(one))) {
    const free = starts.filter((beside) => !beside.some((other) => mayHide(attack, other)));
    const [emptiest] = free.sort((one, other) => one.length - other.length);
    if (emptiest) emptiest.push(attack);
    else starts.push([attack]);
  }
  return starts.map((these) => ({
    name: these.map(({ name }) => name).join('; '),
    files: new Map(these.flatMap(({ files }) => [...files])),
  }));
}

const documentOf = (id: string) => `documents/${id}.pdf`;

/** Asks for a kit, as a person would after the start; resolves when that has led to something, or was refused. */
async function askOnce(page: Page): Promise<void> {
  const id = await page.evaluate(async () => {
    const profiles = await window.tripkit?.profiles.list();
    const profile_id = profiles?.ok ? profiles.value[0]?.id : undefined;
    if (profile_id === undefined) return null;
    const asked = await window.tripkit?.kits.request(profile_id, [{ origin: 'KDEN', destination: 'KLAX' }]);
    return asked?.ok ? (asked.value[0]?.id ?? null) : null;
  });
  if (id === null) return;
  const settled = async () => {
    const kit = (await allKits(page)).find((one) => one.id === id);
    return (
      !kit || kit.wait !== null || kit.failure !== null || !['planned', 'requesting'].includes(kit.state)
    );
  };
  await expect.poll(settled, { timeout: patient(60_000) }).toBe(true);
}

/** Whether folders are watched in this run: not where the settings have none, or the person is told why not. */
async function watches(page: Page, user_data: string): Promise<boolean> {
  const settings = await readFile(join(user_data, 'settings.json'), 'utf8').catch(() => '{}');
  const told = await page.evaluate(async () => {
    const notices = await window.tripkit?.app.notices();
    return notices?.ok ? notices.value.map(({ id }) => id) : [];
  });
  return JSON.parse(settings).values?.watch != null && !told.includes('watch:agreement');
}

/** Each kit after its document was read whole; null: it is not in the list. */
async function checked(page: Page, ids: readonly string[]): Promise<(Kit | null)[]> {
  return page.evaluate(
    (wanted) =>
      Promise.all(
        wanted.map(async (id) => {
          const answer = await window.tripkit?.documents.check(id);
          return answer?.ok ? answer.value : null;
        }),
      ),
    ids,
  );
}

/** Watched folders with a program, agreed to by the person. */
async function watch({ page, setupPage, scriptDialog }: LaunchedApp, folder: string): Promise<void> {
  const profile = await profileId(page);
  await page.evaluate(() => window.tripkit?.setup.open({ part: 'start', profile_id: null }));
  const setup = await setupPage();
  for (const path of ['arrivals', 'kits', 'tell-a']) await scriptDialog(join(folder, path));
  await setup.evaluate(async (profile) => {
    const calls = window.tripkitSetup?.watch;
    await calls?.chooseFolder('in');
    await calls?.chooseFolder('out');
    await calls?.chooseCommand();
    const begun = await calls?.begin({
      profile,
      name: '{flight}.pdf',
      webhook: null,
      secret: null,
      shelf: false,
    });
    if (!begun?.ok || begun.value === null) throw new Error(JSON.stringify(begun));
  }, profile);
}

test('whatever is changed at rest, nothing runs, no token leaves, nothing forged is intact, what is sound opens', async ({
  launch,
  demo,
  folder,
}) => {
  test.setTimeout(patient(1_200_000));
  const user_data = join(folder, 'user-data');
  const ran = (program: string) => existsSync(join(folder, `${program}.ran`));
  for (const program of ['tell-a', 'tell-b']) {
    await writeFile(join(folder, program), `#!/bin/sh\ntouch '${join(folder, program)}.ran'\n`);
    await chmod(join(folder, program), 0o755);
  }
  await Promise.all(['arrivals', 'kits'].map((name) => mkdir(join(folder, name), { mode: 0o700 })));

  const it = await demo();
  let app = await launch();
  await setUpByBridge(app, it);
  const ids = await fetched(app.page, [{ origin: 'EHAM', destination: 'EGLL', flight: 'KLM701' }]);
  await app.close();
  const older = await filesOf(user_data);
  const attacker = await demo();
  app = await launch();
  ids.push(...(await fetched(app.page, [{ origin: 'EHAM', destination: 'KLAX', flight: 'KLM601' }])));
  await watch(app, folder);
  await closeSetup(app);
  const before = await checked(app.page, ids);
  await app.close();
  // The folder that is missing is an event, which is told to the program at each start.
  await rm(join(folder, 'arrivals'), { recursive: true });
  const now = await filesOf(user_data);
  const saved = join(folder, 'saved');
  await cp(user_data, saved, { recursive: true });
  const word = (service: typeof it.service) => new URL(service.profile.base_url).host;
  const words = [
    [word(it.service), word(attacker.service)],
    ['tell-a', 'tell-b'],
    ['KLM601', 'KLM701'],
  ] as const;
  expect(word(it.service)).toHaveLength(word(attacker.service).length);

  const run = async (attack: Attack) => {
    await rm(user_data, { recursive: true, force: true });
    await cp(saved, user_data, { recursive: true });
    for (const [path, bytes] of attack.files) {
      if (bytes === null) await rm(join(user_data, path), { force: true });
      else await writeFile(join(user_data, path), bytes);
    }
    for (const program of ['tell-a', 'tell-b']) await rm(join(folder, `${program}.ran`), { force: true });
    const called = attacker.service.journal().length;
    app = await launch();
    await askOnce(app.page);
    const found = await checked(app.page, ids);
    const wrong: string[] = [];
    for (const [index, kit] of found.entries()) {
      const id = ids[index] ?? '';
      const was = before[index];
      const bytes = await readFile(join(user_data, documentOf(id))).catch(() => Buffer.alloc(0));
      const isSame = now.get(documentOf(id))?.equals(bytes) === true;
      const intact = kit?.soundness?.state === 'verified' && kit.soundness.seal === 'intact';
      if (intact && (!isSame || JSON.stringify(kit.trip) !== JSON.stringify(was?.trip)))
        wrong.push(`${id} reads as intact`);
      // Its row and its parcel are each enough to list it.
      const isHalf = !(attack.files.has(DATABASE) && attack.files.has(`documents/${id}.kit.json`));
      if (kit === null && isHalf) wrong.push(`${id} is not in the list`);
      if (kit === null || !isSame) continue;
      // One that was gone may have come again a moment ago.
      const opens = async () =>
        (await app.page.evaluate((kit_id) => window.tripkit?.documents.open(kit_id), id))?.ok;
      const message = `${attack.name}: ${id} opens`;
      await expect.poll(opens, { message, timeout: patient(60_000) }).toBe(true);
    }
    const isTold = async () => ran('tell-a') || ran('tell-b') || !(await watches(app.page, user_data));
    await expect.poll(isTold, { timeout: patient(60_000) }).toBe(true);
    await app.close();
    if (ran('tell-b')) wrong.push('another program ran');
    if (attacker.service.journal().length > called) wrong.push('another server was called');
    return wrong;
  };

  expect(await run({ name: 'nothing', files: new Map() })).toEqual([]);
  expect(ran('tell-a'), 'the program that was agreed to runs').toBe(true);

  const attacks = allAttacks(now, older, words);
  // Each kind of attack is one on this library.
  for (const way of ['removed', 'cut', 'flipped', 'older', 'forged', 'exchanged'])
    expect(
      attacks.some(({ name }) => name.includes(way)),
      way,
    ).toBe(true);
  const results: string[] = [];
  for (const attack of together(attacks))
    for (const wrong of await run(attack)) results.push(`${attack.name}: ${wrong}`);
  expect(results).toEqual([]);
});
