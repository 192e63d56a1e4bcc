import { TripKitError } from '../common/errors.ts';
import type { KitEngine } from '../kits/kit-engine.ts';
import type { AcknowledgementStore } from '../library/acknowledgement-store.ts';
import type { ActivityLog } from './activity-log.ts';
import { auditOf, type KitAudit } from './audit.ts';
import { auditCsv, auditJson } from './audit-text.ts';

export interface AuditIndexDeps {
  engine: Pick<KitEngine, 'get' | 'history'>;
  activity: Pick<ActivityLog, 'list'>;
  acknowledgements: Pick<AcknowledgementStore, 'list'>;
  /** Names of the profiles that can be read. */
  profiles(): readonly { id: string; name: string }[];
  app_version: string;
  /** The user name of the operating system's account. */
  user: string;
  /** Ms since 1970 UTC. */
  now(): number;
}

/** The audits of the kits on this laptop. */
export class AuditIndex {
  readonly #deps: AuditIndexDeps;

  constructor(deps: AuditIndexDeps) {
    this.#deps = deps;
  }

  /** @throws TripKitError of kind `config`, condition `unknown_kit`; of kind `disk` */
  of(kit_id: string): KitAudit {
    const { engine, activity, acknowledgements, profiles } = this.#deps;
    const kit = engine.get(kit_id);
    return auditOf(kit, {
      history: engine.history(kit_id),
      acts: activity.list(kit_id),
      acknowledgements: acknowledgements.list(kit_id),
      profile_name: profiles().find(({ id }) => id === kit.profile_id)?.name ?? null,
    });
  }

  /** The text of a file; kits that have gone meanwhile are left out. @throws TripKitError of kind `disk` */
  file(kit_ids: readonly string[], format: 'json' | 'csv'): string {
    const audits = kit_ids.flatMap((id) => this.#ifThere(id));
    const { app_version, user, now } = this.#deps;
    return format === 'csv'
      ? auditCsv(audits)
      : auditJson(audits, { app_version, exported_at: now(), exported_by: user });
  }

  #ifThere(kit_id: string): KitAudit[] {
    try {
      return [this.of(kit_id)];
    } catch (error) {
      if (error instanceof TripKitError && error.condition === 'unknown_kit') return [];
      throw error;
    }
  }
}
