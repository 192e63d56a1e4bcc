/** The window host of the app: real Electron, or the Chromium window host of test/host. */
export function windowHost(): 'chromium' | 'electron' {
  return process.versions.electron === undefined ? 'chromium' : 'electron';
}
