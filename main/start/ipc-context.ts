import type { AppInfo, Diagnosis, KitCommand, PolicyState, SetupPlace } from '../../preload/contract.ts';
import type { Cockpit } from '../cockpit/cockpit.ts';
import type { ComparisonData } from '../comparison/comparison-data.ts';
import type { WatchKeeper } from '../desk/watch-keeper.ts';
import type { WindowActions } from '../electron/window-actions.ts';
import type { AppContext } from '../host/app-context.ts';
import type { DomainCalls, SendEvent, SendSetupEvent } from '../host/call-map.ts';
import type { Confirm, FileDialogs } from '../host/file-dialogs.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { ComputerChoice } from '../identity/computer-choice.ts';
import type { DroppedIdentity } from '../identity/dropped-identity.ts';
import type { IdentityStore } from '../identity/identity-store.ts';
import type { ActivityLog } from '../kits/activity-log.ts';
import type { FirstList } from '../kits/first-list.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { KitFlags } from '../kits/kit-flags.ts';
import type { LibraryRetention } from '../kits/library-retention.ts';
import type { StandingOrders } from '../kits/standing-orders.ts';
import type { Annotations } from '../marks/kit-annotations.ts';
import type { MarkRecord } from '../marks/mark-record.ts';
import type { Restores } from '../parcels/backup/restores.ts';
import type { HandOver } from '../parcels/hand-over/hand-over.ts';
import type { ProfileBook } from '../profile/profile-book.ts';
import type { ProfileIntake } from '../profile/profile-intake.ts';
import type { PlaceStore } from '../reading/place-store.ts';
import type { Reading } from '../reading/reading.ts';
import type { Audits } from '../record/audit-files.ts';
import type { ActivityRecord } from '../record/audit-record.ts';
import type { AuditTrail } from '../record/audit-trail.ts';
import type { SettingsKeeper } from '../settings/settings-calls.ts';
import type { DocumentChecker } from '../soundness/document-checker.ts';
import type { KeptDiagnostics } from '../support/kept-diagnostics.ts';
import type { RulesOf } from '../trips/trip-input.ts';
import type { Updates } from '../updates/updates.ts';
import type { DocumentPasses } from '../viewer/document-passes.ts';
import type { WindowDocuments } from '../viewer/open-documents.ts';

/** A kit whose document is dragged, and the name that its copy gets. */
export interface NamedKit {
  id: string;
  name: string;
}

/** What the calls of both contracts work with; main/start/ puts it together. Each domain takes its share. */
export interface IpcContext extends Pick<AppContext, 'log' | 'now' | 'newId'> {
  /** Above the window that asks. */
  dialogs: FileDialogs;
  /** Above the window of set-up. */
  setupDialogs: FileDialogs;
  /** The system's question, above the window in front. */
  confirm: Confirm;
  /** To the library's window, and all further ones. */
  send: SendEvent;
  /** Tells the other windows that marks of this kit are others than before. */
  marked(kit_id: string): void;
  /** The windows of the viewer, for the one that asks (main/electron/viewer-windows.ts). */
  windows: WindowActions;
  sendSetup: SendSetupEvent;
  /** The window of set-up (main/electron/setup-window.ts). */
  setup: { open(place: SetupPlace): void; readonly place: SetupPlace; close(): void };
  /** Shows the request form in the library. */
  requestForm(): void;
  /** Shows the page of managed settings in the library. */
  managedPage(): void;
  notices: Pick<NoticeBoard, 'held' | 'add' | 'dismiss' | 'withdraw'>;
  /** The app's notices, as far as the asking window shows them. */
  noticesHere(): ReturnType<NoticeBoard['list']>;
  cockpit: Pick<Cockpit, 'summary'>;
  /** What was damaged, and the backup copies of it. */
  restores: Pick<Restores, 'list' | 'request' | 'settle' | 'damaged'>;
  /** Quits, and starts again. */
  restart(): void;
  /** Hand-over files. */
  handOver: Pick<HandOver, 'allowed' | 'plan' | 'give' | 'take' | 'accept' | 'refuse' | 'cancel'>;
  settings: SettingsKeeper;
  /** What administrators decided, from where, and what was refused. */
  policyState: PolicyState;
  updates: Pick<Updates, 'state' | 'check' | 'install' | 'installOnQuit'>;

  info: AppInfo;
  /** What support needs to know, as texts that hold no secret. */
  diagnostics: Pick<KeptDiagnostics, 'collect' | 'text' | 'drop'>;
  /** Bytes that are free where kits are kept. */
  freeSpace(): Promise<number>;
  /** The window hears events from now on (main/electron/window-events.ts). */
  listening(): void;
  /** What the system's Kit menu offers (main/electron/menu.ts). */
  kitCommands(commands: readonly KitCommand[]): void;
  /** @throws TripKitError of kind `config` for an address that is not one of the app's own */
  openExternal(url: string): Promise<void>;

  profiles: ProfileBook;
  intake: ProfileIntake;
  dropped: DroppedIdentity;
  /** Tells the library of it. `use`: the profile that new requests go to from now on; null where that stays. */
  profilesChanged(use: string | null): void;
  /** Authenticates step by step (main/service/diagnose.ts). */
  diagnose(profile_id: string): Promise<Diagnosis>;
  identities: Pick<IdentityStore, 'state' | 'canStore' | 'import' | 'choose' | 'kinds' | 'requireAllowed'>;
  /** The certificates of this computer that a profile's server would take. */
  computerChoice: Pick<ComputerChoice, 'list' | 'cancel' | 'pick'>;
  /** An identity was imported: what waits for one may go on. */
  identityImported(): Promise<void>;
  /** Removes the identity of a profile, and what works with it. */
  forgetIdentity(profile_id: string): Promise<unknown>;
  /** @throws TripKitError of kind `identity` where the profile's certificate is known to be out of its time */
  requireValidIdentity(profile_id: string): Promise<void>;

  engine: KitEngine;
  /** Writes down what this computer's user does. */
  activity: Pick<ActivityLog, 'record'>;
  flags: Pick<KitFlags, 'of' | 'setPinned' | 'acknowledge' | 'acknowledgements'>;
  firstList: Pick<FirstList, 'text' | 'firstText'>;
  rulesOf: RulesOf;
  audits: Audits;
  record: ActivityRecord;
  /** Writes down what leaves no line elsewhere. */
  trail: Pick<AuditTrail, 'note'>;
  /** Takes a kit off this laptop because a person said so. @throws TripKitError as the engine's `remove` */
  removeKit(kit_id: string): Promise<void>;
  orders: Pick<StandingOrders, 'list' | 'add' | 'remove'>;
  retention: Pick<LibraryRetention, 'preview' | 'apply'>;

  /** Which documents the views of the asking window hold: retention leaves them alone. */
  open: WindowDocuments;
  passes: Pick<DocumentPasses, 'give' | 'end'>;
  checker: Pick<DocumentChecker, 'check' | 'suspect'>;
  /** A kit's file as it lies there; null where there is none. */
  fileFacts(kit_id: string): Promise<{ bytes: number; stamp: string } | null>;
  /** Hands documents to the system's drag (main/electron/drag-out.ts). @throws TripKitError of kind `config` or `disk` */
  dragOut: { prepare(kits: readonly NamedKit[]): Promise<void>; drag(kits: readonly NamedKit[]): void };
  /** Writes a copy of a kit's document. @throws TripKitError of kind `disk` */
  copyDocument(kit_id: string, to: string): Promise<void>;
  /** The same with these marks in it. @throws TripKitError of kind `disk` or `document`; nothing is left at `to` then */
  copyWithMarks(kit_id: string, marks: readonly MarkRecord[], to: string): Promise<void>;
  annotations: Pick<Annotations, 'list' | 'add' | 'change' | 'remove' | 'bookmarks'>;
  /** What changed between kits. */
  comparisons: Pick<ComparisonData, 'of' | 'review' | 'waitingMarks' | 'acceptMark' | 'declineMark'>;
  watch: WatchKeeper;
  /** What was taken from documents. */
  reading: Omit<Reading, 'forget' | 'sweep'>;
  /** Where people were; JSON. @throws TripKitError of kind `disk` */
  places: Pick<PlaceStore, 'get' | 'set'>;
  search: DomainCalls<'search'>;
}
