/** What a page reads is not kept for the client that watches its network, in real Chromium. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { forgetBodies } from './forget-bodies.ts';

test('a page keeps no large body for its client, across navigations and in frames, and small ones still', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const bytes = Number(new URL(request.url ?? '/', 'http://host').searchParams.get('bytes') ?? 0);
    response.end(Buffer.alloc(bytes, 'x'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here.');
  const browser = await chromium.launch({
    executablePath,
    args: [`--host-resolver-rules=MAP *.localhost 127.0.0.1:${port}`],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const page = await browser.newPage();
    const kept = async (bytes: number, frame = page.mainFrame()) => {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith(`=${bytes}`)),
        frame.evaluate(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength, `?bytes=${bytes}`),
      ]);
      await answer.finished();
      return answer.body().then(
        (body) => body.length,
        () => null,
      );
    };
    await page.goto(origin);
    expect(await kept(300_000)).toBe(300_000);
    expect(await forgetBodies(page)).toBe(true);
    expect(await kept(300_001)).toBeNull();
    await page.goto(`${origin}/again`);
    expect(await kept(300_002)).toBeNull();
    expect(await kept(1_000)).toBe(1_000);

    // A frame of another site has a process and a session of its own, as the page of a document has.
    await page.evaluate((src) => {
      const element = document.createElement('iframe');
      element.src = src;
      return new Promise((resolve) => {
        element.addEventListener('load', resolve, { once: true });
        document.body.append(element);
      });
    }, `http://documents.localhost:${port}/`);
    const frame = page.frames().find((one) => one.url().includes('documents.localhost'));
    if (!frame) throw new Error('There is no frame.');
    expect(await kept(300_003, frame)).toBeNull();
    expect(await kept(1_001, frame)).toBe(1_001);
  } finally {
    await browser.close();
    server.close();
  }
});
