/** Warns that a client certificate expires: 30, 7 and 1 days before, and after. */

import type { IdentityKind } from '../../preload/contract.ts';
import type { AppContext } from '../host/host.ts';
import type { NoticeBoard } from '../host/notices.ts';
import type { CertificateFacts } from './certificate-facts.ts';
import { expiryNotice, nextExpiryChange } from './expiry.ts';

/** Longest time between two checks, ms: the clock may jump, and a certificate may be replaced by others. */
const EVERY_MS = 60 * 60_000;

export interface ExpiryWatchDeps extends Pick<AppContext, 'now'> {
  profiles(): readonly { id: string; name: string }[];
  /** Public facts of a profile's certificate, without asking the keychain; null if there is none. */
  factsOf(profile_id: string): Promise<(Pick<CertificateFacts, 'valid_to'> & { kind: IdentityKind }) | null>;
  notices: Pick<NoticeBoard, 'add' | 'withdraw'>;
}

/** Keeps one notice for each certificate that is near its end. */
export class ExpiryWatch {
  readonly #deps: ExpiryWatchDeps;
  /** The present notice of each profile. */
  readonly #noticeOfProfile = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(deps: ExpiryWatchDeps) {
    this.#deps = deps;
  }

  /** Checks now, and again at the moment at which a notice changes, at least every hour. The timer does not keep the process alive. */
  start(): void {
    this.#isRunning = true;
    void this.check();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
  }

  /** Checks now; also called after an import. Never throws. */
  async check(): Promise<void> {
    const { now } = this.#deps;
    let next = now() + EVERY_MS;
    const profiles = this.#deps.profiles();
    for (const { id, name } of profiles) {
      const facts = await this.#deps.factsOf(id).catch(() => null);
      const due = facts === null ? null : expiryNotice(facts.valid_to, now(), facts.kind);
      if (facts !== null) next = Math.min(next, nextExpiryChange(facts.valid_to, now()) ?? next);
      if (!due || due.message === null) {
        this.#withdraw(id);
        continue;
      }
      // A new threshold is a new notice: it is shown even if the earlier one was dismissed.
      const notice = `expiry:${id}:${due.threshold}`;
      if (this.#noticeOfProfile.get(id) !== notice) this.#withdraw(id);
      this.#noticeOfProfile.set(id, notice);
      this.#deps.notices.add({
        id: notice,
        severity: due.level === 'expired' ? 'error' : 'warning',
        message: profiles.length > 1 ? `${name}: ${due.message}` : due.message,
        setup: { part: 'identity', profile_id: id },
      });
    }
    for (const id of [...this.#noticeOfProfile.keys()])
      if (!profiles.some((profile) => profile.id === id)) this.#withdraw(id);
    clearTimeout(this.#timer);
    if (this.#isRunning) this.#timer = setTimeout(() => void this.check(), Math.max(1, next - now())).unref();
  }

  #withdraw(profile_id: string): void {
    const notice = this.#noticeOfProfile.get(profile_id);
    if (notice === undefined) return;
    this.#noticeOfProfile.delete(profile_id);
    this.#deps.notices.withdraw(notice);
  }
}
