// The unmodified server in a child process that kills itself at a given point of its work.
import { upkeepLimits } from '@foja/db/open-database'
import { nodeFileSystem } from '@foja/storage/file-system'
import { PostgresDriver } from 'kysely'
import { ServerResponse } from 'node:http'
import { main } from '../../src/main.ts'
import { emailQuotas } from '../../src/modules/outbox/email-quota.ts'
import type { CrashPoint } from './crash.ts'

let armed: { point: CrashPoint; passes: number } | undefined
process.on('message', (message: typeof armed) => (armed = message))
// The IPC channel must not keep a stopped process alive.
process.channel?.unref()

/** Kills the process, as a power failure would, the `passes`-th time this point is reached. */
function reach(point: CrashPoint): void {
  if (armed?.point !== point) return
  armed.passes -= 1
  if (armed.passes <= 0) process.kill(process.pid, 'SIGKILL')
}

const { open, rename } = nodeFileSystem
nodeFileSystem.open = async (path, flags, mode) => {
  const handle = await open(path, flags, mode)
  if (flags === 'wx') reach('file begun')
  return handle
}
nodeFileSystem.rename = async (from, to) => {
  reach('before rename')
  await rename(from, to)
  reach('after rename')
}

const driver = PostgresDriver.prototype
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const commit = driver.commitTransaction
driver.commitTransaction = async function (connection) {
  reach('before commit')
  await commit.call(this, connection)
  reach('after commit')
}

// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const writeHead = ServerResponse.prototype.writeHead
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...rest: never[]) {
  if (this.req.method === 'POST') reach('before answer')
  return Reflect.apply(writeHead, this, rest) as ServerResponse
}

// The office sends what many people send in a day.
emailQuotas.email.tries = 1_000_000

// A recorded server works for seconds only, and its checkpoints are to be in the record.
if (process.env['FOJA_DISK_RECORD'] !== undefined)
  Object.assign(upkeepLimits, { checkpoint: 1024 * 1024, vacuum: 4 * 1024 * 1024, lookMillis: 1000 })

await main({ environment: process.env })
