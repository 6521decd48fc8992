import { createS3Store, type S3Settings } from '@foja/storage/s3-store'
import { createBucket } from '@foja/testing/s3'
import { hasSwift, howToInstall } from '@foja/testing/swift'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { listBackups, readFromPlace, removeOldBackups, writeToPlace } from './archive-place.ts'

const isMissing = !hasSwift()
const megabyte = 1024 * 1024

describe.skipIf(isMissing)(`backups in a bucket of S3${isMissing ? ` (skipped: ${howToInstall})` : ''}`, () => {
  let bucket: S3Settings
  beforeAll(async () => void (bucket = await createBucket()))

  const write = async (name: string, pieces: Uint8Array[]) =>
    await writeToPlace(
      { bucket, name },
      (async function* () {
        yield* pieces
      })(),
    )

  it('are written in parts, read back unchanged, and never replaced', { timeout: 60_000 }, async () => {
    const pieces = Array.from({ length: 40 }, () => randomBytes(megabyte))
    expect(await write('foja-20260308-080000.age', pieces)).toBe(40 * megabyte)
    const place = { bucket, name: 'foja-20260308-080000.age' }
    const read = await readFromPlace(place, async (found) => await buffer(found))
    expect(read.equals(Buffer.concat(pieces))).toBe(true)
    await expect(write(place.name, [randomBytes(1)])).rejects.toMatchObject({ code: 'file_exists' })
    await expect(readFromPlace({ bucket, name: 'otra.age' }, async () => {})).rejects.toMatchObject({
      code: 'not_in_bucket',
    })
  })

  it('are not there when their source fails, whose error is thrown', async () => {
    const failure = new Error('the database is gone')
    const failing = (async function* () {
      yield randomBytes(megabyte)
      throw failure
    })()
    await expect(writeToPlace({ bucket, name: 'foja-20260301-080000.age' }, failing)).rejects.toBe(failure)
    expect(await listBackups(bucket)).not.toContain('foja-20260301-080000.age')
  })

  it('replace the oldest days, and leave other objects alone', async () => {
    const made = ['20260309-080000', '20260310-080000', '20260310-090000']
    for (const moment of made) await write(`foja-${moment}.age`, [randomBytes(10)])
    await write('foja-antes.age', [randomBytes(10)])
    await removeOldBackups({ bucket }, 2)
    expect(await listBackups(bucket)).toEqual(['foja-20260310-090000.age', 'foja-20260309-080000.age'])
    const store = createS3Store(bucket)
    expect(await store.listNamed('foja-a')).toEqual(['foja-antes.age'])
    store.close()
  })

  it.each([
    ['bucket_missing', { bucket: 'ninguno' }],
    ['bucket_forbidden', { secretAccessKey: 'otra-clave' }],
    ['bucket_unreachable', { endpoint: 'http://127.0.0.1:9' }],
  ])('fail with %s', async (code, more) => {
    const source = (async function* () {
      yield randomBytes(10)
    })()
    const place = { bucket: { ...bucket, ...more }, name: 'foja-20260302-080000.age' }
    await expect(writeToPlace(place, source)).rejects.toMatchObject({ code })
    await expect(readFromPlace(place, async () => {})).rejects.toMatchObject({ code })
  })
})
