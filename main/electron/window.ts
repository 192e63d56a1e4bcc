import { BrowserWindow, nativeTheme, screen } from 'electron';
import { APP_ORIGIN } from '../ipc/app-origin.ts';
import type { AppSettings } from './settings.ts';
import { firstSize, usableBounds } from './window-bounds.ts';

/** The page's own background, so that nothing flashes before it is drawn; `--ground` in renderer/design/tokens.css. */
const BACKGROUND = { dark: '#0c1116', light: '#eef1f5' } as const;

export interface MainWindowDeps {
  /** The preload bundle, absolute. */
  preload: string;
  settings: Pick<AppSettings, 'window' | 'rememberWindow' | 'state'>;
  /** Whether the developer tools may be opened. */
  devtools: boolean;
}

/**
 * Opens the app's window. It is shown once its page is drawn.
 * @see https://www.electronjs.org/docs/latest/tutorial/security (recommendations 2, 3, 4, 6)
 */
export function openMainWindow({ preload, settings, devtools }: MainWindowDeps): BrowserWindow {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const remembered = usableBounds(settings.window, areas);
  const size = remembered ?? firstSize(screen.getPrimaryDisplay().workArea);
  const { theme } = settings.state().values;
  const dark = theme === 'night' || (theme === 'system' && nativeTheme.shouldUseDarkColors);
  const window = new BrowserWindow({
    title: 'Trip Kit Desktop',
    width: size.width,
    height: size.height,
    ...(remembered ? { x: remembered.x, y: remembered.y } : {}),
    minWidth: 720,
    minHeight: 480,
    show: false,
    backgroundColor: dark ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: devtools,
    },
  });
  window.once('ready-to-show', () => {
    if (remembered?.maximized) window.maximize();
    window.show();
  });
  window.on('close', () => {
    settings.rememberWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  return window;
}

/** Loads the app's page. Rejects with Electron's error where it can't be loaded. */
export async function loadMainPage(window: BrowserWindow): Promise<void> {
  await window.loadURL(`${APP_ORIGIN}/index.html`);
}
