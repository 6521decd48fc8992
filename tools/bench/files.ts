// Files at rest, encrypted and plain: the same bytes through the same disk, in one run.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiskStore } from '../../packages/storage/src/disk-store.ts'
import { encryptObjects } from '../../packages/storage/src/encrypted-store.ts'
import type { ObjectStore } from '../../packages/storage/src/object-store.ts'
import { readLocation } from '../../packages/storage/src/read-file.ts'
import { heading, report, runContest, type Contest } from './contest.ts'

const megabyte = 1024 * 1024
const sizeMb = 32
const piece = 256 * 1024

async function* bytes(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += piece) yield content.subarray(at, at + piece)
}

async function drain(store: ObjectStore, key: string, range?: { start: number; end: number }): Promise<void> {
  for await (const _piece of await store.get(key, range));
}

async function store(to: ObjectStore, content: Buffer): Promise<void> {
  const { key } = await to.put(bytes(content), { maxBytes: content.length })
  await to.delete(key)
}

/** Prints time and throughput of each kind of access, by CPU time. There is no target: the cost is only stated. */
export async function benchFiles(noise: number, say: (line: string) => void): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foja-bench-files-'))
  try {
    const plain = await openDiskStore(folder)
    const key = { id: '01'.repeat(8), key: randomBytes(32) }
    const encrypted = encryptObjects(plain, { current: key, find: async () => key.key })
    const content = randomBytes(sizeMb * megabyte)
    const options = { maxBytes: content.length }
    const ours = (await encrypted.put(bytes(content), options)).key
    const theirs = (await plain.put(bytes(content), options)).key
    const range = { start: 20 * megabyte, end: 20 * megabyte + 99_999 }
    const common = { most: null, measure: 'cpu', warmUp: 2, rounds: 9 } as const
    const contests: (Contest & { mb: number })[] = [
      {
        ...common,
        label: `guardar ${sizeMb} MB`,
        mb: sizeMb,
        perRound: 1,
        ours: () => store(encrypted, content),
        theirs: () => store(plain, content),
      },
      {
        ...common,
        label: `leer ${sizeMb} MB`,
        mb: sizeMb,
        perRound: 1,
        ours: () => drain(encrypted, ours),
        theirs: () => drain(plain, theirs),
      },
      {
        ...common,
        label: `leer ${sizeMb} MB en un hilo`,
        mb: sizeMb,
        perRound: 1,
        ours: async () => void readLocation((await encrypted.locate(ours))!),
        theirs: async () => void readLocation((await plain.locate(theirs))!),
      },
      {
        ...common,
        label: 'leer 100 kB de en medio',
        mb: 100_000 / megabyte,
        perRound: 20,
        ours: () => drain(encrypted, ours, range),
        theirs: () => drain(plain, theirs, range),
      },
    ]
    say(`Archivos en disco (CPU)`)
    say(heading('cifrado', 'sin cifrar'))
    const missed: string[] = []
    for (const contest of contests) {
      const result = await runContest(contest)
      missed.push(...report(contest, result, noise, say))
      const rate = (ms: number) => `${((contest.mb / ms) * 1000).toFixed(0)} MB/s`
      say(`  ${rate(result.ours)} cifrado, ${rate(result.theirs)} sin cifrar`)
    }
    return missed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
