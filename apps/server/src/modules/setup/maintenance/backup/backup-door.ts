import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { BackupError } from './backup-error.ts'

/*
 * The embedded database has one process. A backup of a running Foja therefore asks it for a copy of the database, by a
 * socket in the data folder: who reaches it could read the database anyway. The answer is the name of the folder with
 * the copy. As long as the asker stays connected, the copy stays and no stored object is deleted.
 */

/** A name that no person gives a folder: those of a crash are removed. */
const prefix = '.database-copy-'
const shape = /^\.database-copy-[0-9a-f]{12}$/

/** Unix limits the address of a socket to about 100 bytes, so the shorter way to it is taken. */
function addressOf(dataFolder: string): string {
  const file = join(resolve(dataFolder), 'backup.sock')
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\foja-${createHash('sha256').update(file).digest('hex').slice(0, 32)}`
  }
  const way = relative(process.cwd(), file)
  return way.length < file.length ? way : file
}

export type BackupDoor = {
  /** True while a backup reads the stored objects. */
  isHeld: () => boolean
  close: () => Promise<void>
}

/** Removes copies that a crash left. */
async function removeCopies(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (shape.test(name)) {
      await rm(join(dataFolder, name), { recursive: true, force: true })
    }
  }
}

/** Opens the door of a running Foja. `copyTo` copies the database into an existing folder. */
export async function openBackupDoor(
  dataFolder: string,
  copyTo: (folder: string) => Promise<void>,
): Promise<BackupDoor> {
  const visitors = new Set<Socket>()
  const serve = async (socket: Socket): Promise<void> => {
    const name = `${prefix}${randomBytes(6).toString('hex')}`
    const folder = join(dataFolder, name)
    const left = once(socket, 'close').catch(() => {})
    try {
      await mkdir(folder, { mode: 0o700 })
      await copyTo(folder)
      socket.write(`${JSON.stringify({ copy: name })}\n`)
    } catch (error) {
      socket.end(`${JSON.stringify({ error: String(error) })}\n`)
    }
    await left
    await rm(folder, { recursive: true, force: true })
  }
  const server = createServer((socket) => {
    // Held before the copy is made.
    visitors.add(socket)
    socket.on('error', () => socket.destroy())
    socket.resume()
    void serve(socket).finally(() => visitors.delete(socket))
  })
  await removeCopies(dataFolder)
  const address = addressOf(dataFolder)
  if (process.platform !== 'win32') await rm(address, { force: true })
  server.listen(address)
  await once(server, 'listening')
  return {
    isHeld: () => visitors.size > 0,
    close: async () => {
      for (const socket of visitors) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type DatabaseCopy = {
  /** Folder for `openDatabase`. */
  folder: string
  /** False once the running Foja has stopped, and with it the hold on stored objects. */
  isHeld: () => boolean
  /** Gives the copy up, which the running Foja then removes. */
  leave: () => void
}

/** Asks the Foja that runs on this data folder for a copy of its database; null if none answers. */
export async function askForCopy(dataFolder: string): Promise<DatabaseCopy | null> {
  const socket = connect(addressOf(dataFolder))
  try {
    await once(socket, 'connect')
  } catch {
    return null
  }
  const [line] = (await Promise.race([once(socket.setEncoding('utf8'), 'data'), once(socket, 'close')])) as [unknown]
  if (typeof line !== 'string') throw new BackupError('hold_lost')
  const answer = JSON.parse(line) as { copy: string } | { error: string }
  if ('error' in answer) {
    socket.destroy()
    throw new Error(answer.error)
  }
  socket.on('error', () => {})
  return { folder: join(dataFolder, answer.copy), isHeld: () => !socket.closed, leave: () => socket.destroy() }
}
