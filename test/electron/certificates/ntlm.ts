/** The server's side of NTLMv2 (MS-NLMP), as much as a proxy needs to know whether somebody knows a password. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
const CHALLENGE_LENGTH = 8;
/** Unicode, request target, NTLM, always sign, extended session security, target information, 128 bits (2.2.2.5). */
const FLAGS = 0x20888205;
const TARGET = 'TESTS';
/** AV_PAIRs (2.2.2.1). */
const DOMAIN_NAME = 2;
const END_OF_LIST = 0;

/** Which of the three messages this is, or null. */
export function messageType(message: Buffer): number | null {
  if (message.length < 12 || !message.subarray(0, 8).equals(SIGNATURE)) return null;
  return message.readUInt32LE(8);
}

/** A CHALLENGE_MESSAGE (2.2.1.2), and the challenge in it. */
export function createChallenge(): { message: Buffer; challenge: Buffer } {
  const challenge = randomBytes(CHALLENGE_LENGTH);
  const name = Buffer.from(TARGET, 'utf16le');
  const pairs = Buffer.concat([pair(DOMAIN_NAME, name), pair(END_OF_LIST, Buffer.alloc(0))]);
  const head = Buffer.alloc(48);
  SIGNATURE.copy(head);
  head.writeUInt32LE(2, 8);
  field(head, 12, name.length, 48);
  head.writeUInt32LE(FLAGS, 20);
  challenge.copy(head, 24);
  field(head, 40, pairs.length, 48 + name.length);
  return { message: Buffer.concat([head, name, pairs]), challenge };
}

/** Whether an AUTHENTICATE_MESSAGE (2.2.1.3) proves the password; the user's name in it, or null. */
export function verifyAuthenticate(message: Buffer, challenge: Buffer, password: string): string | null {
  const part = (at: number) => {
    const start = message.readUInt32LE(at + 4);
    return message.subarray(start, start + message.readUInt16LE(at));
  };
  const response = part(20);
  const domain = part(28).toString('utf16le');
  const user = part(36).toString('utf16le');
  // NTLMv1's answer has 24 bytes: too weak to be taken.
  if (response.length <= 24) return null;
  const proof = response.subarray(0, 16);
  const key = hmac(
    md4(Buffer.from(password, 'utf16le')),
    Buffer.from(user.toUpperCase() + domain, 'utf16le'),
  );
  const expected = hmac(key, Buffer.concat([challenge, response.subarray(16)]));
  return timingSafeEqual(expected, proof) ? user : null;
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('md5', key).update(data).digest();

function pair(id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
}

function field(head: Buffer, at: number, length: number, offset: number): void {
  head.writeUInt16LE(length, at);
  head.writeUInt16LE(length, at + 2);
  head.writeUInt32LE(offset, at + 4);
}

const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by));
/** Of each round: the function, the constant, the order of the words, the rotations (RFC 1320, 3.4). */
const rounds = [
  {
    mix: (x: number, y: number, z: number) => (x & y) | (~x & z),
    add: 0,
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    turns: [3, 7, 11, 19],
  },
  {
    mix: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
    add: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    turns: [3, 5, 9, 13],
  },
  {
    mix: (x: number, y: number, z: number) => x ^ y ^ z,
    add: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    turns: [3, 9, 11, 15],
  },
];

/** MD4 (RFC 1320), which OpenSSL 3 no longer has: NTLM's hash of a password. */
export function md4(data: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil((data.length + 9) / 64) * 64);
  data.copy(padded);
  padded[data.length] = 0x80;
  padded.writeUInt32LE(data.length * 8, padded.length - 8);
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (const { mix, add, order, turns } of rounds) {
      for (const [step, word] of order.entries()) {
        const sum = (a + mix(b, c, d) + padded.readUInt32LE(block + word * 4) + add) | 0;
        [a, b, c, d] = [d, rotated(sum, turns[step % 4] ?? 0), b, c];
      }
    }
    state = [a, b, c, d].map((value, at) => (value + (state[at] ?? 0)) | 0);
  }
  const digest = Buffer.alloc(16);
  for (const [at, value] of state.entries()) digest.writeInt32LE(value | 0, at * 4);
  return digest;
}
