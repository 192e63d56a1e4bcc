/**
 * Updates while the app runs: checks in the background, downloads when the network is free, and installs only when a person
 * asks. A failed check is only logged: being offline isn't an error.
 */

import type { UpdateState } from '../../preload/contract.ts';
import { type Clock, utc } from '../common/clock.ts';
import { isAbort, TripKitError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { abortable } from '../common/wait.ts';
import type { NoticeBoard } from '../host/notices.ts';
import { plainNotes } from './feed.ts';
import {
  checkInTime,
  downloadGivingWay,
  type FoundVersion,
  LOOK_MS,
  type UpdateSource,
} from './update-fetch.ts';
import {
  type Circumstances,
  decideUpdate,
  isOffered,
  isWithinHours,
  minuteOfDay,
  nextCheckIn,
  type UpdateChannel,
  type UpdateStatus,
} from './update-policy.ts';
import {
  beginStart,
  type StartFindings,
  startNotices,
  type UpdateFile,
  type UpdateRecord,
} from './update-record.ts';

export interface UpdatesDeps {
  running: string;
  managed: 'on' | 'off';
  channel: UpdateChannel;
  /** As in {@link UpdateState}. */
  hours: string | null;
  /** Opens the source. @throws TripKitError of kind `config` if this build has no updates */
  openSource(): Promise<UpdateSource>;
  circumstances(): Circumstances;
  file: UpdateFile;
  /** Quits the app properly; `takeInstallation` says what to do then. */
  quit(): void;
  onChange(state: UpdateState): void;
  notices: Pick<NoticeBoard, 'add' | 'withdraw'>;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
  log: Log;
}

export class Updates {
  readonly #deps: UpdatesDeps;
  readonly #stopped = new AbortController();
  #record: UpdateRecord;
  #findings: StartFindings;
  #source: UpdateSource | null = null;
  #status: UpdateStatus;
  #reason: string | null = null;
  #found: { version: string; notes: string | null } | null = null;
  #percent: number | null = null;
  #onQuit = false;
  #installation: 'restart' | 'end' | null = null;
  #checking: Promise<void> | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #reported = '';
  #begun = false;
  /** Whether a person asked for the present check or download: then the hours don't apply. */
  #askedByPerson = false;

  /** Records the start at once: create this before anything that may fail. */
  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
    this.#status = deps.managed === 'off' ? 'off' : 'idle';
    const { record, findings } = beginStart(deps.file.read(), deps.running, deps.clock.now());
    this.#record = record;
    this.#findings = findings;
    deps.file.write(record);
  }

  /** Consecutive starts of this version before this one that did not reach their window. */
  get failedStarts(): number {
    return this.#findings.failed_starts;
  }

  /** The window is open, or none is wanted: the start has succeeded, and checks begin. Later calls do nothing. */
  started(): void {
    if (this.#begun) return;
    this.#begun = true;
    const { notices, log } = this.#deps;
    if (this.#record.unfinished_starts > 0) this.#keep({ unfinished_starts: 0 });
    const { changed_from } = this.#findings;
    if (changed_from !== null) log.info(`Version ${this.#deps.running} runs; before it was ${changed_from}.`);
    for (const notice of startNotices(this.#record, this.#findings)) {
      log.info(notice.message);
      notices.add(notice);
    }
    if (this.#status === 'off') return;
    this.#running = Promise.all([this.#look(), this.#checks()]).catch((error: unknown) => {
      if (!isAbort(error)) log.error('The background checks for updates ended.', error);
    });
  }

  /** The state of updates for the page. */
  state(): UpdateState {
    const { may_install, why_not } = this.#verdict();
    const { checked_at, came } = this.#record;
    const { hours, channel } = this.#deps;
    return {
      status: this.#status,
      current: this.#deps.running,
      version: this.#found?.version ?? null,
      notes: this.#found?.notes ?? null,
      percent: this.#percent,
      checked_at: checked_at === null ? null : utc(checked_at),
      may_install,
      why_not,
      managed: this.#deps.managed === 'off',
      hours,
      waits_for_hours: this.#status === 'downloading' && !this.#hoursOpen(),
      channel,
      on_quit: this.#onQuit,
      came: came && { ...came, at: utc(came.at) },
    };
  }

  /**
   * Checks now because a person asked; a download continues after this resolves.
   *
   * @throws TripKitError of kind `config` if there are no updates here, `network` if the feed can't be reached
   */
  async check(): Promise<UpdateState> {
    this.#askedByPerson = true;
    try {
      await this.#checkOnce();
    } finally {
      // A download that it started, or found waiting, was also asked for by the person.
      if (this.#status !== 'downloading') this.#askedByPerson = false;
    }
    this.#changed();
    return this.state();
  }

  /** Quits and installs. @throws TripKitError of kind `config` with the reason why not */
  install(): void {
    const { may_install, why_not } = this.#verdict();
    if (!may_install) throw new TripKitError('config', why_not ?? 'No update is ready.');
    this.#begin('restart');
    this.#deps.quit();
  }

  /** Sets whether to install at the next quit. @throws TripKitError of kind `config` if no update is ready */
  installOnQuit(on: boolean): UpdateState {
    if (on && this.#status !== 'ready') {
      throw new TripKitError('config', this.#verdict().why_not ?? 'No update is ready.');
    }
    this.#onQuit = on;
    this.#changed();
    return this.state();
  }

  /**
   * The app is quitting: call before the engine stops. Open kits don't count, because quitting closes them; a kit that is
   * being fetched does.
   */
  quitting(): void {
    if (this.#onQuit && this.#installation === null) {
      const facts = { ...this.#facts(), open_documents: 0 };
      if (decideUpdate(facts).may_install) this.#begin('end');
    }
    // A start that a person ended did not fail.
    if (this.#record.unfinished_starts > 0) this.#keep({ unfinished_starts: 0 });
  }

  /** The version that is ready to install; null if none is. */
  readyVersion(): string | null {
    return this.#status === 'ready' ? (this.#found?.version ?? null) : null;
  }

  /** Once, when all work has stopped: what to install now, and whether the app restarts afterwards. */
  takeInstallation(): { install(onFailure: (error: unknown) => void): void; restart: boolean } | null {
    const source = this.#source;
    const installation = this.#installation;
    this.#installation = null;
    if (source === null || installation === null) return null;
    const restart = installation === 'restart';
    return { install: (onFailure) => source.install(restart, onFailure), restart };
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
    await this.#checking?.catch(() => {});
  }

  #begin(installation: 'restart' | 'end'): void {
    this.#installation = installation;
    if (this.#found) this.#keep({ going_to: this.#found });
  }

  /** Reports a decision that changed from outside: a kit was opened or closed, hours began or ended. */
  async #look(): Promise<void> {
    for (;;) {
      await this.#deps.clock.sleep(LOOK_MS, this.#stopped.signal);
      if (this.#status === 'ready' || this.#status === 'downloading') this.#changed();
    }
  }

  async #checks(): Promise<void> {
    const { clock, random, log } = this.#deps;
    // Opening tells what this build can do, without a network call.
    await this.#open().catch(() => {});
    let after: 'start' | 'success' | 'failure' = 'start';
    for (;;) {
      if (this.#status === 'unavailable') return;
      await clock.sleep(nextCheckIn(after, random()), this.#stopped.signal);
      while (this.#facts().cockpit || !this.#hoursOpen()) await clock.sleep(LOOK_MS, this.#stopped.signal);
      try {
        await this.#checkOnce();
        await this.#checking;
        after = 'success';
      } catch (error) {
        this.#stopped.signal.throwIfAborted();
        log.warn(`Looking for updates failed; it is tried again later. ${String(error)}`);
        after = 'failure';
      }
    }
  }

  async #open(): Promise<UpdateSource> {
    if (this.#source) return this.#source;
    if (this.#deps.managed === 'off') throw new TripKitError('config', this.#verdict().why_not ?? '');
    try {
      this.#source = await abortable(this.#deps.openSource(), this.#stopped.signal);
      return this.#source;
    } catch (error) {
      this.#stopped.signal.throwIfAborted();
      this.#deps.log.info(`No updates: ${String(error)}`);
      this.#reason =
        error instanceof TripKitError ? error.message : 'Updates are not available in this build.';
      this.#set('unavailable');
      throw error instanceof TripKitError ? error : new TripKitError('config', this.#reason);
    }
  }

  /** One check at a time. Resolves when the feed has answered; a download that follows is `#checking`. */
  async #checkOnce(): Promise<void> {
    const source = await this.#open();
    if (!this.#verdict().may_check) {
      if (this.#status === 'unavailable' || this.#status === 'off') {
        throw new TripKitError('config', this.#verdict().why_not ?? '');
      }
      return;
    }
    this.#checking = null;
    const before = this.#status;
    this.#set('checking');
    let found: FoundVersion | null;
    try {
      found = await checkInTime(source, this.#deps.clock, this.#stopped.signal);
    } catch (error) {
      this.#stopped.signal.throwIfAborted();
      if (isRefusal(error)) this.#refuse(error);
      // A version that was ready stays ready.
      else this.#set(before);
      throw error;
    }
    this.#keep({ checked_at: this.#deps.clock.now() });
    if (found === null || !isOffered(found.version, this.#deps)) {
      this.#found = null;
      this.#forgetReady();
      this.#set('idle');
      return;
    }
    if (before === 'ready' && found.version === this.#found?.version) {
      this.#set('ready');
      return;
    }
    this.#forgetReady();
    this.#found = { version: found.version, notes: plainNotes(found.notes) };
    this.#checking = this.#fetch(source);
    // A person's check does not wait for the download; the background check does.
    this.#checking.catch(() => {});
  }

  /** Downloads when no kit needs the network, and gives way to a kit that does. */
  async #fetch(source: UpdateSource): Promise<void> {
    const { clock, log, notices } = this.#deps;
    const download = {
      clock,
      mayDownload: () => this.#verdict().may_download,
      onProgress: (percent: number) => this.#progress(percent),
      onGivenWay: () => {
        log.info('The download of the update gives way.');
        this.#percent = null;
        this.#changed();
      },
    };
    this.#set('downloading');
    try {
      await downloadGivingWay(source, download, this.#stopped.signal);
    } catch (error) {
      if (isRefusal(error)) this.#refuse(error);
      else {
        this.#found = null;
        this.#set('idle');
      }
      throw error;
    } finally {
      this.#askedByPerson = false;
    }
    this.#set('ready');
    const version = this.#found?.version ?? '';
    notices.add({
      id: `update-ready ${version}`,
      severity: 'info',
      message: `Version ${version} is ready to install. Settings, Updates installs it when you say so.`,
    });
  }

  #progress(percent: number): void {
    if (!Number.isFinite(percent)) return;
    const whole = Math.min(100, Math.max(0, Math.floor(percent)));
    if (whole === this.#percent || this.#status !== 'downloading') return;
    this.#percent = whole;
    this.#changed();
  }

  #refuse(error: TripKitError): void {
    this.#deps.log.error('An update was refused.', error);
    this.#forgetReady();
    this.#reason = error.message;
    this.#set('failed');
  }

  #forgetReady(): void {
    this.#onQuit = false;
    if (this.#found) this.#deps.notices.withdraw(`update-ready ${this.#found.version}`);
  }

  #facts() {
    const { managed, circumstances } = this.#deps;
    const hours_open = this.#hoursOpen();
    return { ...circumstances(), status: this.#status, managed, hours_open, reason: this.#reason };
  }

  #hoursOpen(): boolean {
    const { hours, clock } = this.#deps;
    return this.#askedByPerson || isWithinHours(hours, minuteOfDay(clock.now()));
  }

  #verdict() {
    return decideUpdate(this.#facts());
  }

  #keep(change: Partial<UpdateRecord>): void {
    this.#record = { ...this.#record, ...change };
    this.#deps.file.write(this.#record);
  }

  #set(status: UpdateStatus): void {
    if (status !== 'failed' && status !== 'unavailable') this.#reason = null;
    this.#percent = null;
    this.#status = status;
    this.#changed();
  }

  #changed(): void {
    const state = this.state();
    const report = JSON.stringify(state);
    if (report === this.#reported || this.#stopped.signal.aborted) return;
    this.#reported = report;
    this.#deps.onChange(state);
  }
}

function isRefusal(error: unknown): error is TripKitError {
  return error instanceof TripKitError && error.condition === 'update_refused';
}
