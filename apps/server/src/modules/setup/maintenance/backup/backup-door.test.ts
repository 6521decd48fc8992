import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openDiskStore } from '@foja/storage/disk-store'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askForCopy, openBackupDoor, type BackupDoor } from './backup-door.ts'
import { holdDeletes } from './hold-deletes.ts'

let folder: string
let door: BackupDoor | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foja-door-'))
})
afterEach(async () => {
  await door?.close()
  door = undefined
  await rm(folder, { recursive: true, force: true })
})

const copies = async () => (await readdir(folder)).filter((name) => name.startsWith('.database-copy-'))
const copyTo = (to: string) => writeFile(join(to, 'rows'), 'rows')

describe('the door of a running Foja for backups', () => {
  it('is absent when Foja is stopped', async () => {
    expect(await askForCopy(folder)).toBeNull()
  })

  it('keeps the copy and every stored object until the asker leaves', async () => {
    door = await openBackupDoor(folder, copyTo)
    const { isHeld } = door
    const disk = await openDiskStore(join(folder, 'files'))
    const store = holdDeletes(disk, async () => isHeld())
    const { key } = await store.put(bytes('contrato'), { maxBytes: 100 })
    const copy = (await askForCopy(folder))!
    expect(await readdir(copy.folder)).toEqual(['rows'])
    await store.delete(key)
    expect((await buffer(await store.get(key))).toString()).toBe('contrato')
    expect(copy.isHeld()).toBe(true)
    copy.leave()
    await vi.waitUntil(() => !isHeld(), { timeout: 60_000 })
    expect(await copies()).toEqual([])
    await store.delete(key)
    expect(await store.exists(key)).toBe(false)
  })

  it('reports a copy that fails', async () => {
    door = await openBackupDoor(folder, () => Promise.reject(new Error('no space left')))
    await expect(askForCopy(folder)).rejects.toThrow('no space left')
  })

  it('removes the copies that a crash left, and ends the hold when Foja stops', async () => {
    door = await openBackupDoor(folder, copyTo)
    const copy = (await askForCopy(folder))!
    await door.close()
    await vi.waitUntil(() => !copy.isHeld(), { timeout: 60_000 })
    await rm(join(folder, 'backup.sock'), { force: true })
    await openDiskStore(join(folder, '.database-copy-0123456789ab'))
    door = await openBackupDoor(folder, copyTo)
    expect(await copies()).toEqual([])
  })
})

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
