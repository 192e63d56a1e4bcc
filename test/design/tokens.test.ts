/** Contrast of the palette (WCAG 2.2, 1.4.3 and 1.4.11), read from the stylesheet itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../../renderer/design/tokens.css', import.meta.url), 'utf8');

function palette(selector: string): Map<string, string> {
  const begin = css.indexOf(selector);
  const block = css.slice(begin, css.indexOf('}', begin));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((found) => [found[1] ?? '', found[2] ?? '']),
  );
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['ground', 'surface', 'surface-2', 'surface-hover', 'surface-selected'];
const text: [string, string][] = [
  ...['ink', 'ink-2', 'accent'].flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...['ok', 'busy', 'warn', 'danger', 'calm'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-ground`],
    [tone, 'surface'],
  ]),
  ['ink', 'calm-ground'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
];
const controls: [string, string][] = ['line-strong', 'focus'].flatMap((edge) =>
  ['ground', 'surface'].map((ground): [string, string] => [edge, ground]),
);

test.each([':root[data-theme="day"]', ':root[data-theme="night"]'])('%s meets AA', (selector) => {
  const colours = palette(selector);
  const colour = (name: string) => {
    const value = colours.get(name);
    if (!value) throw new Error(`${selector} has no --${name}`);
    return value;
  };
  const weak = (pairs: [string, string][], least: number) =>
    pairs.flatMap(([ink, ground]) => {
      const ratio = contrast(colour(ink), colour(ground));
      return ratio < least ? [`${ink} on ${ground}: ${ratio.toFixed(2)}`] : [];
    });
  expect(weak(text, 4.5)).toEqual([]);
  expect(weak(controls, 3)).toEqual([]);
});
