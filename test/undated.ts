/** A time as certificates and messages of ASN.1 have it (UTCTime). */
const UTC_TIME = /\d{12}Z/g;

/** The DER of a certificate, or of what holds one, with its end of validity made unreadable; OpenSSL still takes it. */
export function withoutEndOfValidity(der: Buffer): Buffer {
  const [, end] = [...der.toString('latin1').matchAll(UTC_TIME)];
  if (!end) throw new Error('There are no two times in it.');
  const copy = Buffer.from(der);
  copy.write('x', end.index);
  return copy;
}
