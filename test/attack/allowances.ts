/**
 * What a page that was taken over may get by each call of its contract. A call that is not here fails the attack by its name:
 * whoever adds one says what it gives away.
 */

/**
 * - `facts`: an answer, which changes nothing
 * - `asks`: the system's dialog decides; after a no nothing has changed
 * - `refused`: nothing, whatever the arguments
 * - `changes`: what its person may do there too, and can undo; kits that it asks for bring the profile's servers into it
 * - `ends`: the same, and the page is gone afterwards
 */
export type Gives = 'facts' | 'asks' | 'refused' | 'changes' | 'ends';

export interface Allowance {
  gives: Gives;
  /** What may be done outside (main-recorder.ts), beyond a dialog where it asks: each matches the whole of what was done. */
  effects?: RegExp;
  /** Why the policy `export` does not refuse it, where it asks. */
  no_copy?: string;
  /** Attacked after the others: it takes away what they are tried on. */
  last?: true;
}

export type Allowances = Readonly<Record<string, Allowance>>;

const facts: Allowance = { gives: 'facts' };
/** Refused where administrators switched off copies (main/start/refused-calls.ts). */
const asks: Allowance = { gives: 'asks' };
const asksBut = (no_copy: string): Allowance => ({ gives: 'asks', no_copy });
const refused: Allowance = { gives: 'refused' };
const changes: Allowance = { gives: 'changes' };
/** The servers of the profile, which its person was asked about, are spoken to; no others. */
export const SERVICE = /^connects SERVICE$/;

/** Of `app://tripkit` (preload/contract.ts). */
export const libraryAllowances: Allowances = {
  'app.info': facts,
  'app.notices': facts,
  'app.dismissNotice': changes,
  'app.freeSpace': facts,
  'app.meanwhile': facts,
  // What its person may read and send: no secret is in it.
  'app.collectDiagnostics': facts,
  'app.saveDiagnostics': asksBut('a policy of its own, `diagnostics`'),
  'app.dropDiagnostics': changes,
  'app.listening': facts,
  'app.kitCommands': changes,
  // Whole addresses of a short list, which no argument made from the schema is.
  'settings.get': facts,
  'settings.set': changes,
  'settings.choose': changes,
  'policy.state': facts,
  'profiles.list': facts,
  'identity.state': facts,
  'setup.open': { gives: 'changes', effects: /^opens a window$/ },
  'setup.hand': { ...asksBut('brings a file in'), effects: /^opens a window$/ },
  'kits.listText': facts,
  'kits.firstText': facts,
  'kits.check': facts,
  'kits.acknowledgements': facts,
  'kits.acknowledge': changes,
  'kits.setPinned': changes,
  'kits.request': changes,
  'kits.plan': changes,
  'kits.track': changes,
  'kits.cancel': { ...changes, last: true },
  'kits.tryNow': changes,
  'kits.retry': changes,
  'kits.requestAgain': changes,
  'kits.enterDeparture': changes,
  // Many ask.
  'kits.remove': { ...changes, last: true, effects: /^asks$/ },
  'batch.check': facts,
  'batch.save': asks,
  'retention.preview': facts,
  'retention.apply': asksBut('removes kits'),
  'audit.of': facts,
  'audit.export': asks,
  'audit.record': facts,
  'audit.exportRecord': asks,
  'audit.verify': facts,
  'documents.open': changes,
  // Of use on the origin of a document alone, which this page can neither be nor read.
  'documents.pass': changes,
  'documents.endPass': changes,
  'documents.closed': changes,
  'documents.shown': changes,
  'documents.saveCopy': asks,
  'documents.prepareDrag': changes,
  // It needs the button of the mouse, held by a person.
  'documents.drag': refused,
  'documents.check': changes,
  'reading.prepared': facts,
  'reading.text': facts,
  'reading.charts': facts,
  'reading.missingFirstThumbnails': facts,
  'reading.thumbnails': facts,
  'reading.missingStoredThumbnails': facts,
  'reading.storeStoredThumbnails': changes,
  'reading.place': facts,
  'reading.setPlace': changes,
  'search.pages': facts,
  'marks.list': facts,
  'marks.add': changes,
  'marks.change': changes,
  'marks.remove': changes,
  'marks.keepNote': changes,
  'marks.bookmarks': facts,
  'marks.saveCopy': asks,
  // The system's print dialog decides. What it prints is read in hidden pages without bridge or network.
  'print.start': { ...asksBut('a policy of its own, `print`'), effects: /^opens a window$/ },
  'print.cancel': facts,
  'print.save': { ...asks, effects: /^opens a window$/ },
  // Documents are read in hidden pages without bridge or network.
  'comparison.of': { gives: 'facts', effects: /^opens a window$/ },
  'comparison.review': changes,
  'comparison.waitingMarks': facts,
  'comparison.acceptMark': changes,
  'comparison.declineMark': changes,
  'backups.list': facts,
  'backups.restore': asksBut('brings back what was here'),
  // Four at most, of this very page.
  // Its person's flights; the shelf of the profile is asked for them.
  'shelf.list': facts,
  'shelf.choose': changes,
  'shelf.look': changes,
  // What laptops say to all who may read the shelf.
  'shelf.board': facts,
  'shelf.say': asksBut('it withdraws kits from the airline’s storage, and copies none'),
  'windows.open': { gives: 'changes', effects: /^opens a window$/ },
  'windows.show': changes,
  'windows.holds': changes,
  'windows.library': changes,
  'windows.close': changes,
};

/** Of `app://setup` (preload/setup-contract.ts). No document is ever shown there. */
export const setupAllowances: Allowances = {
  'app.place': facts,
  'app.close': { gives: 'ends', last: true },
  'app.request': { gives: 'ends', last: true },
  'app.managed': { gives: 'ends', last: true },
  'settings.get': facts,
  // A record that is kept for fewer months asks.
  'settings.set': { gives: 'changes', effects: /^(starts with the session|asks)$/ },
  'profiles.list': facts,
  'profiles.choose': asksBut('brings a file in'),
  'profiles.offer': asksBut('brings a file in'),
  'profiles.use': changes,
  'profiles.presets': facts,
  'profiles.chooseAuthority': asksBut('brings a file in'),
  'profiles.offerAuthority': facts,
  'profiles.createFromPreset': asksBut('brings a profile in'),
  'profiles.test': { gives: 'facts', effects: SERVICE },
  'profiles.remove': { ...changes, last: true },
  'identity.state': facts,
  'identity.choose': asksBut('brings a file in'),
  'identity.offer': changes,
  'identity.takeDropped': changes,
  'identity.import': changes,
  'identity.canStore': facts,
  'identity.kinds': facts,
  // In Electron 33 a page that nobody sees makes that request (test/runtime/shims/net-request.ts).
  'identity.listComputer': { gives: 'facts', effects: /^(connects SERVICE|opens a window)$/ },
  'identity.cancelComputer': changes,
  'identity.chooseComputer': changes,
  'identity.remove': { ...changes, last: true },
  'shelf.login': facts,
  'shelf.signIn': changes,
  'shelf.signOut': changes,
  'handOver.plan': facts,
  'handOver.make': asksBut('a setting of its own, `settings.hand_over`'),
  'handOver.choose': asksBut('brings a file in'),
  // No file was chosen by a person.
  'handOver.open': refused,
  'handOver.cancel': facts,
  'updates.state': facts,
  'watch.state': facts,
  'watch.chooseFolder': asks,
  'watch.chooseCommand': asks,
  'watch.forgetCommand': facts,
  // Folders, program and address are shown in the question; without one chosen in a dialog there is nothing to ask.
  'watch.begin': asks,
  'watch.end': changes,
  'updates.check': changes,
  'updates.install': refused,
  'updates.installOnQuit': changes,
};
