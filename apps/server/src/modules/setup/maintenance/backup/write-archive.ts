import { Encrypter } from 'age-encryption'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pack as createPack, type Pack } from 'tar-stream'
import { syncFolder } from '../../../../keys.ts'
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

async function writeAll(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.byteLength;) at += (await handle.write(chunk, at)).bytesWritten
  }
}

/**
 * Writes an encrypted tar of what `fill` adds, in constant memory. The file gets its name when it is complete and
 * durable: one that was cut off never looks whole. Throws `file_exists`, `bad_recipient`.
 */
export async function writeArchive(
  file: string,
  lock: BackupLock,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  if (existsSync(file)) throw new BackupError('file_exists')
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    const pack = createPack()
    const encrypted = await encrypterOf(lock).encrypt(ReadableStream.from(pack as AsyncIterable<Uint8Array>))
    const filling = fill(writerOf(pack)).then(
      () => pack.finalize(),
      (error: unknown) => {
        pack.destroy(error as Error)
        throw error
      },
    )
    const writing = writeAll(handle, encrypted).catch((error: unknown) => {
      pack.destroy(error as Error)
      throw error
    })
    await Promise.all([filling, writing])
    await handle.sync()
    await handle.close()
    await rename(temporary, file)
    if (process.platform !== 'win32') await syncFolder(resolve(file))
  } catch (error) {
    await handle.close()
    await rm(temporary, { force: true })
    throw error
  }
}
