import { inTransaction } from '@foja/db/transaction'
import { openDiskStore } from '@foja/storage/disk-store'
import { encryptObjects } from '@foja/storage/encrypted-store'
import type { ObjectStore } from '@foja/storage/object-store'
import { createTestDatabase } from '@foja/testing/database'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { loadKeys } from '../../../keys.ts'
import { encryptFiles } from './encrypt-files.ts'
import { openFileKeys, resealFileKeys } from './file-keys.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'foja-file-keys-'))
const disk = await openDiskStore(join(folder, 'files'))
const keys = await loadKeys(join(folder, 'keys.json'))
const otherKeys = await loadKeys(join(folder, 'other.json'))
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.kysely.deleteFrom('setting').where('key', '=', 'file_keys').execute()
})

const db = () => database.kysely
const open = (encrypt: boolean, by = keys) => openFileKeys(db(), by, { encrypt })
async function* bytesOf(text: string) {
  yield Buffer.from(text)
}
const put = async (store: ObjectStore, text: string) => (await store.put(bytesOf(text), { maxBytes: 1000 })).key
const textOf = async (store: ObjectStore, key: string) => (await buffer(await store.get(key))).toString()
const settings = async () =>
  JSON.stringify(await db().selectFrom('setting').where('key', '=', 'file_keys').selectAll().execute())

describe('the keys of stored files', () => {
  it('are created once, by parallel starts too, and only if files are encrypted', async () => {
    expect((await open(false)).current).toBeNull()
    expect(await settings()).toBe('[]')
    const [one, other] = await Promise.all([open(true), open(true)])
    expect(one.current).toEqual(other.current)
    expect((await open(true)).current).toEqual(one.current)
    const stored = await settings()
    expect(stored).not.toContain(Buffer.from(one.current!.key).toString('base64'))
    expect(stored).not.toContain(Buffer.from(one.current!.key).toString('hex'))
  })

  it('are found by a process that started before another one created them', async () => {
    const early = encryptObjects(disk, await open(false))
    const key = await put(encryptObjects(disk, await open(true)), 'acta')
    expect(await textOf(early, key)).toBe('acta')
  })

  it('do not open with other server keys', async () => {
    const key = await put(encryptObjects(disk, await open(true)), 'acta')
    const stranger = encryptObjects(disk, await open(false, otherKeys))
    await expect(stranger.get(key)).rejects.toMatchObject({ code: 'unknown_key' })
  })

  it('move to new server keys, which encrypt new files under another key and still read the earlier ones', async () => {
    const before = await open(true)
    const key = await put(encryptObjects(disk, before), 'acta')
    const bytes = await readFile((await disk.locate(key))!.path)
    const change = { from: keys, to: otherKeys }
    expect(await inTransaction(db(), (trx) => resealFileKeys(trx, change))).toEqual({ moved: 1, unopened: 0 })
    const after = await open(true, otherKeys)
    expect(after.current!.id).not.toBe(before.current!.id)
    expect(await textOf(encryptObjects(disk, after), key)).toBe('acta')
    expect(await readFile((await disk.locate(key))!.path)).toEqual(bytes)
    await expect(encryptObjects(disk, await open(false)).get(key)).rejects.toMatchObject({ code: 'unknown_key' })
    // A second rotation with the first keys opens nothing, and loses nothing.
    expect(await inTransaction(db(), (trx) => resealFileKeys(trx, change))).toEqual({ moved: 0, unopened: 2 })
    expect(await textOf(encryptObjects(disk, await open(false, otherKeys)), key)).toBe('acta')
  })

  it('encrypt earlier files on request, those under an earlier key too, and skip what does not open', async () => {
    for await (const { key } of disk.list()) await disk.delete(key)
    const lost = await put(encryptObjects(disk, await open(true, otherKeys)), 'de otras claves')
    await db().deleteFrom('setting').where('key', '=', 'file_keys').execute()
    const plain = await put(disk, 'sin cifrar')
    const earlier = await put(encryptObjects(disk, await open(true)), 'de antes')
    await inTransaction(db(), (trx) => resealFileKeys(trx, { from: keys, to: keys }))
    const store = encryptObjects(disk, await open(true))
    await put(store, 'de ahora')
    const lostBytes = await readFile((await disk.locate(lost))!.path)
    expect(await encryptFiles(store)).toEqual({ encrypted: 2, unchanged: 1, failed: 1 })
    expect(await readFile((await disk.locate(lost))!.path)).toEqual(lostBytes)
    expect([await textOf(store, plain), await textOf(store, earlier)]).toEqual(['sin cifrar', 'de antes'])
    expect((await readFile((await disk.locate(plain))!.path)).includes('sin cifrar')).toBe(false)
    expect(await encryptFiles(store)).toEqual({ encrypted: 0, unchanged: 3, failed: 1 })
  })
})
