import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { DocumentReader } from '../documents/document-reader.ts';
import type { DocumentVerifier } from '../documents/verify-document.ts';
import type { RecordKind } from '../record/rules/record-kinds.ts';
import type { AppSettings } from '../settings/settings.ts';
import type { KitRecord } from '../store/kit-record.ts';
import type { Agreements } from './agreements.ts';
import type { SendEvent, SendSetupEvent } from './call-map.ts';
import type { Confirm, FileDialogs } from './file-dialogs.ts';
import type { NoticeBoard } from './notices.ts';
import type { Sealer } from './sealer.ts';

/** Paths of the app's files and folders; absolute. */
export interface Paths {
  user_data: string;
  /** The folder of the kits' documents. */
  documents: string;
  logs: string;
  /** The folder of crash reports. */
  crashes: string;
  /** The preload bundle of the library's window. */
  preload: string;
  /** The preload bundle of the set-up window. */
  setup_preload: string;
  /** The folder of the renderer's bundle. */
  renderer: string;
}

/** Context that most code of the app needs. */
export interface AppContext {
  log: Log;
  /** Ms since 1970 UTC. */
  now(): number;
  /** A new UUID. */
  newId(): string;
  /** The user name of the operating system's account. */
  user: string;
}

/** The dependencies that every room is opened with. main/start/open-host.ts creates it. */
export interface Host extends AppContext {
  paths: Paths;
  clock: Clock;
  app_version: string;
  notices: NoticeBoard;
  settings: AppSettings;
  /** Cockpit mode: automatic work waits while it is on. */
  cockpit: { readonly on: boolean };
  /** The system's keychain. */
  sealer: Sealer;
  /** What the person agreed to, proven by a key in the keychain. */
  agreements: Agreements;
  /** Parses documents, each in isolation. */
  reader: DocumentReader;
  verifier: DocumentVerifier;
  /** Sends an event to the library's window and to all further windows. */
  send: SendEvent;
  /** Sends an event to the set-up window. */
  sendSetup: SendSetupEvent;
  /** The system's dialogs above the set-up window. */
  setupDialogs: FileDialogs;
  /** The system's question above the window in front. */
  confirm: Confirm;
  /** Quits the app and starts it again. */
  restart(): void;
}

/** A room that is open. */
export interface Room {
  /** Begins its work, once every room is open. */
  start?(): void;
  /** Ends its work and closes what it opened. */
  stop?(): unknown;
}

/** Writes down in the activity record what leaves no trace elsewhere (main/record/open.ts). */
export interface RecordNotes {
  note(kind: RecordKind, what: string, kit?: Pick<KitRecord, 'id' | 'document'> | null): void;
}
