import { Encrypter } from 'age-encryption'
import { once } from 'node:events'
import { pack as createPack, type Pack } from 'tar-stream'
import { writeToPlace, type ArchivePlace } from './archive-place.ts'
import { BackupError } from './backup-error.ts'

/** Whom a backup is encrypted to: the holders of a passphrase, or of the private key of `recipient` (age1…). */
export type BackupLock = { passphrase: string } | { recipient: string }

export type ArchiveWriter = {
  add: (name: string, content: string | Uint8Array) => Promise<void>
  /** `size`: exactly what `source` yields. */
  stream: (name: string, size: number, source: AsyncIterable<Uint8Array>) => Promise<void>
}

function encrypterOf(lock: BackupLock): Encrypter {
  const encrypter = new Encrypter()
  try {
    if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
    else encrypter.addRecipient(lock.recipient)
  } catch (error) {
    throw new BackupError('bad_recipient', '', { cause: error })
  }
  return encrypter
}

function writerOf(pack: Pack): ArchiveWriter {
  /** Opens an entry; `written` settles when the tar has taken it. */
  const begin = (name: string, size: number) => {
    const { promise: written, resolve: succeed, reject: fail } = Promise.withResolvers<void>()
    const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? fail(error) : succeed()))
    return { entry, written }
  }
  const stream: ArchiveWriter['stream'] = async (name, size, source) => {
    const { entry, written } = begin(name, size)
    const end = (async () => {
      for await (const piece of source) {
        if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), written])
      }
      entry.end(null)
    })()
    end.catch((error: unknown) => pack.destroy(error as Error))
    await Promise.all([end, written])
  }
  return {
    stream,
    add: async (name, content) => {
      const bytes = Buffer.from(content)
      await stream(name, bytes.length, one(bytes))
    },
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/** Writes an encrypted tar of what `fill` adds, in constant memory; returns its size. Throws `file_exists`, `bad_recipient`. */
export async function writeArchive(
  place: ArchivePlace,
  lock: BackupLock,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const encrypter = encrypterOf(lock)
  const pack = createPack()
  const encrypted = await encrypter.encrypt(ReadableStream.from(pack as AsyncIterable<Uint8Array>))
  const filling = fill(writerOf(pack)).then(
    () => pack.finalize(),
    (error: unknown) => {
      pack.destroy(error as Error)
      throw error
    },
  )
  const whole = async function* () {
    yield* encrypted
    // The archive is published only if nothing failed.
    await filling
  }
  const writing = writeToPlace(place, whole()).catch((error: unknown) => {
    pack.destroy(error as Error)
    throw error
  })
  try {
    const [, size] = await Promise.all([filling, writing])
    return size
  } finally {
    // What is unfinished is removed before this ends.
    await Promise.allSettled([writing])
  }
}
