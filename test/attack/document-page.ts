/**
 * What an attacker does inside the page of a document (app://documents-N), as after a hole in PDF.js. Each function runs there by
 * its source text and uses nothing outside itself.
 */

/** What of the app and the machine the page has, by name: each that is there, or that could be read. */
export async function reachForPower(): Promise<string[]> {
  const found: string[] = [];
  const found_if = async (name: string, read: () => unknown) => {
    try {
      const got = await read();
      if (got !== undefined && got !== null && got !== false) found.push(name);
    } catch {
      // Refused.
    }
  };
  for (const name of [
    'tripkit',
    'tripkitSetup',
    'require',
    'process',
    'module',
    'Buffer',
    'ipcRenderer',
    'electron',
  ])
    await found_if(name, () => Reflect.get(window, name));
  for (const [name, other] of Object.entries({ parent, top, opener })) {
    if (other === null || other === window) continue;
    await found_if(`${name}.document`, () => Reflect.get(other, 'document'));
    await found_if(`${name}.tripkit`, () => Reflect.get(other, 'tripkit'));
    await found_if(`${name}.localStorage`, () => Reflect.get(other, 'localStorage'));
    await found_if(`${name}.location`, () => other.location.href);
  }
  for (let index = 0; index < parent.frames.length; index += 1) {
    const sibling = parent.frames[index];
    if (sibling !== undefined && sibling !== window)
      await found_if(`frame ${index}`, () => Reflect.get(sibling, 'document'));
  }
  await found_if('frameElement', () => window.frameElement);
  await found_if('a window', () => window.open('/'));
  await found_if('full screen', async () => {
    await document.documentElement.requestFullscreen();
    return true;
  });
  await found_if('notifications', async () => (await Notification.requestPermission()) === 'granted');
  await found_if('a camera', () => navigator.mediaDevices.getUserMedia({ video: true }));
  await found_if('the screen', () => navigator.mediaDevices.getDisplayMedia());
  await found_if('the clipboard', () => navigator.clipboard.readText());
  await found_if(
    'the place',
    () => new Promise((resolve) => navigator.geolocation.getCurrentPosition(resolve, () => resolve(null))),
  );
  await found_if('a file', () => (Reflect.get(window, 'showOpenFilePicker') as () => unknown)());
  await found_if('a serial port', () =>
    (Reflect.get(navigator, 'serial') as { requestPort(): unknown }).requestPort(),
  );
  await found_if('a service worker', () => navigator.serviceWorker.register('/assets/sw.js'));
  await found_if('eval', () => new Function('return 1')());
  await found_if('WebAssembly', () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
  await found_if('a message', () => {
    alert('mine');
    return confirm('mine') || prompt('mine');
  });
  return found;
}

/** Addresses of the app, and which of them answered with something, by fetch or as a picture. */
export async function reachForOthers(addresses: string[]): Promise<string[]> {
  const got: string[] = [];
  for (const address of addresses) {
    for (const mode of ['cors', 'no-cors', 'same-origin'] as const) {
      try {
        const answer = await fetch(address, { mode });
        if (answer.ok || answer.type === 'opaque') got.push(`fetch ${mode} ${address}: ${answer.status}`);
      } catch {
        // Refused.
      }
    }
    const picture = new Image();
    const shown = new Promise<boolean>((resolve) => {
      picture.onload = () => resolve(true);
      picture.onerror = () => resolve(false);
    });
    picture.src = address;
    if (await shown) got.push(`picture ${address}`);
  }
  return got;
}

/** Writes `words` everywhere that a page can, and tells whoever may listen. Resolves when all was tried. */
export async function leaveBehind(words: string): Promise<void> {
  const quietly = async (work: () => unknown) => {
    try {
      await Promise.race([work(), new Promise((resolve) => setTimeout(resolve, 2_000))]);
    } catch {
      // Refused.
    }
  };
  await quietly(() => localStorage.setItem('mine', words));
  await quietly(() => sessionStorage.setItem('mine', words));
  await quietly(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the old way is a way
    document.cookie = `mine=${words}; max-age=99999999`;
  });
  await quietly(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('mine');
        opening.onerror = reject;
        opening.onupgradeneeded = () => opening.result.createObjectStore('mine');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('mine', 'readwrite');
          writing.objectStore('mine').put(words, 'mine');
          writing.oncomplete = resolve;
        };
      }),
  );
  await quietly(async () => (await caches.open('mine')).put('/mine', new Response(words)));
  await quietly(async () => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('mine', { create: true });
    const writing = await file.createWritable();
    await writing.write(words);
    await writing.close();
  });
  await quietly(() => new BroadcastChannel('mine').postMessage(words));
  await quietly(() => new SharedWorker('/assets/mine.js').port.postMessage(words));
  await quietly(() => parent.postMessage(words, '*', [new MessageChannel().port1]));
}

/** Sends the window elsewhere, to `web`. */
export async function moveTheWindow(web: string): Promise<void> {
  for (const frame of [top, parent])
    for (const address of [`${web}/top`, location.href])
      try {
        if (frame) frame.location.href = address;
      } catch {
        // Refused, as it should be.
      }
}

/** Goes elsewhere itself, by a link to download and by itself, last: the page may be gone afterwards. */
export function goElsewhere(address: string): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: 'x' });
  document.body.append(link);
  link.click();
  location.href = address;
}

/** Says without end by the page's port what nobody asked for, from its next answer on; how often is in `window.flooded`. */
export function floodPort(): void {
  const { postMessage } = MessagePort.prototype;
  let said = 0;
  function flood(port: MessagePort): void {
    for (let id = 0; id < 1_000; id += 1)
      postMessage.call(port, { id, value: { pageCount: 1e9, file: 'x'.repeat(1_000) }, changed: 'yes' });
    said += 1_000;
    Reflect.set(window, 'flooded', said);
    setTimeout(() => flood(port), 10);
  }
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: [unknown]) {
    MessagePort.prototype.postMessage = postMessage;
    postMessage.apply(this, given);
    flood(this);
  } as typeof postMessage;
}
