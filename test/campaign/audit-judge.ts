/** Judges the exported activity record by the journal of what was done (audit-process.ts). Pure. */

/** A line of the journal. `full`: the disk of the record took nothing then. */
export interface Done {
  did: string;
  full: boolean;
  args?: unknown[];
  kit_id?: string;
  reason?: string;
  what?: string;
}

/** As much of an exported entry as is judged. */
export interface Told {
  kind: string;
  at: string;
  by: string | null;
  kit_id: string | null;
  what: string;
  state?: string;
  reason?: string;
  document_sha256?: string;
  message?: { message: string };
}

export interface Evidence {
  journal: readonly Done[];
  entries: readonly Told[];
  verified: boolean;
  /** Kits that are in the library, and those that are pinned, at the end. */
  here: { kits: readonly string[]; pins: readonly string[] };
}

/** What is wrong, a sentence each. What was being written when a process was killed may be there or not, but never twice. */
export function judge({ journal, entries, verified, here }: Evidence): string[] {
  const problems: string[] = [];
  if (!verified) problems.push('The chain does not verify.');
  const kills = journal.filter(({ did }) => did === 'life').length - 1;
  const forgiven = lostWithDisk(journal);
  const expect = (what: string, wanted: readonly string[], found: readonly string[]) => {
    const [want, have] = [counted(wanted), counted(found)];
    for (const [key, count] of want) {
      if ((have.get(key) ?? 0) < count && ![...forgiven].some((id) => key.includes(id)))
        problems.push(`${what} lost: ${key}`);
      if ((have.get(key) ?? 0) > count) problems.push(`${what} told twice: ${key}`);
    }
    const more = [...have.keys()].filter((key) => !want.has(key));
    if (more.length > kills) problems.push(`${what} that nobody did: ${more.join(' | ')}`);
  };
  const of = (did: string) => journal.filter((one) => one.did === did).map(({ args = [] }) => args);
  const told = (...kinds: string[]) => entries.filter(({ kind }) => kinds.includes(kind));
  const key = (...parts: unknown[]) => parts.map(String).join(' ');

  type Event = { kit_id: string; at: number; state: string; what: string };
  expect(
    'An event',
    of('kits.write')
      .map(([, event]) => event as Event)
      .map(({ kit_id, at, state, what }) => key(kit_id, at, state, what)),
    told('state').map(({ kit_id, at, state, what }) => key(kit_id, Date.parse(at), state, what)),
  );
  type Act = { kit_id: string; at: number; kind: string; body: { document_sha256?: string } };
  expect(
    'An act',
    of('acts.add')
      .map(([given]) => given as Act)
      .map(({ kit_id, at, kind, body }) => key(kit_id, at, kind, body.document_sha256 ?? null)),
    told('asked', 'opened').map((one) =>
      key(one.kit_id, Date.parse(one.at), one.kind, one.document_sha256 ?? null),
    ),
  );
  type Given = { kit_id: string; message: { message: string }; document_sha256: string | null };
  expect(
    'An acknowledgement',
    [
      ...new Set(
        of('acknowledgements.add')
          .flatMap((given) => given as Given[])
          .map((one) => key(one.kit_id, one.message.message, one.document_sha256)),
      ),
    ],
    told('acknowledged').map((one) => key(one.kit_id, one.message?.message, one.document_sha256 ?? null)),
  );
  const reasons = new Map(
    journal.filter(({ did }) => did === 'intent').map((one) => [one.kit_id, one.reason]),
  );
  expect(
    'A removal',
    of('kits.remove').map(([id]) => key(id, reasons.get(String(id)))),
    told('removed').map(({ kit_id, reason }) => key(kit_id, reason)),
  );
  expect(
    'A copy',
    journal.filter(({ did }) => did === 'note').map(({ what }) => String(what)),
    told('saved').map(({ what }) => what),
  );
  judgeKept(journal, entries, here, problems, kills);
  for (const id of here.kits) {
    const last = entries.findLast(({ kit_id, kind }) => kit_id === id && kind === 'removed');
    if (last) problems.push(`The kit ${id} is here, and the record says ${last.kind}.`);
  }
  if (JSON.stringify(entries).includes('secret words'))
    problems.push('The record has what a person wrote on a page.');
  return problems;
}

/** What had no other place than memory when a process was killed on a full disk: copies that were saved. */
function lostWithDisk(journal: readonly Done[]): Set<string> {
  const lost = new Set<string>();
  let pending: string[] = [];
  for (const { did, full, what } of journal) {
    if (did === 'life') {
      for (const id of pending) lost.add(id);
      pending = [];
    } else if (did === 'disk' && !full) pending = [];
    else if (full && did === 'note') pending.push(String(what));
  }
  return lost;
}

function judgeKept(
  journal: readonly Done[],
  entries: readonly Told[],
  here: Evidence['here'],
  problems: string[],
  kills: number,
): void {
  const changes = new Map<string, number>();
  const blurred = new Set<string>();
  for (const { did, args = [], full } of journal) {
    if (did !== 'pins.set') continue;
    const id = String(args[0]);
    changes.set(id, (changes.get(id) ?? 0) + 1);
    if (full) blurred.add(id);
  }
  for (const [id, count] of changes) {
    const told = entries.filter((one) => one.kit_id === id && (one.kind === 'kept' || one.kind === 'unkept'));
    if (!blurred.has(id) && (told.length < count || told.length > count + kills)) {
      problems.push(`The kit ${id} was kept or let go ${count} times, and ${told.length} are told.`);
    }
    const kept = told.at(-1)?.kind === 'kept';
    if (here.kits.includes(id) && kept !== here.pins.includes(id))
      problems.push(`Whether the kit ${id} is kept is not what is told.`);
  }
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
