import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme } from 'electron';

/** The pages' own background, so that nothing flashes before they are drawn; `--ground` in renderer/design/tokens.css. */
const BACKGROUND = { dark: '#0c1116', light: '#eef1f5' } as const;

export interface AppWindowOptions
  extends Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show' | 'backgroundColor'> {
  /** The preload bundle, absolute. */
  preload: string;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
}

/**
 * What every page of ours has, seen or not.
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

/** Makes a window of the app: what all of them share. It is not shown yet. */
export function createAppWindow({ preload, devtools, ...options }: AppWindowOptions): BrowserWindow {
  const background = () => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);
  const window = new BrowserWindow({
    ...options,
    show: false,
    backgroundColor: background(),
    webPreferences: {
      ...SANDBOXED,
      preload,
      devTools: devtools,
    },
  });
  // It is seen where the window grows faster than its page.
  const repaint = () => window.setBackgroundColor(background());
  nativeTheme.on('updated', repaint);
  window.once('closed', () => nativeTheme.off('updated', repaint));
  return window;
}
