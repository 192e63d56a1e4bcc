/** Files encrypted to a passphrase, in the format of age (C2SP age.md): `age` and `rage` open them too. */
import { type FileHandle, open } from 'node:fs/promises';
import { Decrypter, Encrypter, type Identity } from 'age-encryption';
import { requireHeader, WORK_FACTOR } from './age-header.ts';
import { damaged, wrongPassphrase } from './manifest.ts';

const PIECE_BYTES = 256 * 1024;

/** Encrypts a stream. @param work_factor log2 of scrypt's work factor, for tests */
export function encrypt(
  plain: ReadableStream<Uint8Array>,
  passphrase: string,
  work_factor: number = WORK_FACTOR,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work_factor);
  return encrypter.encrypt(plain);
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
  const file = await open(path, 'r');
  const reading: { failure: unknown } = { failure: null };
  try {
    await requireHeader(file);
    const decrypter = new Decrypter();
    decrypter.addIdentity(bounded);
    decrypter.addPassphrase(passphrase);
    const read = await decrypter.decrypt(streamOf(file, reading, onProgress)).catch((error: unknown) => {
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
  } finally {
    await file.close();
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

function streamOf(
  file: FileHandle,
  reading: { failure: unknown },
  onProgress: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  let at = 0;
  let cancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, at);
          // What was read is not authentic, and the reader has gone.
          if (cancelled) return;
          at += bytesRead;
          onProgress(at);
          if (bytesRead === 0) controller.close();
          else controller.enqueue(new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead));
        } catch (error) {
          if (cancelled) return;
          reading.failure = error;
          controller.error(error);
        }
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 1 },
  );
}
