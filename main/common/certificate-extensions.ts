/**
 * What a chain check needs and node:crypto's X509Certificate does not provide (RFC 5280, section 4): the signature
 * algorithm and the extensions, read from the certificate's DER.
 */

/** An element of DER: its tag and its content. */
interface Element {
  tag: number;
  content: Buffer;
}

/** Object identifiers of extensions, as hex of their DER content. */
export const EXTENSIONS = {
  key_usage: '551d0f',
  alternative_name: '551d11',
  basic_constraints: '551d13',
  name_constraints: '551d1e',
  policies: '551d20',
  extended_key_usage: '551d25',
} as const;

/** Bits of the key usage extension that are used here (RFC 5280, section 4.2.1.3). */
type KeyUsage = 'digitalSignature' | 'keyEncipherment' | 'keyAgreement' | 'keyCertSign';

const usageBits: readonly (readonly [KeyUsage, number])[] = [
  ['digitalSignature', 0],
  ['keyEncipherment', 2],
  ['keyAgreement', 4],
  ['keyCertSign', 5],
];

/** The extensions of a certificate. */
export interface CertificateExtensions {
  /** 1, 2 or 3. */
  version: number;
  /** Signature algorithm: its object identifier's DER content, hex. */
  signature_algorithm: string;
  /** Object identifiers of all critical extensions, hex. */
  critical: readonly string[];
  /** Null if the use of the key is not restricted. */
  key_usage: ReadonlySet<KeyUsage> | null;
  /** Whether basicConstraints allows it to issue certificates. */
  authority: boolean;
  /** How many certificates may be between this one and the last one; null if there is no limit. */
  path_length: number | null;
  /** Object identifiers of the extended key usage, hex; null if there is none. */
  extended_key_usage: readonly string[] | null;
  /** Content of the nameConstraints extension; null if there is none. */
  name_constraints: NameConstraints | null;
  /** Names of the subjectAltName extension by their tag (RFC 5280, GeneralName). */
  names: readonly Element[];
}

/** Names that an authority may issue certificates for (RFC 5280, section 4.2.1.10), each by its tag (GeneralName). */
export interface NameConstraints {
  permitted: readonly Element[];
  excluded: readonly Element[];
}

/** Reads a certificate. @throws RangeError if the bytes are not a certificate */
export function readExtensions(der: Uint8Array): CertificateExtensions {
  const [certificate] = elements(Buffer.from(der));
  const [tbs, algorithm] = elements(contentOf(certificate, 0x30));
  const fields = elements(contentOf(tbs, 0x30));
  const version = fields[0]?.tag === 0xa0 ? integer(elements(fields[0].content)[0]) + 1 : 1;
  const signature_algorithm = contentOf(elements(contentOf(algorithm, 0x30))[0], 0x06).toString('hex');
  const wrapped = fields.find(({ tag }) => tag === 0xa3);
  const listed = wrapped ? elements(contentOf(elements(wrapped.content)[0], 0x30)) : [];
  const critical: string[] = [];
  const values = new Map<string, Element | undefined>();
  for (const extension of listed) {
    const [oid, flag, last] = elements(contentOf(extension, 0x30));
    const name = contentOf(oid, 0x06).toString('hex');
    // At most one extension of each kind is allowed (RFC 5280, section 4.2).
    if (values.has(name)) throw new RangeError('an extension comes twice');
    if (flag?.tag === 0x01 && flag.content[0] !== 0) critical.push(name);
    values.set(name, elements(contentOf(last ?? flag, 0x04))[0]);
  }
  const usage = values.get(EXTENSIONS.key_usage);
  const constraints = values.get(EXTENSIONS.basic_constraints);
  const [first, second] = constraints ? elements(contentOf(constraints, 0x30)) : [];
  const authority = first?.tag === 0x01 && first.content[0] !== 0;
  const length = first?.tag === 0x02 ? first : second;
  const purposes = values.get(EXTENSIONS.extended_key_usage);
  const limits = values.get(EXTENSIONS.name_constraints);
  const names = values.get(EXTENSIONS.alternative_name);
  return {
    version,
    signature_algorithm,
    critical,
    key_usage: usage ? readUsage(contentOf(usage, 0x03)) : null,
    authority,
    path_length: length ? integer(length) : null,
    extended_key_usage: purposes
      ? elements(contentOf(purposes, 0x30)).map((purpose) => contentOf(purpose, 0x06).toString('hex'))
      : null,
    name_constraints: limits ? readConstraints(contentOf(limits, 0x30)) : null,
    names: names ? elements(contentOf(names, 0x30)) : [],
  };
}

function readUsage(bits: Buffer): ReadonlySet<KeyUsage> {
  const set = usageBits.filter(([, bit]) => ((bits[1 + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1);
  return new Set(set.map(([name]) => name));
}

function readConstraints(content: Buffer): NameConstraints {
  const trees = (tag: number) =>
    elements(elements(content).find((one) => one.tag === tag)?.content ?? Buffer.alloc(0)).map((tree) => {
      const [base] = elements(contentOf(tree, 0x30));
      if (!base) throw new RangeError('a constraint without a name');
      return base;
    });
  return { permitted: trees(0xa0), excluded: trees(0xa1) };
}

/** A small INTEGER that is not negative. */
function integer(element: Element | undefined): number {
  const bytes = contentOf(element, 0x02);
  if (bytes.length === 0 || bytes.length > 4 || (bytes[0] ?? 0) >= 0x80)
    throw new RangeError('no such number');
  return bytes.readUIntBE(0, bytes.length);
}

function contentOf(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw new RangeError('not the element that is due');
  return element.content;
}

/** A sequence of elements (X.690, section 8.1; only definite lengths, as DER requires). */
function elements(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1];
    // None of the fields that are read here has a multi-byte tag.
    if (first === undefined || (tag & 0x1f) === 0x1f) throw new RangeError('cut off');
    const more = first < 0x80 ? 0 : first - 0x80;
    if (first === 0x80 || more > 4 || at + 2 + more > bytes.length) throw new RangeError('no such length');
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
    const from = at + 2 + more;
    if (from + length > bytes.length) throw new RangeError('cut off');
    found.push({ tag, content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return found;
}
