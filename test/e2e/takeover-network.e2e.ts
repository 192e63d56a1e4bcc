/** A script that has taken the library's page over tries every way to the network. */
import { layBait } from '../attack/bait.ts';
import { expect, test } from './fixtures.ts';
import { something } from './takeover-steps.ts';

test('no way of a page reaches the network', async ({ launch, demo }) => {
  const it = await demo();
  const app = await launch();
  const { page, host } = app;
  await something(app, it);
  const around = await layBait();
  const entries = it.service.journal().length;
  try {
    const before = page.url();
    await page.evaluate(
      async ({ tcp, udp, api, control, prints }) => {
        const web = `http://127.0.0.1:${tcp}`;
        const quiet = async (work: () => unknown) => {
          try {
            await Promise.race([work(), new Promise((resolve) => setTimeout(resolve, 700))]);
          } catch {
            // Refused, as it should be. What counts is who came.
          }
        };
        const element = (tag: string, attributes: Record<string, string>) => () => {
          const made = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
          (tag === 'link' || tag === 'meta' || tag === 'script' || tag === 'base'
            ? document.head
            : document.body
          ).append(made);
          return new Promise((resolve) => {
            made.onload = resolve;
            made.onerror = resolve;
          });
        };
        for (const target of [
          web,
          api,
          control,
          web.replace('127.0.0.1', 'localhost'),
          web.replace('127.0.0.1', '[::1]'),
        ]) {
          await quiet(() => fetch(`${target}/fetch`));
          await quiet(() =>
            fetch(`${target}/opaque`, { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }),
          );
          await quiet(() => {
            const request = new XMLHttpRequest();
            request.open('GET', `${target}/xhr`);
            request.send();
          });
          await quiet(() => navigator.sendBeacon(`${target}/beacon`, 'x'));
        }
        await quiet(() => new WebSocket(`ws://127.0.0.1:${tcp}/socket`));
        await quiet(() => new EventSource(`${web}/events`));
        await quiet(() => {
          const Transport = Reflect.get(window, 'WebTransport');
          return new Transport(`https://127.0.0.1:${udp}/transport`).ready;
        });
        await quiet(element('img', { src: `${web}/img` }));
        await quiet(element('img', { srcset: `${web}/srcset 1x` }));
        await quiet(element('video', { src: `${web}/video`, poster: `${web}/poster` }));
        await quiet(element('audio', { src: `${web}/audio`, autoplay: '' }));
        await quiet(element('script', { src: `${web}/script` }));
        await quiet(element('script', { src: `${web}/module`, type: 'module' }));
        await quiet(() => import(/* @vite-ignore */ `${web}/import.mjs`));
        for (const rel of [
          'stylesheet',
          'prefetch',
          'preload',
          'modulepreload',
          'preconnect',
          'dns-prefetch',
          'prerender',
          'icon',
          'manifest',
        ]) {
          await quiet(element('link', { rel, href: `${web}/${rel}`, as: 'script' }));
        }
        await quiet(element('iframe', { src: `${web}/iframe` }));
        await quiet(element('object', { data: `${web}/object` }));
        await quiet(element('embed', { src: `${web}/embed` }));
        await quiet(element('base', { href: `${web}/` }));
        await quiet(element('meta', { 'http-equiv': 'refresh', content: `0;url=${web}/refresh` }));
        await quiet(element('script', { type: 'speculationrules' }));
        await quiet(() => {
          const style = document.createElement('div');
          style.style.backgroundImage = `url(${web}/style)`;
          document.body.append(style);
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(
            `body { background: url(${web}/sheet) } @font-face { font-family: x; src: url(${web}/font) }`,
          );
          document.adoptedStyleSheets.push(sheet);
        });
        await quiet(() => new FontFace('y', `url(${web}/fontface)`).load());
        await quiet(() => {
          const form = document.createElement('form');
          form.action = `${web}/form`;
          form.method = 'post';
          document.body.append(form);
          form.submit();
        });
        await quiet(() => {
          const link = document.createElement('a');
          link.href = `${web}/ping`;
          link.setAttribute('ping', `${web}/ping2`);
          link.download = 'x';
          document.body.append(link);
          link.click();
        });
        const code = `fetch('${web}/worker'); try { importScripts('${web}/import-scripts') } catch {}`;
        await quiet(() => new Worker(URL.createObjectURL(new Blob([code]))));
        await quiet(() => new Worker(`data:text/javascript,${encodeURIComponent(code)}`));
        await quiet(() => new Worker(`${web}/worker.js`));
        await quiet(() => new SharedWorker(URL.createObjectURL(new Blob([code]))));
        await quiet(() => navigator.serviceWorker.register('/assets/sw.js'));
        await quiet(() => navigator.serviceWorker.register(`${web}/sw.js`));
        await quiet(() => window.open(`${web}/open`));
        await quiet(() => window.open(`${web}/blank`, '_blank', 'noopener'));
        // In Electron the system's dialog opens, and the page waits for a person.
        if (prints) await quiet(() => window.print());
        await quiet(() => {
          location.href = `javascript:fetch('${web}/javascript')`;
        });
        // A fresh realm has what the page's own may have lost.
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const fresh = frame.contentWindow as (Window & typeof globalThis) | null;
        await quiet(() => fresh?.fetch(`${web}/fresh`));
        await quiet(() => fresh && new fresh.WebSocket(`ws://127.0.0.1:${tcp}/fresh`));
        // WebRTC is under no policy of the page: neither connect-src nor the request filter sees it.
        for (const realm of [window, fresh]) {
          await quiet(async () => {
            const Peer = realm ? Reflect.get(realm, 'RTCPeerConnection') : undefined;
            if (!Peer) return;
            const peer = new Peer({
              iceServers: [
                { urls: `stun:127.0.0.1:${udp}` },
                { urls: `turn:127.0.0.1:${udp}`, username: 'a', credential: 'b' },
                { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, username: 'a', credential: 'b' },
              ],
            });
            peer.createDataChannel('out');
            await peer.setLocalDescription(await peer.createOffer());
            await new Promise((resolve) => setTimeout(resolve, 3_000));
          });
          await new Promise((resolve) => setTimeout(resolve, 3_000));
        }
      },
      {
        tcp: around.tcp,
        udp: around.udp,
        api: it.service.urls.api,
        control: it.service.urls.control,
        prints: host === 'chromium',
      },
    );
    // Navigation last: where it worked, the page above would be gone.
    for (const target of [
      `http://127.0.0.1:${around.tcp}/navigate`,
      'file:///etc/passwd',
      'data:text/html,<h1>mine',
      'chrome://version',
      'view-source:app://tripkit/index.html',
      '/documents/../index.js',
    ]) {
      await page.evaluate((url) => {
        try {
          location.assign(url);
        } catch {
          // Refused at once.
        }
      }, target);
    }
    expect(await page.evaluate(() => window.tripkit?.app.info().then(({ ok }) => ok))).toBe(true);
    expect(page.url()).toBe(before);
    expect(page.context().pages()).toHaveLength(1);
    expect(around.came).toEqual([]);
    expect(it.service.journal().length).toBe(entries);
  } finally {
    around.close();
  }
});
