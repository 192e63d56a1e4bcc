/// <reference lib="dom" />
/**
 * Makes every icon from icon.svg: `node build/icons/make-icons.ts` (with CHROMIUM_PATH where Chromium is elsewhere than in
 * /usr/bin). The results are committed, so that packaging needs no browser; run it again after a change of the drawing.
 *
 * Formats: ICO, ICNS, PNGs by size for Linux, and the two bitmaps of the NSIS pages (NsisOptions: 164 × 314 and 150 × 57 px).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IconIcns, IconIco } from '@shockpkg/icon-encoder';
import { chromium, type Page } from 'playwright-core';

const here = import.meta.dirname;
const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256];
const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** The types of an ICNS file and their edge in px, as iconutil writes them; ic11 to ic14 are for Retina displays. */
const icnsTypes = {
  ic04: 16,
  ic05: 32,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
};
/** Those of them that hold pixels instead of a PNG: PNGs of these sizes are not shown by every macOS. */
const pixelTypes = new Set(['ic04', 'ic05']);

/** From this size down the simple drawing is used, px. */
const SMALL = 32;
/** Apple's grid: the shape fills 824 of 1024 px (Human Interface Guidelines, "App icons", macOS). */
const APPLE_SHARE = 824 / 1024;

/** A picture: its pixels (RGBA, not premultiplied, from the top left) and the same as PNG. */
interface Drawing {
  width: number;
  height: number;
  data: Buffer;
  png: Buffer;
}

/** The drawing for a size: with or without its details. */
function drawingFor(svg: string, size: number): string {
  const hidden = size <= SMALL ? 'detail' : 'small';
  return svg.replace('<defs>', `<style>.${hidden}{display:none}</style><defs>`);
}

/** Draws pictures side by side with a background, and reads the pixels back. */
async function draw(
  page: Page,
  width: number,
  height: number,
  background: string | null,
  places: { svg: string; x: number; y: number; size: number }[],
): Promise<Drawing> {
  const { png, rgba } = await page.evaluate(
    async ([w, h, fill, pictures]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      if (fill !== null) {
        const shade = context.createLinearGradient(0, 0, 0, h);
        for (const [index, colour] of fill.split(' ').entries()) shade.addColorStop(index, colour);
        context.fillStyle = shade;
        context.fillRect(0, 0, w, h);
      }
      for (const { svg, x, y, size } of pictures) {
        const image = new Image(size, size);
        image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
        await image.decode();
        context.drawImage(image, x, y, size, size);
      }
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return {
        png: [...new Uint8Array(await blob.arrayBuffer())],
        rgba: [...context.getImageData(0, 0, w, h).data],
      };
    },
    [width, height, background, places] as const,
  );
  return { width, height, png: Buffer.from(png), data: Buffer.from(rgba) };
}

/** A BMP file of 24 bits a pixel, which is what the pages of NSIS show. */
function encodeBmp({ width, height, data }: Drawing): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bmp = Buffer.alloc(54 + row * height);
  bmp.write('BM', 'latin1');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const pixel = data.subarray(from, from + 3).toReversed();
      bmp.set(pixel, 54 + (height - 1 - y) * row + x * 3);
    }
  }
  return bmp;
}

const svg = await readFile(join(here, 'icon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage();
  const icon = (size: number, share = 1) => {
    const inner = size * share;
    const at = (size - inner) / 2;
    return draw(page, size, size, null, [{ svg: drawingFor(svg, size), x: at, y: at, size: inner }]);
  };
  for (const size of pngSizes) {
    await mkdir(join(here, 'png'), { recursive: true });
    await writeFile(join(here, 'png', `${size}x${size}.png`), (await icon(size)).png);
  }
  const ico = new IconIco();
  for (const size of icoSizes) {
    const drawing = await icon(size);
    // Sizes below 256 px as DIBs, which every reader knows.
    if (size < 256) await ico.addFromRgba(drawing, false);
    else await ico.addFromPng(drawing.png, true, true);
  }
  await writeFile(join(here, 'icon.ico'), ico.encode());
  const icns = new IconIcns();
  for (const [type, size] of Object.entries(icnsTypes)) {
    const drawing = await icon(size, APPLE_SHARE);
    if (pixelTypes.has(type)) await icns.addFromRgba(drawing, [type]);
    else await icns.addFromPng(drawing.png, [type], true);
  }
  await writeFile(join(here, 'icon.icns'), icns.encode());

  const large = drawingFor(svg, 512);
  const sidebar = await draw(page, 164, 314, '#0d5bb5 #04264d', [{ svg: large, x: 34, y: 40, size: 96 }]);
  await writeFile(join(here, 'installer-sidebar.bmp'), encodeBmp(sidebar));
  const header = await draw(page, 150, 57, '#ffffff #ffffff', [{ svg: large, x: 97, y: 6, size: 45 }]);
  await writeFile(join(here, 'installer-header.bmp'), encodeBmp(header));
} finally {
  await browser.close();
}
