/** Splits a PKCS#12 container into its keys and certificates (RFC 7292, section 4). */
import {
  Asn1Error,
  type Asn1Node,
  elements,
  explicit,
  integer,
  isInteger,
  isSequence,
  octets,
  oid,
  parseAsn1,
  toDer,
} from './asn1.ts';
import { identityError } from './identity-error.ts';
import { decrypt, macFits, type PassphraseForm, passphraseForms } from './pkcs12-decrypt.ts';
import { WorkBudget } from './pkcs12-kdf.ts';

/** A key or certificate from the file. */
export interface Bag {
  /** PKCS#8 of a key, X.509 of a certificate. */
  der: Buffer;
  /** Hex, lower case; connects a key to its certificate, if the file says so. */
  local_key_id: string | null;
}

export interface Pkcs12Contents {
  keys: Bag[];
  certificates: Bag[];
}

/** Safe contents inside safe contents: in practice not even one level is used. */
const MAX_NESTING = 8;
/** Keys and certificates of one file: a person's file has a handful, and each costs signature checks. */
const MAX_BAGS = 20;

/** Whether the parsed bytes begin like a PFX: version 3 and a content. */
export function isPfx(node: Asn1Node): boolean {
  if (!isSequence(node)) return false;
  const [version, content] = elements(node);
  return isInteger(version) && integer(version) === 3 && isSequence(content);
}

/**
 * Everything in the container that TLS needs. Ignores revocation lists and secrets.
 *
 * @throws TripKitError identity `wrong_passphrase`, `unsupported`, `too_costly`; Asn1Error if the file is damaged.
 */
export function readPfx(pfx: Asn1Node, passphrase: string): Pkcs12Contents {
  const [, content, macData] = elements(pfx);
  const [type, data] = elements(content);
  if (oid(type) !== 'data') {
    throw identityError(
      'unsupported',
      'This PKCS#12 file is protected by a certificate, not by a passphrase. Ask your IT for one with a passphrase.',
    );
  }
  const safe = octets(explicit(data, 0));
  const budget = new WorkBudget();
  let forms = passphraseForms(passphrase);
  if (macData !== undefined) {
    const fitting = forms.find((form) => macFits(macData, safe, form, budget));
    if (fitting === undefined) throw wrongPassphrase(passphrase);
    // An empty passphrase may have one form for the check and another for a key.
    forms = [fitting, ...forms.filter((form) => form !== fitting)];
  }
  return new Reader(forms, passphrase, budget).authenticatedSafe(safe);
}

class Reader {
  readonly #contents: Pkcs12Contents = { keys: [], certificates: [] };
  readonly #passphrase: string;
  readonly #budget: WorkBudget;
  #forms: PassphraseForm[];

  constructor(forms: PassphraseForm[], passphrase: string, budget: WorkBudget) {
    this.#forms = forms;
    this.#passphrase = passphrase;
    this.#budget = budget;
  }

  authenticatedSafe(bytes: Buffer): Pkcs12Contents {
    for (const contentInfo of elements(parseAsn1(bytes))) {
      const [type, content] = elements(contentInfo);
      const name = oid(type);
      if (name === 'data') this.#safeContents(parseAsn1(octets(explicit(content, 0))), 0);
      else if (name === 'encryptedData') {
        const [, encrypted] = elements(explicit(content, 0));
        const [, algorithm, data] = elements(encrypted);
        this.#safeContents(this.#decrypted(algorithm, octets(data, 0)).node, 0);
      } else {
        throw identityError(
          'unsupported',
          'A part of this PKCS#12 file is protected by a certificate, not by a passphrase. Ask your IT for one with a passphrase.',
        );
      }
    }
    return this.#contents;
  }

  #safeContents(node: Asn1Node, depth: number): void {
    if (depth > MAX_NESTING) throw new Asn1Error('nested too deeply');
    for (const bag of elements(node)) {
      const [type, wrapped, attributes] = elements(bag);
      const name = oid(type);
      const value = explicit(wrapped, 0);
      const { keys, certificates } = this.#contents;
      const add = (bags: Bag[], der: Buffer) => {
        if (keys.length + certificates.length >= MAX_BAGS) throw tooMany();
        bags.push({ der, local_key_id: localKeyIdOf(attributes) });
      };
      if (name === 'keyBag') add(keys, toDer(value));
      else if (name === 'pkcs8ShroudedKeyBag') {
        const [algorithm, data] = elements(value);
        add(keys, this.#decrypted(algorithm, octets(data)).bytes);
      } else if (name === 'certBag') {
        const [certificateType, certificate] = elements(value);
        if (oid(certificateType) !== 'x509Certificate') continue;
        add(certificates, octets(explicit(certificate, 0)));
      } else if (name === 'safeContentsBag') this.#safeContents(value, depth + 1);
    }
  }

  /** The plain bytes and their parsed content; a form of the passphrase counts as right if they are a SEQUENCE. */
  #decrypted(algorithm: Asn1Node | undefined, data: Buffer): { bytes: Buffer; node: Asn1Node } {
    for (const form of this.#forms) {
      const bytes = decrypt(algorithm, data, form, this.#budget);
      const node = bytes === null ? null : sequenceIn(bytes);
      if (bytes !== null && node !== null) {
        this.#forms = [form, ...this.#forms.filter((other) => other !== form)];
        return { bytes, node };
      }
    }
    throw wrongPassphrase(this.#passphrase);
  }
}

function sequenceIn(bytes: Buffer): Asn1Node | null {
  try {
    const node = parseAsn1(bytes);
    return isSequence(node) ? node : null;
  } catch {
    return null;
  }
}

function localKeyIdOf(attributes: Asn1Node | undefined): string | null {
  if (attributes === undefined) return null;
  const attribute = elements(attributes).find((one) => oid(elements(one)[0]) === 'localKeyId');
  return attribute === undefined ? null : octets(elements(elements(attribute)[1])[0]).toString('hex');
}

function tooMany() {
  return identityError(
    'too_many',
    `This PKCS#12 file holds more than ${MAX_BAGS} keys and certificates. Ask your IT for one with your certificate and its issuers alone.`,
  );
}

function wrongPassphrase(passphrase: string) {
  return identityError(
    'wrong_passphrase',
    passphrase === ''
      ? 'This certificate file needs a passphrase. Type the one that your IT gave you with it.'
      : 'The passphrase does not open this certificate file. Check capital letters and the keyboard layout, and type it again.',
  );
}
