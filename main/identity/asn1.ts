/**
 * Typed reading of ASN.1 as node-forge parses it: DER, and BER from Windows and Java tools (indefinite lengths, octet
 * strings in chunks). Anything unexpected throws Asn1Error, which openPkcs12 puts into words.
 */
import forge from 'node-forge';

export type Asn1Node = forge.asn1.Asn1;

/** The bytes aren't ASN.1, or not of the standard's structure. The text contains none of the bytes. */
export class Asn1Error extends Error {
  override readonly name = 'Asn1Error';
  /** The bytes ended in the middle of an element. */
  readonly truncated: boolean;

  constructor(message: string, truncated = false) {
    super(message);
    this.truncated = truncated;
  }
}

const { Class, Type } = forge.asn1;

/** The options are documented in node-forge's lib/asn1.js, but not in its typings. */
const fromDer = forge.asn1.fromDer as unknown as (
  bytes: forge.util.ByteBuffer,
  options: { strict: boolean; parseAllBytes: boolean; decodeBitStrings: boolean },
) => Asn1Node;

/** Parses the first element of `bytes`; ignores what follows. */
export function parseAsn1(bytes: Uint8Array): Asn1Node {
  try {
    const options = { strict: true, parseAllBytes: false, decodeBitStrings: false };
    return fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('latin1')), options);
  } catch (error) {
    const truncated = error instanceof Error && /too few bytes/i.test(error.message);
    throw new Asn1Error('not ASN.1', truncated);
  }
}

function isUniversal(node: Asn1Node | undefined, type: forge.asn1.Type): node is Asn1Node {
  return node !== undefined && node.tagClass === Class.UNIVERSAL && node.type === type;
}

export const isSequence = (node: Asn1Node | undefined) => isUniversal(node, Type.SEQUENCE);

export const isInteger = (node: Asn1Node | undefined) => isUniversal(node, Type.INTEGER);

/** The elements of a SEQUENCE or SET. */
export function elements(node: Asn1Node | undefined): Asn1Node[] {
  if (isUniversal(node, Type.SEQUENCE) || isUniversal(node, Type.SET)) return inner(node);
  throw new Asn1Error('not a sequence');
}

/** The element in an explicit context tag. */
export function explicit(node: Asn1Node | undefined, tag: number): Asn1Node {
  if (!isContext(node, tag)) throw new Asn1Error('not this tag');
  const [only] = inner(node);
  if (only === undefined) throw new Asn1Error('empty tag');
  return only;
}

function isContext(node: Asn1Node | undefined, tag: number): node is Asn1Node {
  return node !== undefined && node.tagClass === Class.CONTEXT_SPECIFIC && Number(node.type) === tag;
}

/** The bytes of an OCTET STRING, its chunks joined; `tag` if it has an implicit context tag. */
export function octets(node: Asn1Node | undefined, tag?: number): Buffer {
  const fits = tag === undefined ? isUniversal(node, Type.OCTETSTRING) : isContext(node, tag);
  if (node === undefined || !fits) throw new Asn1Error('not an octet string');
  if (typeof node.value === 'string') return Buffer.from(node.value, 'latin1');
  return Buffer.concat(node.value.map((chunk) => octets(chunk)));
}

/** node-forge's name of an OBJECT IDENTIFIER (`sha256`, `keyBag`), otherwise its numbers with dots. */
export function oid(node: Asn1Node | undefined): string {
  if (!isUniversal(node, Type.OID)) throw new Asn1Error('not an object identifier');
  const numbers = forge.asn1.derToOid(primitive(node));
  return forge.pki.oids[numbers] ?? numbers;
}

/** A non-negative INTEGER; Infinity if it is not a safe integer. */
export function integer(node: Asn1Node | undefined): number {
  if (!isUniversal(node, Type.INTEGER)) throw new Asn1Error('not an integer');
  const bytes = Buffer.from(primitive(node), 'latin1');
  if (bytes.length === 0 || (bytes[0] ?? 0) >= 0x80) throw new Asn1Error('not a positive integer');
  const value = bytes.length > 16 ? Number.POSITIVE_INFINITY : Number.parseInt(bytes.toString('hex'), 16);
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
}

/** The element as DER, whatever its form of BER. */
export function toDer(node: Asn1Node): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
}

function inner(node: Asn1Node): Asn1Node[] {
  if (typeof node.value === 'string') throw new Asn1Error('not constructed');
  return node.value;
}

function primitive(node: Asn1Node): string {
  if (typeof node.value !== 'string') throw new Asn1Error('not primitive');
  return node.value;
}
