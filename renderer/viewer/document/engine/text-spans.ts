/** Lays a page's text over its picture, from checked numbers and words alone: no markup and no style comes from a document. */
import type { PlacedRun, PlacedText } from '../../../documents/messages/document.ts';
import { abortError } from '../../../documents/messages/messages.ts';

/** Runs that are added at a time: a page of very dense text would otherwise take a whole frame. */
const AT_ONCE = 1_000;

/** Height of a 1 px letter: Chromium enlarges small fonts if a person has set a minimum size (PDF.js, TextLayer). */
let smallest: number | null = null;

/**
 * Fills the container (viewer.css, .textLayer). Resolves to one element for each run; elements without text are not added.
 * Rejects with an AbortError.
 */
export async function layText(
  container: HTMLElement,
  { width, height, rotation, runs }: PlacedText,
  signal: AbortSignal,
): Promise<readonly HTMLElement[]> {
  smallest ??= smallestFont();
  const { style } = container;
  style.setProperty('--min-font-size', String(smallest));
  style.width = sideOf(width, 'x');
  style.height = sideOf(height, 'y');
  container.dataset.rotation = String(rotation);
  const elements: HTMLElement[] = [];
  for (let from = 0; from < runs.length; from += AT_ONCE) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) throw abortError();
    const lines = document.createDocumentFragment();
    for (const run of runs.slice(from, from + AT_ONCE)) {
      const element = spanOf(run);
      elements.push(element);
      if (run.text !== '') lines.append(element);
      if (run.lineEnd) lines.append(lineEnd());
    }
    container.append(lines);
  }
  return elements;
}

function spanOf({ text, left, top, fontHeight, family, scaleX, rotate, dir }: PlacedRun): HTMLElement {
  const span = document.createElement('span');
  const { style } = span;
  style.left = `${left}%`;
  style.top = `${top}%`;
  style.fontFamily = family;
  style.setProperty('--font-height', `${fontHeight}px`);
  if (scaleX !== 1) style.setProperty('--scale-x', String(scaleX));
  if (rotate !== 0) style.setProperty('--rotate', `${rotate}deg`);
  span.setAttribute('role', 'presentation');
  span.textContent = text;
  span.dir = dir;
  return span;
}

function lineEnd(): HTMLElement {
  const br = document.createElement('br');
  br.setAttribute('role', 'presentation');
  return br;
}

function sideOf(points: number, axis: 'x' | 'y'): string {
  return `round(down, var(--total-scale-factor) * ${points}px, var(--scale-round-${axis}))`;
}

function smallestFont(): number {
  const letter = document.createElement('div');
  Object.assign(letter.style, { opacity: '0', lineHeight: '1', fontSize: '1px', position: 'absolute' });
  letter.textContent = 'X';
  document.body.append(letter);
  const { height } = letter.getBoundingClientRect();
  letter.remove();
  return height;
}
