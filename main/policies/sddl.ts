/**
 * Who owns something on Windows, and who else than its administrators may change it: read from a security descriptor in
 * Microsoft's text form (Win32 docs, "Security Descriptor String Format", "ACE Strings", "SID Strings"). What isn't
 * understood is refused, never passed over.
 */
import { TripKitError } from '../common/errors.ts';

const SYSTEM = 'S-1-5-18';
const ADMINISTRATORS = 'S-1-5-32-544';
const TRUSTED_INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const OWNER_RIGHTS = 'S-1-3-4';

/** Those SIDs that Windows abbreviates and that matter here; others stay as they are. */
const ALIASES: Readonly<Record<string, string>> = {
  SY: SYSTEM,
  BA: ADMINISTRATORS,
  OW: OWNER_RIGHTS,
};
/** What a person calls those that an access list most often names. */
const NAMES: Readonly<Record<string, string>> = {
  AU: 'Authenticated Users',
  BU: 'Users',
  CO: 'CREATOR OWNER',
  IU: 'INTERACTIVE',
  WD: 'Everyone',
};

const OWNERS: ReadonlySet<string> = new Set([SYSTEM, ADMINISTRATORS, TRUSTED_INSTALLER]);
/** The rights of the owner are those of one of OWNERS. */
const WRITERS: ReadonlySet<string> = new Set([...OWNERS, OWNER_RIGHTS]);

/** Access rights of files as ACE strings name them (winnt.h). */
const RIGHTS: Readonly<Record<string, number>> = {
  GA: 0x1000_0000,
  GR: 0x8000_0000,
  GW: 0x4000_0000,
  GX: 0x2000_0000,
  RC: 0x0002_0000,
  SD: 0x0001_0000,
  WD: 0x0004_0000,
  WO: 0x0008_0000,
  FA: 0x001f_01ff,
  FR: 0x0012_0089,
  FW: 0x0012_0116,
  FX: 0x0012_00a0,
  CC: 0x0001,
  DC: 0x0002,
  LC: 0x0004,
  SW: 0x0008,
  RP: 0x0010,
  WP: 0x0020,
  DT: 0x0040,
  LO: 0x0080,
  CR: 0x0100,
};
/** GENERIC_READ, GENERIC_EXECUTE, FILE_GENERIC_READ and FILE_GENERIC_EXECUTE: all others change something. */
const READING = 0x8000_0000 | 0x2000_0000 | 0x0012_0089 | 0x0012_00a0;

const SID = '(?:S-1-[0-9A-Fa-fx-]+|[A-Z]{2})';
const DESCRIPTOR = new RegExp(`^O:(${SID})(?:G:${SID})?D:(?:P|AR|AI)*((?:\\([^()]*\\))*)$`);

/**
 * Refuses what somebody else than the administrators of a computer owns or may change.
 *
 * @param path that the descriptor is of, for the message
 * @param sddl owner and access list, as `Get-Acl` gives them
 * @throws TripKitError of kind `config`
 */
export function checkAdministratorsOnly(path: string, sddl: string): void {
  const read = DESCRIPTOR.exec(sddl);
  const [, owner = '', list = ''] = read ?? [];
  // Without an access list everybody may do everything (Win32 docs, "Null DACLs").
  if (!read) throw refused(`${path} has no access list that can be read (${sddl.slice(0, 200)}).`);
  if (!OWNERS.has(sidOf(owner))) {
    throw refused(
      `${path} belongs to ${nameOf(owner)}, so that it may have been put there by somebody else than your IT: its owner has to be Administrators or SYSTEM.`,
    );
  }
  for (const [, ace = ''] of list.matchAll(/\(([^()]*)\)/g)) {
    const writer = writerOf(ace);
    if (writer === undefined)
      throw refused(`${path} has an access list that can’t be read (${ace.slice(0, 200)}).`);
    if (writer !== null && !WRITERS.has(sidOf(writer))) {
      throw refused(
        `${path} may be changed by ${nameOf(writer)}: leave the right to write to Administrators and SYSTEM alone.`,
      );
    }
  }
}

/** Who may change something by an entry of an access list; null: nobody; undefined: it isn't understood. */
function writerOf(ace: string): string | null | undefined {
  const [type, flags = '', rights = '', object, inherited, sid = '', ...rest] = ace.split(';');
  const mask = maskOf(rights);
  const understood =
    object === '' &&
    inherited === '' &&
    rest.length === 0 &&
    new RegExp(`^${SID}$`).test(sid) &&
    mask !== null;
  if (!understood || !/^(?:[A-Z]{2})*$/.test(flags)) return undefined;
  if (type === 'D') return null;
  if (type !== 'A') return undefined;
  // Holds for what is made in the folder; the file has a list of its own.
  if (flags.match(/../g)?.includes('IO')) return null;
  return (mask & ~READING) === 0 ? null : sid;
}

/** The bits of an entry's rights; null where they aren't understood. */
function maskOf(rights: string): number | null {
  if (/^0x[0-9a-f]{1,8}$/i.test(rights)) return Number(rights);
  if (!/^(?:[A-Z]{2})*$/.test(rights)) return null;
  let mask = 0;
  for (const right of rights.match(/../g) ?? []) {
    const bits = Object.hasOwn(RIGHTS, right) ? RIGHTS[right] : undefined;
    if (bits === undefined) return null;
    mask |= bits;
  }
  return mask;
}

function sidOf(text: string): string {
  return ALIASES[text] ?? text;
}

function nameOf(text: string): string {
  return NAMES[text] ?? text;
}

function refused(message: string): TripKitError {
  return new TripKitError('config', message, { condition: 'managed_profile' });
}
