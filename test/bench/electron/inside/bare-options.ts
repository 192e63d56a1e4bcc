/** JSON of BareOptions. */
export const BARE_ENV = 'TRIPKIT_BENCH_BARE';

export interface BareOptions {
  user_data: string;
  page: 'bare.html' | 'pdfjs-viewer.html';
  /** Folder of the peers' pages. */
  pages: string;
  /** The installed pdfjs-dist. */
  pdfjs: string;
  /** Goes in front of its modules where the runtime is older than they expect; null where it isn't. */
  polyfills: string | null;
  /** Documents by name. */
  kits: Readonly<Record<string, string>>;
}
