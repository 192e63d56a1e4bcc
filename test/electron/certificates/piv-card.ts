/**
 * A smart card of a test's own: the PIV application (NIST SP 800-73-4, parts 1 and 2) with one key, RSA of 2048 bits, in slot 9A
 * ("PIV Authentication"). It knows no command that gives the key away, and locks itself after three wrong PINs.
 */
import { constants, type KeyObject, privateEncrypt, randomBytes } from 'node:crypto';

/** How often a PIN may be wrong. */
const TRIES = 3;
/** Most bytes that a short answer holds. */
const MAX_ANSWER = 256;
const PIN_LENGTH = 8;
const PIN_REFERENCE = 0x80;
const RSA_2048 = 0x07;
const AUTHENTICATION_KEY = 0x9a;

/** Status words (ISO/IEC 7816-4). */
const OK = 0x9000;
const WRONG_LENGTH = 0x6700;
const PIN_MISSING = 0x6982;
const LOCKED = 0x6983;
const WRONG_DATA = 0x6a80;
const NOT_FOUND = 0x6a82;
const UNKNOWN_COMMAND = 0x6d00;
const wrongPin = (left: number) => 0x63c0 | left;

/** Answer to reset (ISO/IEC 7816-3, 8.2): T=1, no historical bytes, and the check byte over the rest. */
export const ATR = Buffer.from('3b800181', 'hex').subarray(0, 3);

const APPLICATION = Buffer.from('a000000308000010000100', 'hex');

/** A value with its tag and length (BER). */
function tlv(tag: string, value: Uint8Array): Buffer {
  const { length } = value;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(tag, 'hex'), Buffer.from(head), value]);
}

/** The values of a sequence of tags of one byte. */
function parse(data: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 1 < data.length; ) {
    const tag = data.readUInt8(at);
    let length = data.readUInt8(at + 1);
    at += 2;
    if (length === 0x81) length = data.readUInt8(at++);
    else if (length === 0x82) {
      length = data.readUInt16BE(at);
      at += 2;
    }
    found.set(tag, data.subarray(at, at + length));
    at += length;
  }
  return found;
}

export interface PivCardOptions {
  /** RSA of 2048 bits. */
  key: KeyObject;
  /** DER. */
  certificate: Buffer;
  /** Digits, at most eight. */
  pin: string;
}

/** A card: its memory lives as long as the object, its session as long as it has power. */
export interface PivCard {
  /** Takes the power: what was verified is forgotten. */
  reset(): void;
  /** Answers a command APDU (ISO/IEC 7816-3, 12.1). */
  answer(command: Buffer): Buffer;
  /** How often a PIN was tried. */
  pinTries(): number;
  /** How often the key has signed. */
  signatures(): number;
}

/** Makes a card. */
export function createPivCard({ key, certificate, pin }: PivCardOptions): PivCard {
  const objects = new Map<string, Buffer>([
    // Card Holder Unique Identifier: FASC-N, GUID, expiry, no signature.
    [
      '5fc102',
      tlv(
        '53',
        Buffer.concat([
          tlv('30', randomBytes(25)),
          tlv('34', randomBytes(16)),
          tlv('35', Buffer.from('20991231')),
          tlv('3e', Buffer.alloc(0)),
          tlv('fe', Buffer.alloc(0)),
        ]),
      ),
    ],
    // Discovery object: the PIN of the application, and no other.
    ['7e', tlv('7e', Buffer.concat([tlv('4f', APPLICATION), tlv('5f2f', Buffer.from([0x40, 0x00]))]))],
    // X.509 certificate for PIV authentication, not compressed.
    [
      '5fc105',
      tlv(
        '53',
        Buffer.concat([tlv('70', certificate), tlv('71', Buffer.from([0])), tlv('fe', Buffer.alloc(0))]),
      ),
    ],
  ]);
  const right = Buffer.alloc(PIN_LENGTH, 0xff);
  right.write(pin, 'latin1');
  let left = TRIES;
  let verified = false;
  let tries = 0;
  let signed = 0;
  let chained: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let most = MAX_ANSWER;

  const word = (status: number) => Buffer.from([status >> 8, status & 0xff]);

  /** As much as was asked for; the rest waits for GET RESPONSE. */
  const send = (data: Buffer): Buffer => {
    rest = data.subarray(most);
    const more = rest.length === 0 ? OK : 0x6100 | (rest.length > 0xff ? 0 : rest.length);
    return Buffer.concat([data.subarray(0, most), word(more)]);
  };

  const verify = (given: Buffer): number => {
    if (left === 0) return LOCKED;
    if (given.length === 0) return verified ? OK : wrongPin(left);
    if (given.length !== PIN_LENGTH) return WRONG_LENGTH;
    tries += 1;
    verified = given.equals(right);
    left = verified ? TRIES : left - 1;
    return verified ? OK : left === 0 ? LOCKED : wrongPin(left);
  };

  /** GENERAL AUTHENTICATE: signs what has its padding already (part 2, 3.2.4). */
  const sign = (data: Buffer): Buffer => {
    if (!verified) return word(PIN_MISSING);
    const challenge = parse(parse(data).get(0x7c) ?? Buffer.alloc(0)).get(0x81);
    if (challenge?.length !== 256) return word(WRONG_DATA);
    signed += 1;
    const signature = privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, challenge);
    return send(tlv('7c', tlv('82', signature)));
  };

  const run = (instruction: number, p1: number, p2: number, data: Buffer): Buffer => {
    switch (instruction) {
      case 0xa4:
        if (!APPLICATION.subarray(0, data.length).equals(data) || data.length < 5) return word(NOT_FOUND);
        return send(
          tlv(
            '61',
            Buffer.concat([
              tlv('4f', APPLICATION.subarray(5)),
              tlv('79', tlv('4f', APPLICATION.subarray(0, 5))),
            ]),
          ),
        );
      case 0xcb: {
        const object = objects.get(parse(data).get(0x5c)?.toString('hex') ?? '');
        return object ? send(object) : word(NOT_FOUND);
      }
      case 0x20:
        return word(p2 === PIN_REFERENCE ? verify(data) : NOT_FOUND);
      case 0x87:
        return p1 === RSA_2048 && p2 === AUTHENTICATION_KEY ? sign(data) : word(WRONG_DATA);
      case 0xc0:
        return send(rest);
      default:
        return word(UNKNOWN_COMMAND);
    }
  };

  return {
    reset() {
      verified = false;
      chained = [];
      rest = Buffer.alloc(0);
    },
    answer(command) {
      if (command.length < 4) return word(WRONG_LENGTH);
      const [kind = 0, instruction = 0, p1 = 0, p2 = 0] = command;
      const { data, length } = partsOf(command);
      most = length;
      // Command chaining (ISO/IEC 7816-4, 5.1.1.1).
      if (kind & 0x10) {
        chained.push(data);
        return word(OK);
      }
      const whole = Buffer.concat([...chained, data]);
      chained = [];
      return run(instruction, p1, p2, whole);
    },
    pinTries: () => tries,
    signatures: () => signed,
  };
}

/** The data field of a short or an extended command, and how long the answer may be. */
function partsOf(command: Buffer): { data: Buffer; length: number } {
  const none = Buffer.alloc(0);
  const [first = 0] = command.subarray(4);
  if (command.length <= 5) return { data: none, length: first || MAX_ANSWER };
  if (first !== 0) {
    const [length = 0] = command.subarray(5 + first);
    return { data: command.subarray(5, 5 + first), length: length || MAX_ANSWER };
  }
  if (command.length <= 7) return { data: none, length: MAX_ANSWER };
  return { data: command.subarray(7, 7 + command.readUInt16BE(5)), length: MAX_ANSWER };
}
