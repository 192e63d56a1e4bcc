/** The last .p12/.pfx file that was dropped on the library's window, until set-up takes it. Unopened. */
export class DroppedIdentity {
  #file: { file_name: string; bytes: Uint8Array } | null = null;

  put(file_name: string, bytes: Uint8Array): void {
    this.#file = { file_name, bytes };
  }

  /** Returns the file once. */
  take(): { file_name: string; bytes: Uint8Array } | null {
    const file = this.#file;
    this.#file = null;
    return file;
  }
}
