/** Stores that tell the activity record what was written: whoever writes needs not know of it. */

import type { ReviewStore } from '../comparison/review-store.ts';
import type { ActStore } from '../kits/act-store.ts';
import type { AcknowledgementStore } from '../store/acknowledgement-store.ts';
import type { KitStore } from '../store/kit-store.ts';
import type { PinStore } from '../store/pin-store.ts';
import type { AuditTrail } from './audit-trail.ts';

/** Kits: what happens to them is taken in soon, what is ready at once, and all of it before their lines go. */
export function auditedKits(kits: KitStore, trail: AuditTrail): KitStore {
  return {
    list: () => kits.list(),
    get: (id) => kits.get(id),
    history: (id) => kits.history(id),
    write: (kit, event) => {
      kits.write(kit, event);
      // Which document it was is known only while it is the present one.
      trail.touch(kit.id, event.state === 'ready' ? 'now' : 'soon');
    },
    remove: (id) => {
      trail.rowGoes(id);
      kits.remove(id);
      trail.rowGone(id);
    },
  };
}

export function auditedPins(pins: PinStore, trail: AuditTrail): PinStore {
  return {
    list: () => pins.list(),
    set: (kit_id, pinned, at) => {
      pins.set(kit_id, pinned, at);
      trail.touch(kit_id, 'now');
    },
  };
}

export function auditedAcknowledgements(
  store: AcknowledgementStore,
  trail: AuditTrail,
): AcknowledgementStore {
  return {
    list: (kit_id) => store.list(kit_id),
    all: () => store.all(),
    add: (...given) => {
      store.add(...given);
      for (const kit_id of new Set(given.map((one) => one.kit_id))) trail.touch(kit_id);
    },
  };
}

export function auditedActs(acts: ActStore, trail: AuditTrail): ActStore {
  return {
    list: (kit_id) => acts.list(kit_id),
    lastOpened: () => acts.lastOpened(),
    kits: () => acts.kits(),
    remove: (kit_ids) => acts.remove(kit_ids),
    add: (given) => {
      acts.add(given);
      for (const kit_id of new Set(given.map((one) => one.kit_id))) trail.touch(kit_id);
    },
  };
}

export function auditedReviews(reviews: ReviewStore, trail: AuditTrail): ReviewStore {
  return {
    list: (kit_id) => reviews.list(kit_id),
    between: (old_sha256, new_sha256) => reviews.between(old_sha256, new_sha256),
    all: () => reviews.all(),
    kits: () => reviews.kits(),
    remove: (kit_ids) => reviews.remove(kit_ids),
    add: (review) => {
      reviews.add(review);
      trail.touch(review.kit_id);
    },
  };
}
