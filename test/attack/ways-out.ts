/**
 * Everything by which a page could have a name looked up or a connection made. Each way has a name of its own, so that who is
 * asked for it can tell which one it was. The functions run in the page of whatever origin: they name nothing outside themselves.
 */
/** The zone of all names: nothing else asks for one in it. */
export const ZONE = 'way-out.test';

/** What a way may use. */
interface Tools {
  /** Puts an element into a document; resolves when it has loaded or failed. */
  element(tag: string, attributes: Record<string, string>, within?: Document): Promise<unknown>;
  /** The empty document of a frame that is made for it: a realm of its own, on the page's origin. */
  emptyFrame(): Document;
  /** Gathers candidates by a server, as an ICE URL. */
  gather(url: string): Promise<unknown>;
}

type Way = (host: string, tools: Tools) => unknown;

/** Hints: what is to be ready before it is wanted. */
const hints: Readonly<Record<string, Way>> = {
  'dns-prefetch': (host, { element }) => {
    element('link', { rel: 'dns-prefetch', href: `https://${host}/` });
  },
  'dns-prefetch-http': (host, { element }) => {
    element('link', { rel: 'dns-prefetch', href: `http://${host}/` });
  },
  'dns-prefetch-frame': (host, { element, emptyFrame }) => {
    element('link', { rel: 'dns-prefetch', href: `https://${host}/` }, emptyFrame());
  },
  // A page can ask that the names of its links are looked up (X-DNS-Prefetch-Control).
  'dns-prefetch-anchor': (host, { element, emptyFrame }) => {
    for (const page of [document, emptyFrame()]) {
      element('meta', { 'http-equiv': 'x-dns-prefetch-control', content: 'on' }, page);
      element('a', { href: `https://${host}/` }, page);
    }
  },
  preconnect: (host, { element }) => {
    element('link', { rel: 'preconnect', href: `https://${host}/` });
  },
  prefetch: (host, { element }) => element('link', { rel: 'prefetch', href: `https://${host}/` }),
  preload: (host, { element }) => element('link', { rel: 'preload', as: 'font', href: `https://${host}/` }),
  modulepreload: (host, { element }) => element('link', { rel: 'modulepreload', href: `https://${host}/` }),
  prerender: (host, { element }) => {
    element('link', { rel: 'prerender', href: `https://${host}/` });
  },
  icon: (host, { element }) => {
    element('link', { rel: 'icon', href: `https://${host}/` });
  },
  manifest: (host, { element }) => {
    element('link', { rel: 'manifest', href: `https://${host}/` });
  },
  speculation: (host) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    const list = [{ source: 'list', urls: [`https://${host}/`], eagerness: 'immediate' }];
    rules.text = JSON.stringify({ prefetch: list, prerender: list });
    document.head.append(rules);
  },
};

/** Requests of a script. */
const requests: Readonly<Record<string, Way>> = {
  fetch: (host) => fetch(`https://${host}/`, { mode: 'no-cors' }),
  'fetch-http': (host) => fetch(`http://${host}/`, { mode: 'no-cors' }),
  keepalive: (host) =>
    fetch(`https://${host}/`, { method: 'POST', mode: 'no-cors', keepalive: true, body: 'x' }),
  // A fresh realm has what the page's own may have lost.
  'fetch-frame': (host, { emptyFrame }) =>
    emptyFrame().defaultView?.fetch(`https://${host}/`, { mode: 'no-cors' }),
  xhr: (host) => {
    const request = new XMLHttpRequest();
    request.open('GET', `https://${host}/`);
    request.send();
    return new Promise((resolve) => request.addEventListener('loadend', resolve));
  },
  beacon: (host) => navigator.sendBeacon(`https://${host}/`, 'x'),
  websocket: (host) => {
    const socket = new WebSocket(`wss://${host}/`);
    return new Promise((resolve) => socket.addEventListener('close', resolve));
  },
  eventsource: (host) => {
    const source = new EventSource(`https://${host}/`);
    return new Promise((resolve) => source.addEventListener('error', resolve)).then(() => source.close());
  },
  webtransport: (host) => {
    const Transport = Reflect.get(window, 'WebTransport');
    return new Transport(`https://${host}/`).ready;
  },
  report: (host, { element, emptyFrame }) => {
    // Only a header names where violations are reported: a page's own policy must not.
    const page = emptyFrame();
    const content = `img-src 'none'; report-uri https://${host}/`;
    element('meta', { 'http-equiv': 'content-security-policy', content }, page);
    return element('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }, page);
  },
};

/** What a document is made of. */
const parts: Readonly<Record<string, Way>> = {
  stylesheet: (host, { element }) => element('link', { rel: 'stylesheet', href: `https://${host}/` }),
  img: (host, { element }) => element('img', { src: `https://${host}/` }),
  srcset: (host, { element }) => element('img', { srcset: `https://${host}/ 1x` }),
  audio: (host, { element }) => element('audio', { src: `https://${host}/`, autoplay: '' }),
  video: (host, { element }) => element('video', { src: `https://${host}/` }),
  poster: (host, { element }) => element('video', { poster: `https://${host}/` }),
  script: (host, { element }) => element('script', { src: `https://${host}/` }),
  module: (host, { element }) => element('script', { src: `https://${host}/x.mjs`, type: 'module' }),
  import: (host) => import(/* @vite-ignore */ `https://${host}/x.mjs`),
  iframe: (host, { element }) => element('iframe', { src: `https://${host}/` }),
  object: (host, { element }) => element('object', { data: `https://${host}/` }),
  embed: (host, { element }) => element('embed', { src: `https://${host}/` }),
  font: (host) => new FontFace('out', `url(https://${host}/)`).load(),
  'css-import': (host) => {
    const style = document.createElement('style');
    style.textContent = `@import url(https://${host}/);`;
    document.head.append(style);
  },
  'css-image': (host) => {
    document.body.style.backgroundImage = `url(https://${host}/)`;
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  },
  worker: (host) => {
    const worker = new Worker(`https://${host}/`);
    return new Promise((resolve) => worker.addEventListener('error', resolve));
  },
  'worker-blob': (host) => {
    const code = `fetch('https://${host}/', { mode: 'no-cors' }).catch(() => {}).then(() => postMessage(1))`;
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    return new Promise((resolve) => {
      worker.addEventListener('message', resolve);
      worker.addEventListener('error', resolve);
    });
  },
  'worker-data': (host) => {
    const code = `fetch('https://${host}/', { mode: 'no-cors' }).catch(() => {}).then(() => postMessage(1))`;
    const worker = new Worker(`data:text/javascript,${encodeURIComponent(code)}`);
    return new Promise((resolve) => {
      worker.addEventListener('message', resolve);
      worker.addEventListener('error', resolve);
    });
  },
  'shared-worker': (host) => {
    const code = `fetch('https://${host}/', { mode: 'no-cors' })`;
    return new SharedWorker(URL.createObjectURL(new Blob([code])));
  },
  'service-worker': (host) => navigator.serviceWorker.register(`https://${host}/`),
};

/** Where a page can go, or send something else. */
const navigations: Readonly<Record<string, Way>> = {
  ping: (host) => {
    const anchor = document.createElement('a');
    anchor.href = '#';
    anchor.setAttribute('ping', `https://${host}/`);
    document.body.append(anchor);
    anchor.click();
  },
  form: (host) => {
    const form = document.createElement('form');
    form.action = `https://${host}/`;
    form.method = 'post';
    const frame = document.createElement('iframe');
    frame.name = 'form-target';
    form.target = frame.name;
    document.body.append(frame, form);
    form.submit();
  },
  window: (host) => window.open(`https://${host}/`, '_blank', 'noopener'),
};

/** WebRTC, which asks neither a policy of content nor a filter of requests. */
const peers: Readonly<Record<string, Way>> = {
  // First: its name is looked up after it has been taken.
  'ice-candidate': async (host) => {
    const [here, there] = [new RTCPeerConnection(), new RTCPeerConnection()];
    here.createDataChannel('out');
    await here.setLocalDescription(await here.createOffer());
    if (here.localDescription) await there.setRemoteDescription(here.localDescription);
    await there.setLocalDescription(await there.createAnswer());
    if (there.localDescription) await here.setRemoteDescription(there.localDescription);
    const candidate = `candidate:1 1 tcp 1 ${host} 443 typ host tcptype passive`;
    await here.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
  },
  stun: (host, { gather }) => gather(`stun:${host}`),
  turn: (host, { gather }) => gather(`turn:${host}`),
  'turn-tcp': (host, { gather }) => gather(`turn:${host}?transport=tcp`),
  'turn-tls': (host, { gather }) => gather(`turns:${host}:443`),
};

export const waysOut = { ...hints, ...requests, ...parts, ...navigations, ...peers };

/** A way's host in a zone. */
export const hostOf = (way: string, zone: string): string => `${way}.${zone}`;

/**
 * A script by which a page tries every way, one after the other, each to a host (with its port, where that is not the usual one).
 * It ends when each has been answered or refused, or had its time: what counts is who was asked. As text it is evaluated whatever the
 * page's own policy says.
 */
export function everyWay(hostOf: (way: string) => string, { given_up_ms = 4_000 } = {}): string {
  const hosts = Object.entries(waysOut).map(
    ([name, way]) => `[${JSON.stringify(hostOf(name))}, ${String(way)}]`,
  );
  return `(${String(inPage)})([${hosts.join(',\n')}], ${given_up_ms})`;
}

async function inPage(ways: readonly (readonly [string, Way])[], given_up_ms: number): Promise<void> {
  const tools: Tools = {
    element: (tag, attributes, within = document) => {
      const made = within.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      const inHead = ['link', 'meta', 'script'].includes(tag);
      const settled = new Promise((resolve) => {
        made.addEventListener('load', resolve);
        made.addEventListener('error', resolve);
      });
      (inHead ? within.head : within.body).append(made);
      return settled;
    },
    emptyFrame: () => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      if (!frame.contentDocument) throw new Error('The frame has no document.');
      return frame.contentDocument;
    },
    gather: async (url) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: url, username: 'a', credential: 'b' }] });
      const gathered = new Promise((resolve) =>
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') resolve(null);
        }),
      );
      peer.createDataChannel('out');
      await peer.setLocalDescription(await peer.createOffer());
      return gathered;
    },
  };
  for (const [host, way] of ways) {
    const late = new Promise((resolve) => setTimeout(resolve, given_up_ms));
    try {
      await Promise.race([way(host, tools), late]);
    } catch {
      // Refused, as it should be.
    }
  }
}
