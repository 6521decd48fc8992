// Backup, check and restore of a whole installation, beside a plain copy of its folder to the same disk in the same run.
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiskStore } from '../../packages/storage/src/disk-store.ts'
import { runTool as run } from './run-tool.ts'

/** Stored bytes for each case: with 10,000 cases about 1 GB. */
const bytesPerCase = 100_000
/** Goal for 10,000 cases and 1 GB, each way. */
const goalSeconds = 60
const goalCases = 10_000

const secret = 'cinco palabras para medir copias'

const runTool = (name: string, data: string, ...args: string[]): number =>
  run(name, args, { FOJA_DATA_DIR: data, FOJA_BACKUP_PASSPHRASE: secret })

/** Random bytes, which no disk compresses. */
async function storeFiles(folder: string, cases: number): Promise<void> {
  const store = await openDiskStore(folder)
  for (let n = 0; n < cases; n += 1) {
    const content = randomBytes(bytesPerCase)
    await store.put(
      (async function* () {
        yield content
      })(),
      { maxBytes: content.length },
    )
  }
}

/** Copies a folder and flushes every file, as a backup is flushed. */
async function copyFolder(from: string, to: string): Promise<number> {
  const began = performance.now()
  await cp(from, to, { recursive: true })
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const handle = await open(join(entry.parentPath, entry.name), 'r')
    await handle.sync()
    await handle.close()
  }
  return (performance.now() - began) / 1000
}

/** Prints the times; returns the missed goals, which scale with the number of cases. */
export async function benchBackup(
  { noise, cases }: { noise: number; cases: number },
  say: (line: string) => void,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-bench-backup-'))
  try {
    const [here, there, file] = [join(folder, 'here'), join(folder, 'there'), join(folder, 'copia.foja')]
    runTool('seed', here, '--solicitudes', String(cases))
    await storeFiles(join(here, 'files'), cases)
    const plain = await copyFolder(here, join(folder, 'plain'))
    const rows = [
      { label: 'hacer la copia', seconds: runTool('backup', here, file), isGoal: true },
      { label: 'comprobarla', seconds: runTool('verify-backup', here, file), isGoal: false },
      { label: 'recuperarla', seconds: runTool('restore', there, file), isGoal: true },
    ]
    const { size } = await stat(file)
    const goal = (goalSeconds * cases) / goalCases
    say(`${cases} solicitudes, copia de ${(size / 1e6).toFixed(0)} MB; copiar la carpeta tarda ${plain.toFixed(1)} s`)
    return rows.flatMap(({ label, seconds, isGoal }) => {
      // Starting a process and deriving a key from the passphrase take some seconds whatever the size.
      const isMissed = isGoal && seconds > Math.max(goal, 10) * noise
      const mark = !isGoal ? ' ' : isMissed ? '✗' : '✓'
      say(
        `${mark} ${label.padEnd(16)} ${seconds.toFixed(1).padStart(7)} s   ${(seconds / plain).toFixed(1)} veces la copia de la carpeta   ${(size / 1e6 / seconds).toFixed(0)} MB/s`,
      )
      return isMissed ? [label] : []
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
