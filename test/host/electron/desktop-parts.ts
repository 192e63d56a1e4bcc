/** Tray, notifications and images: kept and told on standard error, not drawn; Chromium's window has none of them. */
import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { MenuStandIn } from './window-parts.ts';

/** An image: as many representations as were given, each a PNG. */
export class NativeImageStandIn
  implements Pick<Electron.NativeImage, 'addRepresentation' | 'isEmpty' | 'getScaleFactors'>
{
  readonly #buffers = new Map<number, Buffer>();

  static createFromBuffer(
    buffer: Buffer,
    { scaleFactor = 1 }: Electron.CreateFromBufferOptions = {},
  ): NativeImageStandIn {
    const image = new NativeImageStandIn();
    image.addRepresentation({ scaleFactor, buffer });
    return image;
  }

  addRepresentation({ scaleFactor = 1, buffer }: Electron.AddRepresentationOptions): void {
    const png = buffer?.subarray(1, 4).toString('latin1') === 'PNG';
    if (!buffer || !png) throw new Error('The image is no PNG.');
    this.#buffers.set(scaleFactor, buffer);
  }

  isEmpty(): boolean {
    return this.#buffers.size === 0;
  }

  getScaleFactors(): number[] {
    return [...this.#buffers.keys()];
  }
}

export class TrayStandIn
  extends EventEmitter
  implements Pick<Electron.Tray, 'destroy' | 'isDestroyed' | 'setToolTip'>
{
  #destroyed = false;

  constructor(image: NativeImageStandIn) {
    super();
    if (image.isEmpty()) throw new Error('The tray needs an image.');
  }

  setToolTip(toolTip: string): void {
    if (toolTip === '') throw new Error('The tray has nothing to say.');
  }

  setContextMenu(_menu: MenuStandIn | null): void {
    // Nobody can click it.
  }

  destroy(): void {
    this.#destroyed = true;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }
}

export class NotificationStandIn
  extends EventEmitter
  implements Pick<Electron.Notification, 'show' | 'close'>
{
  readonly #options: Electron.NotificationConstructorOptions;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    process.stderr.write(`[host] Notification ${this.#options.title}: ${this.#options.body}\n`);
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}

/** Kept and not done: Chromium alone has no say over the screen. */
export class PowerSaveBlockerStandIn
  implements Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>
{
  readonly #started = new Set<number>();
  #last = 0;

  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    if (type !== 'prevent-display-sleep') throw new Error('The app keeps the screen awake, nothing else.');
    this.#last += 1;
    this.#started.add(this.#last);
    return this.#last;
  }

  stop(id: number): boolean {
    if (!this.#started.delete(id)) throw new Error('There is no such blocker.');
    return true;
  }

  isStarted(id: number): boolean {
    return this.#started.has(id);
  }
}
