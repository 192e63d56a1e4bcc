/** Days of random work, kills and destruction: what was there at the last copy, and was not removed, is there after a restore. */
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aKit, anEvent } from '../../documents/samples.ts';
import { freshFolder } from '../../fresh-folder.ts';
import { clockAt, HOUR, plannedKit, type Run, SHA, startUp } from '../../start/start-run.ts';

const destructions = {
  removed: (file: string) => rmSync(file),
  emptied: (file: string) => truncateSync(file, 0),
  cut: (file: string) => truncateSync(file, Math.floor(statSync(file).size / 3)),
  garbage: (file: string) => writeFileSync(file, 'x'.repeat(40_000)),
};
const day = fc.record({
  acts: fc.array(
    fc.record({
      what: fc.constantFrom('kit', 'pin', 'acknowledge', 'mark', 'unmark', 'plan', 'theme' as const),
      which: fc.nat(9),
    }),
    { maxLength: 8 },
  ),
  killed: fc.boolean(),
  hours: fc.integer({ min: 1, max: 60 }),
  destroyed: fc.option(fc.constantFrom('user.sqlite', 'settings.json'), { freq: 2 }),
  how: fc.constantFrom(...(Object.keys(destructions) as (keyof typeof destructions)[])),
});
type Act = { what: string; which: number };

const idle = { acts: [], killed: false, hours: 1, destroyed: null, how: 'removed' as const };
const lost = { ...idle, destroyed: 'user.sqlite' as const };

/** What the oracle knows: facts by name, and those that are gone on purpose. */
class Facts {
  readonly all = new Set<string>();
  /** As the last copy has them. */
  copied = new Set<string>();
  readonly removed = new Set<string>();
}

function kitOf(which: number) {
  const failure = { kind: 'service' as const, message: 'no' };
  return aKit({ id: `00000000-0000-4000-8000-00000000000${which}`, state: 'failed', failure });
}

function act({ database, marks, settings }: Run, { what, which }: Act, facts: Facts, now: number): void {
  const kit = kitOf(which);
  const known = database.kits.get(kit.id) !== undefined;
  const name = `${what} ${which}`;
  if (what !== 'unmark' && facts.all.has(name)) return;
  const [message] = kit.messages;
  if (what === 'kit') database.kits.write(kit, anEvent(kit));
  else if (what === 'pin' && known) database.pins.set(kit.id, true, now);
  else if (what === 'acknowledge' && known && message) {
    database.acknowledgements.add({ kit_id: kit.id, message, document_sha256: null, by: 'anna', at: now });
  } else if (what === 'mark') {
    const base = {
      id: String(which),
      kit_id: 'gone',
      document_sha256: SHA,
      by: 'anna',
      created_at: now,
      changed_at: now,
    };
    marks.add({ ...base, draft: { kind: 'bookmark', page: 1, title: 'EHAM', heading: null } });
  } else if (what === 'unmark') {
    marks.remove(String(which));
    facts.all.delete(`mark ${which}`);
    facts.removed.add(`mark ${which}`);
    return;
  } else if (what === 'plan') {
    const kit = plannedKit(which, 2_000 + which, { created_at: now });
    database.kits.write(kit, anEvent(kit));
  } else if (what === 'theme') settings.change({ theme: 'night' });
  else return;
  facts.all.add(what === 'theme' ? 'theme' : name);
  facts.removed.delete(name);
}

function found({ database, marks, settings }: Run): Set<string> {
  const number = (id: string) => Number(id.at(-1));
  return new Set([
    ...database.kits.list().map(({ id, state }) => `${state === 'planned' ? 'plan' : 'kit'} ${number(id)}`),
    ...[...database.pins.list().keys()].map((id) => `pin ${number(id)}`),
    ...database.acknowledgements.all().map(({ kit_id }) => `acknowledge ${number(kit_id)}`),
    ...marks.bookmarks().map(({ id }) => `mark ${id}`),
    ...(settings.state().values.theme === 'night' ? ['theme'] : []),
  ]);
}

test('nothing that a copy has is lost, and nothing comes that never was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 2, maxLength: 5 }), async (days) => {
      const user_data = freshFolder();
      const facts = new Facts();
      const ever = new Set<string>();
      const clock = clockAt(0);
      for (const { acts, killed, hours, destroyed, how } of days) {
        const run = await startUp(user_data, clock);
        for (const one of acts) act(run, one, facts, clock.now());
        for (const fact of facts.all) ever.add(fact);
        await run.end(!killed);
        // As the app's start says, so that the next one makes a copy.
        if (killed) {
          mkdirSync(join(user_data, 'backups'), { recursive: true });
          writeFileSync(join(user_data, 'backups', 'uncopied'), '');
        } else {
          facts.copied = new Set(facts.all);
          facts.removed.clear();
        }
        clock.leap(hours * HOUR);
        if (destroyed === null || facts.copied.size === 0) continue;
        const file = join(user_data, destroyed);
        if (!statSync(file, { throwIfNoEntry: false })) continue;
        destructions[how](file);
        const restored = await startUp(user_data, clock);
        const here = found(restored);
        for (const fact of facts.copied) if (!facts.removed.has(fact)) expect(here).toContain(fact);
        for (const fact of here) expect(ever).toContain(fact);
        expect(restored.notice('restore-failed')).toBeUndefined();
        await restored.end();
        facts.all.clear();
        for (const fact of here) facts.all.add(fact);
        facts.copied = new Set(here);
        facts.removed.clear();
        clock.leap(HOUR);
      }
    }),
    { numRuns: 8, examples: [[[idle, { ...idle, acts: [{ what: 'mark', which: 0 }], killed: true }, lost]]] },
  );
});
