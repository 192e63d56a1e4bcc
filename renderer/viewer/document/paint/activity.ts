/** Whether a person is reading, or doing anything, now: background work waits until they are idle. */

type Listener = () => void;

const onRead = new Set<Listener>();
const onAnything = new Set<Listener>();
let lastRead = Number.NEGATIVE_INFINITY;
let lastInput = Number.NEGATIVE_INFINITY;

/** A document is being opened, or a page comes into sight. */
export function noteReading(): void {
  lastRead = performance.now();
  for (const listener of [...onRead, ...onAnything]) listener();
}

/** How long nothing has been read, ms. */
export function restedFor(): number {
  return performance.now() - lastRead;
}

/** Calls `listener` whenever a person reads. Returns a function that unsubscribes. */
export function onReading(listener: Listener): () => void {
  onRead.add(listener);
  return () => onRead.delete(listener);
}

/** Events of a person's input; reading alone causes none. */
const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;

function noteInput(): void {
  lastInput = performance.now();
  for (const listener of onAnything) listener();
}

/** How long nobody has read or done anything, ms. Input counts only while `onActivity` has a listener. */
export function idleFor(): number {
  return performance.now() - Math.max(lastRead, lastInput);
}

/** Calls `listener` whenever a person reads or does anything. Returns a function that unsubscribes. */
export function onActivity(listener: Listener): () => void {
  if (onAnything.size === 0)
    for (const name of inputs) addEventListener(name, noteInput, { capture: true, passive: true });
  onAnything.add(listener);
  return () => {
    onAnything.delete(listener);
    if (onAnything.size === 0)
      for (const name of inputs) removeEventListener(name, noteInput, { capture: true });
  };
}

/** Who has done nothing for so long is not there, ms. */
const AWAY_MS = 10_000;
let away = false;

/** Whether nobody is there: what is kept ready for them alone gives its memory back. */
export function isAway(): boolean {
  return away;
}

/** Calls `onAway` when a person has gone, and `onBack` at the first thing that they do then. Returns a function that unsubscribes. */
export function followPresence(onAway: Listener, onBack: Listener): () => void {
  const began = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    const left = AWAY_MS - Math.min(idleFor(), performance.now() - began);
    if (left > 0) {
      timer = setTimeout(look, left);
      return;
    }
    away = true;
    onAway();
  }
  const unsubscribe = onActivity(() => {
    if (!away) return;
    away = false;
    look();
    onBack();
  });
  look();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    away = false;
  };
}
