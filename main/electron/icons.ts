import { type NativeImage, nativeImage } from 'electron';
import { iconData } from './icon-data.ts';

type Width = keyof typeof iconData;

/** The app's icon, `width` DIP wide, also sharp on screens of double density (Electron docs, "nativeImage"). */
export function appIcon(width: 16 | 24): NativeImage {
  const image = nativeImage.createFromBuffer(png(width), { scaleFactor: 1 });
  image.addRepresentation({ scaleFactor: 2, buffer: png(width === 16 ? 32 : 48) });
  return image;
}

/** The picture under the pointer while a kit is dragged. */
export function dragIcon(): NativeImage {
  return nativeImage.createFromBuffer(png(64), { scaleFactor: 1 });
}

function png(width: Width): Buffer {
  return Buffer.from(iconData[width], 'base64');
}
