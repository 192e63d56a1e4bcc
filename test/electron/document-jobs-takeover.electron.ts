/**
 * The hidden page in which a document is parsed (main/electron/document-page.ts), taken over before its own code has said a word:
 * an attacker's script there has that document, and nothing of the app, of other documents, of the machine or of the network.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebContents } from 'electron';
import type { ElectronApplication } from 'playwright-core';
import { layBait } from '../attack/bait.ts';
import { leaveBehind, moveTheWindow, reachForOthers, reachForPower } from '../attack/document-page.ts';
import { leaksBelow } from '../e2e/find-secrets.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { preparation, profileId, setUpByBridge } from '../e2e/steps.ts';
import { irregularPdf } from './irregular-pdf.ts';
import { makePdf, putDocument } from './library.ts';

/** What this test keeps in the main process: the page of the hostile document. */
type Watch = typeof globalThis & { hostile?: WebContents };

/** Keeps the next page of a document that shows itself; it says nothing of its own, and so lives for a minute. */
async function seize(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ app }) => {
    app.on('web-contents-created', (_event, contents) => {
      contents.once('dom-ready', () => {
        const { host, pathname } = new URL(contents.getURL());
        if (host.startsWith('documents-') && pathname === '/documents/jobs.html')
          (globalThis as Watch).hostile = contents;
      });
    });
  });
  // Its first word to the main process is never sent; what comes later is the attacker's.
  await electron.context().addInitScript({
    content: `if (location.pathname === '/documents/jobs.html') {
      const { fetch } = globalThis;
      globalThis.fetch = () => {
        globalThis.fetch = fetch;
        return new Promise(() => {});
      };
    }`,
  });
}

/** Runs a script of the attacker's in the page; what it answers. */
function run(electron: ElectronApplication, source: string): Promise<unknown> {
  return electron.evaluate(
    (_electron, text) => (globalThis as Watch).hostile?.executeJavaScript(text),
    source,
  );
}

/** Runs a function of the attacker's in the page; what it answers. */
async function inPage<A extends unknown[], T>(
  electron: ElectronApplication,
  attack: (...args: A) => Promise<T>,
  ...args: A
): Promise<T> {
  return (await run(electron, `(${String(attack)})(...${JSON.stringify(args)})`)) as T;
}

test('a document that takes its hidden page over reaches nothing, and leaves nothing on the disk', async ({
  launch,
  demo,
  folder,
}) => {
  test.slow();
  const it = await demo();
  const other = await putDocument(join(folder, 'user-data'), await makePdf(3));
  const app = await launch();
  const { electron, page } = app;
  if (!electron) throw new Error('This is for Electron alone.');
  const file = join(folder, 'irregular.pdf');
  await writeFile(file, await irregularPdf());
  await it.service.addTripKit({ tripkit_id: 'hostile-1', file });
  await setUpByBridge(app, it);
  await expect.poll(() => preparation(page, [other])).toEqual(['ready']);
  await seize(electron);
  const profile = await profileId(page);
  await page.evaluate((id) => window.tripkit?.kits.track(id, ['hostile-1']), profile);
  const address = () => electron.evaluate(() => (globalThis as Watch).hostile?.getURL() ?? '');
  await expect.poll(address).toContain('/documents/jobs.html#');
  const bait = await layBait();
  const words = 'left-behind-by-a-hidden-document';
  try {
    expect(await inPage(electron, reachForPower)).toEqual([]);

    const pass = await page.evaluate(async (id) => {
      const answer = await window.tripkit?.documents.pass(id, 7);
      return answer?.ok ? answer.value : '';
    }, other);
    const kept = [
      `/documents/${other}`,
      `/thumbnails/${other}/1`,
      `/document/${other}`,
      `/document/${pass}`,
      `/document/${'A'.repeat(43)}`,
      `/job/${'A'.repeat(43)}`,
    ];
    const origins = ['tripkit', 'setup', 'documents-7', 'documents-1'].map((host) => `app://${host}`);
    const addresses = origins.flatMap((origin) =>
      [...kept, '/', '/index.html'].map((path) => `${origin}${path}`),
    );
    expect(pass).toHaveLength(43);
    expect(await inPage(electron, reachForOthers, [...kept, ...addresses])).toEqual([]);
    // Its own page it does get, so that the script is one.
    expect(await inPage(electron, reachForOthers, ['/documents/jobs.html'])).toContain(
      'fetch cors /documents/jobs.html: 200',
    );

    await inPage(electron, leaveBehind, words);
    const entries = it.service.journal().length;
    await run(electron, bait.everyWay);
    await inPage(electron, moveTheWindow, `http://127.0.0.1:${bait.tcp}`);
    expect(bait.came).toEqual([]);
    expect(it.service.journal().length).toBe(entries);
    expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(new URL(await address()).pathname).toBe('/documents/jobs.html');
  } finally {
    bait.close();
  }
  await app.close();
  const { leaks, files } = leaksBelow(join(folder, 'user-data'), [
    { name: 'its words', value: Buffer.from(words) },
  ]);
  expect(files.length).toBeGreaterThan(0);
  expect(leaks).toEqual([]);
});
