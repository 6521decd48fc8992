import { eicar, startFakeClamd, type FakeClamd, type FakeClamdOptions } from '@foja/testing/fake-clamd'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createClamd, type ClamdOptions } from './antivirus.ts'

const running: FakeClamd[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})

async function start(options: FakeClamdOptions = {}, client: ClamdOptions = {}) {
  const clamd = await startFakeClamd(options)
  running.push(clamd)
  const address = options.path === undefined ? { host: '127.0.0.1', port: clamd.port } : { path: options.path }
  return { clamd, antivirus: createClamd(address, client) }
}

const pieces =
  (...all: (string | Buffer)[]) =>
  async () =>
    yieldAll(all)
async function* yieldAll(all: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const one of all) yield Buffer.from(one as string)
}

describe('the client of clamd', () => {
  it('returns null for a clean stream, which arrives whole', async () => {
    const { clamd, antivirus } = await start()
    expect(await antivirus.scan(pieces('hola', '', randomBytes(1_000_000), 'mundo'))).toBeNull()
    expect(await antivirus.scan(pieces())).toBeNull()
    expect(clamd.scanned).toEqual([1_000_009, 0])
  })

  it('returns the name of a finding, also across two pieces', async () => {
    const { antivirus } = await start()
    expect(await antivirus.scan(pieces(randomBytes(100_000), eicar.slice(0, 30), eicar.slice(30)))).toBe(
      'Eicar-Signature',
    )
  })

  it('speaks over a socket of the file system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
    const { antivirus } = await start({ path: join(folder, 'clamd.ctl') })
    expect(await antivirus.scan(pieces(eicar))).toBe('Eicar-Signature')
    await antivirus.ping()
    await rm(folder, { recursive: true })
  })

  it('says that a stream exceeds the limit of clamd, and stops reading it', async () => {
    const { antivirus } = await start({ maxStream: 300_000 })
    let read = 0
    const endless = (async function* () {
      for (; read < 100_000; read += 1) yield randomBytes(16_384)
    })()
    await expect(antivirus.scan(async () => endless)).rejects.toMatchObject({ code: 'too_large' })
    expect(read).toBeLessThan(10_000)
  })

  it('scans once more when the connection ends within the stream', async () => {
    const { clamd, antivirus } = await start({ cutsOff: true })
    expect(await antivirus.scan(pieces(randomBytes(1_000_000), eicar))).toBe('Eicar-Signature')
    expect(clamd.scanned).toHaveLength(1)
  })

  it('fails when nothing listens, or the answer is unknown or never comes', async () => {
    const { clamd, antivirus } = await start({ silent: true }, { silenceMs: 50 })
    await expect(antivirus.scan(pieces('hola'))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(antivirus.ping()).rejects.toMatchObject({ code: 'unavailable' })
    await running.pop()?.close()
    const gone = createClamd({ host: '127.0.0.1', port: clamd.port })
    await expect(gone.scan(pieces('hola'))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(gone.ping()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('throws the error of the source', async () => {
    const { antivirus } = await start()
    const failing = (async function* () {
      yield Buffer.from('hola')
      throw new Error('the file is gone')
    })()
    await expect(antivirus.scan(async () => failing)).rejects.toThrow('the file is gone')
  })

  it('opens the file of a scan only when the scan starts', async () => {
    const { antivirus } = await start()
    let open = 0
    let mostOpen = 0
    async function* counted() {
      try {
        yield Buffer.from('hola')
      } finally {
        open -= 1
      }
    }
    const scan = async () => {
      open += 1
      mostOpen = Math.max(mostOpen, open)
      return counted()
    }
    await Promise.all(Array.from({ length: 30 }, () => antivirus.scan(scan)))
    expect({ open, mostOpen }).toEqual({ open: 0, mostOpen: 4 })
  })

  it('lets all of many parallel scans end', async () => {
    const { clamd, antivirus } = await start()
    const results = await Promise.all(Array.from({ length: 30 }, () => antivirus.scan(pieces(eicar))))
    expect(new Set(results)).toEqual(new Set(['Eicar-Signature']))
    expect(clamd.scanned).toHaveLength(30)
  })
})
