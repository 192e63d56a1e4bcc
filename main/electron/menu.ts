import { Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * The app's menu: roles only, which Electron labels, binds and translates by platform
 * (Electron docs, "MenuItem", roles). macOS needs the Edit roles for copy and paste to work at all.
 */
export function setAppMenu(platform: NodeJS.Platform, devtools: boolean): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (devtools) view.push({ type: 'separator' }, { role: 'toggleDevTools' });
  const mac = platform === 'darwin';
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' } as const] : []),
      { label: 'File', submenu: [mac ? { role: 'close' } : { role: 'quit' }] },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
}
