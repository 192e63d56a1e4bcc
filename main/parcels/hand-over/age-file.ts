/** Files encrypted to a passphrase, in the format of age (C2SP age.md): `age` and `rage` open them too. */
import { type FileHandle, open } from 'node:fs/promises';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { Decrypter, Encrypter, type Identity } from 'age-encryption';
import { requireHeader, WORK_FACTOR } from './age-header.ts';
import { damaged, wrongPassphrase } from './manifest.ts';

const PIECE_BYTES = 256 * 1024;

/** The pieces as a stream, read one at a time. The types of Node's streams and of the browser's differ. */
function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(pieces) as ReadableStream<Uint8Array>;
}

/** Encrypts pieces. @param work_factor log2 of scrypt's work factor, for tests */
export function encrypt(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  work_factor: number = WORK_FACTOR,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work_factor);
  return encrypter.encrypt(streamOf(plain));
}

/**
 * The content of an encrypted file, piece by piece. Each piece is authentic; the whole is only when the stream has ended
 * without an error: a truncated file fails there.
 *
 * @param onProgress called with how many bytes of the file were read so far
 * @throws TripKitError of kind `config`: `foreign`, `damaged` or `wrong_passphrase`; the file system's error
 */
export async function* decrypt(
  path: string,
  passphrase: string,
  onProgress: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'r');
  const reading: { failure: unknown } = { failure: null };
  await requireHeader(file);
  const decrypter = new Decrypter();
  decrypter.addIdentity(bounded);
  decrypter.addPassphrase(passphrase);
  const encrypted = streamOf(piecesOf(file, reading, onProgress));
  const read = await decrypter.decrypt(encrypted).catch((error: unknown) => {
    throw String(error).includes('no identity matched') ? wrongPassphrase() : damaged(error);
  });
  const reader = read.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw reading.failure ?? damaged(error);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Opens nothing; refuses a work factor above ours, whatever the header's form. */
const bounded: Identity = {
  unwrapFileKey(stanzas) {
    for (const { args } of stanzas) {
      if (args[0] !== 'scrypt' || Number(args[2]) > WORK_FACTOR) throw damaged();
    }
    return null;
  },
};

async function* piecesOf(
  file: FileHandle,
  reading: { failure: unknown },
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at).catch((error: unknown) => {
      reading.failure = error;
      throw error;
    });
    at += bytesRead;
    onProgress(at);
    if (bytesRead === 0) return;
    yield new Uint8Array(piece.buffer, piece.byteOffset, bytesRead);
  }
}
