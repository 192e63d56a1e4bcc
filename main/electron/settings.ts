import ElectronStore from 'electron-store';

/** Place and size of a window in DIP, and whether it fills the screen. */
export interface WindowBounds {
  x: number;
  y: number;
  width: number;
  height: number;
  maximized: boolean;
}

/** What the app remembers between runs, apart from the library. Holds no secret. */
export interface Settings {
  readonly window: WindowBounds | null;
  /** Remembers at once; a disk that refuses costs the memory, never the app. */
  rememberWindow(bounds: WindowBounds): void;
}

interface Stored {
  window?: WindowBounds;
}

/**
 * Settings in `settings.json` of the user-data folder. A damaged file starts over.
 * @param folder absolute; with `--user-data` not Electron's own
 */
export function openSettings(folder: string): Settings {
  const store = new ElectronStore<Stored>({
    cwd: folder,
    name: 'settings',
    clearInvalidConfig: true,
    schema: {
      window: {
        type: 'object',
        properties: {
          x: { type: 'integer' },
          y: { type: 'integer' },
          width: { type: 'integer', minimum: 1 },
          height: { type: 'integer', minimum: 1 },
          maximized: { type: 'boolean' },
        },
        required: ['x', 'y', 'width', 'height', 'maximized'],
        additionalProperties: false,
      },
    },
  });
  return {
    get window() {
      return store.get('window') ?? null;
    },
    rememberWindow(bounds) {
      try {
        store.set('window', bounds);
      } catch {
        // The place of the window is not worth a message.
      }
    },
  };
}
