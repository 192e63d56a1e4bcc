import type Electron from 'electron';

/** What would be opened in the person's browser is written to the log: the host opens nothing outside its own window. */
export class ShellStandIn implements Pick<Electron.Shell, 'openExternal'> {
  async openExternal(url: string): Promise<void> {
    process.stderr.write(`[host] shell.openExternal ${url}\n`);
  }
}
