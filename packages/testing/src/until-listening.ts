import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Resolves when a port of 127.0.0.1 takes connections. Rejects with the file `log` when the process has ended. */
export async function untilListening(port: number, child: ChildProcess, log: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(await readFile(log, 'utf8'))
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await delay(100)
  }
  throw new Error(`nothing listens on port ${port}`)
}
