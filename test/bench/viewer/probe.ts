/**
 * What the bench asks of a page, from inside it. `installProbe` runs in the page: it may use nothing from outside itself.
 *
 * Times are the page's own clock, ms. A start is the time stamp of the person's input event. "Seen" is the end of the
 * main thread's part of the frame that has the thing: the task after its requestAnimationFrame. Raster and display come
 * after it, for us and for peers alike.
 */

export type ProbeKind = 'app' | 'pdfjs';

export interface Seen {
  /** Since the input event. */
  something: number;
  /** `coarse` or `crisp`. */
  what: string;
  crisp: number;
  /** Longest and all frame gaps over 60 ms meanwhile. */
  longest_gap: number;
}

export interface Probe {
  /** Waits for the page after the next input event; `moved`: and after it has moved in the window. */
  expectPage(page: number, options?: { moved?: boolean }): void;
  /** What was expected; rejects after the time-out. */
  result(timeout_ms: number): Promise<Seen>;
  /** Start of a stretch whose frames count. */
  framesFrom(): number;
  frames(mark: number): { count: number; longest: number; over60: number; over34: number; seconds: number };
  /** Waits until `ready(text of the region)`; time since the last input event: `dom` when it is there, `seen` painted. */
  expectText(selector: string, pattern: string): void;
  textResult(timeout_ms: number): Promise<{ dom: number; seen: number }>;
}

declare global {
  interface Window {
    benchProbe?: Probe;
    /** The peer's page sets it: whether a page is drawn to the end and in sight, and whether anything of it is. */
    benchPeer?: { crisp(page: number): boolean; seen(page: number): boolean };
  }
}

export function installProbe(kind: ProbeKind): void {
  if (window.benchProbe) return;
  let input = 0;
  const onInput = (event: Event) => {
    input = event.timeStamp;
  };
  for (const name of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(name, onInput, { capture: true, passive: true });

  const stamps: number[] = [];
  type Waiting = {
    check: () => string | null;
    found: (what: string, at: number) => boolean;
  };
  let waiting: Waiting | null = null;
  let drawing = false;
  const channel = new MessageChannel();
  let pending: { what: string; waiting: Waiting } | null = null;
  channel.port1.onmessage = () => {
    drawing = false;
    if (!pending) return;
    const { what, waiting: mine } = pending;
    pending = null;
    if (waiting === mine && mine.found(what, performance.now())) waiting = null;
  };
  const look = () => {
    if (!waiting) return;
    const what = waiting.check();
    if (what) pending = { what, waiting };
  };
  const frame = () => {
    stamps.push(performance.now());
    requestAnimationFrame(frame);
    drawing = true;
    look();
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(frame);
  // A change made by another callback of the same frame is painted with it.
  new MutationObserver(() => {
    if (drawing && !pending) look();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  const inSight = (element: Element) => {
    const box = element.getBoundingClientRect();
    const wide = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
    const high = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return wide > 50 && high > Math.min(box.height, innerHeight) * 0.4;
  };
  /** Whether canvases with a pixel for each of the screen's lie over what is in sight of the page: not taken on trust. */
  const isSharp = (element: Element) => {
    const box = element.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const wide = Math.min(box.right, innerWidth) - left;
    const high = Math.min(box.bottom, innerHeight) - top;
    const sharp = [...element.querySelectorAll('canvas')]
      .map((canvas) => ({ canvas, at: canvas.getBoundingClientRect() }))
      .filter(({ canvas, at }) => {
        const pixels = canvas.width * canvas.height;
        return pixels > 0.8 * devicePixelRatio ** 2 * at.width * at.height && at.width > 0;
      });
    return [0.05, 0.5, 0.95].every((across) =>
      [0.05, 0.5, 0.95].every((down) => {
        const x = left + wide * across;
        const y = top + high * down;
        return sharp.some(({ at }) => at.left <= x && x <= at.right && at.top <= y && y <= at.bottom);
      }),
    );
  };
  const stateOf = (page: number): string | null => {
    if (kind === 'pdfjs') {
      if (window.benchPeer?.crisp(page)) return 'crisp';
      return window.benchPeer?.seen(page) ? 'coarse' : null;
    }
    for (const element of document.querySelectorAll(`[data-page="${page}"]`)) {
      if (element.closest('[data-thumbnail], .thumbnail, .thumbnails') || !inSight(element)) continue;
      if (element.getAttribute('data-page-rendered') === String(page) && isSharp(element)) return 'crisp';
      if (['rendered', 'shown', 'coarse'].some((word) => element.hasAttribute(`data-page-${word}`)))
        return 'coarse';
    }
    return null;
  };

  const topOf = (page: number) =>
    [...document.querySelectorAll(`[data-page="${page}"]`)].find(inSight)?.getBoundingClientRect().top ?? 0;

  const until = <T>(promise: Promise<T>, ms: number, what: string): Promise<T> =>
    Promise.race([
      promise,
      new Promise<never>((_, reject) =>
        setTimeout(() => reject(new Error(`not seen after ${ms} ms: ${what}`)), ms),
      ),
    ]);
  const framesSince = (mark: number) => {
    const some = stamps.slice(Math.max(0, mark - 1));
    const gaps = some.slice(1).map((at, i) => at - (some[i] ?? at));
    return {
      count: gaps.length,
      longest: Math.max(0, ...gaps),
      over60: gaps.filter((gap) => gap > 60).length,
      over34: gaps.filter((gap) => gap > 34).length,
      seconds: ((some.at(-1) ?? 0) - (some[0] ?? 0)) / 1000,
    };
  };

  let pageDone = Promise.withResolvers<Seen>();
  let textDone = Promise.withResolvers<{ dom: number; seen: number }>();
  let expected = '';
  window.benchProbe = {
    expectPage(page, { moved = false } = {}) {
      expected = `page ${page}`;
      const done = Promise.withResolvers<Seen>();
      pageDone = done;
      done.promise.catch(() => {});
      const begun = input;
      const mark = stamps.length;
      const top = moved ? topOf(page) : 0;
      let something = -1;
      let what = '';
      waiting = {
        check: () => {
          if (input <= begun) return null;
          return moved && Math.abs(topOf(page) - top) < 50 ? null : stateOf(page);
        },
        found: (state, at) => {
          if (something < 0) {
            something = at - input;
            what = state;
          }
          if (state !== 'crisp') return false;
          done.resolve({ something, what, crisp: at - input, longest_gap: framesSince(mark).longest });
          return true;
        },
      };
    },
    result: (ms) => until(pageDone.promise, ms, expected),
    framesFrom: () => stamps.length,
    frames: framesSince,
    expectText(selector, pattern) {
      expected = `${selector} with ${pattern}`;
      const done = Promise.withResolvers<{ dom: number; seen: number }>();
      textDone = done;
      done.promise.catch(() => {});
      const wanted = new RegExp(pattern);
      const matches = () =>
        [...document.querySelectorAll(selector)].some((element) => wanted.test(element.textContent ?? ''));
      const begun = input;
      let dom = -1;
      const observer = new MutationObserver(() => {
        if (dom < 0 && input > begun && matches()) dom = performance.now() - input;
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      waiting = {
        check: () => (dom >= 0 ? 'text' : null),
        found: (_, at) => {
          observer.disconnect();
          done.resolve({ dom, seen: at - input });
          return true;
        },
      };
    },
    textResult: (ms) => until(textDone.promise, ms, expected),
  };
}
