import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, type Session } from 'electron';

/** The pages' background, so nothing flashes before they are drawn; `--ground` in renderer/design/tokens.css. */
const BACKGROUND = { dark: '#0c1116', light: '#eef1f5' } as const;

export interface AppWindowOptions
  extends Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show' | 'backgroundColor'> {
  /** The preload bundle, absolute. */
  preload: string;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
  /** By default that of the library. */
  session?: Session;
}

/**
 * The preferences of all our pages, visible or hidden.
 * @see https://www.electronjs.org/docs/latest/tutorial/security (recommendations 2, 3, 4, 6)
 */
export const SANDBOXED = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
} as const;

/** Creates a window with what all windows share. It is not shown yet. */
export function createAppWindow({ preload, devtools, session, ...options }: AppWindowOptions): BrowserWindow {
  const background = () => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);
  const window = new BrowserWindow({
    ...options,
    show: false,
    backgroundColor: background(),
    webPreferences: {
      ...SANDBOXED,
      preload,
      devTools: devtools,
      ...(session ? { session } : {}),
    },
  });
  // Visible when the window grows faster than its page.
  const repaint = () => window.setBackgroundColor(background());
  nativeTheme.on('updated', repaint);
  window.once('closed', () => nativeTheme.off('updated', repaint));
  return window;
}
