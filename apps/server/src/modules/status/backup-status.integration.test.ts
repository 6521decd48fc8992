import type { BackupStatus, SystemStatus } from '@foja/contracts/status'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, expectProblem, startOffice } from '../../../test/office.ts'
import { writeBackupState, type BackupState } from '../setup/maintenance/backup/backup-state.ts'

const office = await startOffice()
afterAll(() => office.close())
const { deps, jobs } = office.server
const backup = {
  folder: '/copias',
  keep: 7,
  time: '03:00',
  passphrase: 'una frase secreta',
  recipient: undefined,
  bucket: undefined,
}
const hoursAgo = (hours: number) => new Date(deps.clock().getTime() - hours * 3_600_000).toISOString()
const base = { day: '2026-11-20', detail: '/copias/foja-1.age', completed: null }

beforeEach(async () => {
  deps.config = { ...deps.config, backup }
  await deps.db.deleteFrom('setting').where('key', '=', 'backup').execute()
  await jobs.run(deps.clock())
})

const read = async (locale = 'es') => {
  const response = await office.admin.call('/api/v1/system_status/', { headers: { 'accept-language': locale } })
  return (await bodyOf<SystemStatus>(response, 200)).backup
}
const readAs = async (state: Omit<BackupState, 'day'>) => {
  await writeBackupState(deps.db, { ...base, ...state })
  return await read()
}
const ask = async () => await bodyOf<BackupStatus>(await office.admin.post('/api/v1/make_backup/', undefined), 200)

describe('the state of the backups', () => {
  it('says how to set them up where there are none', async () => {
    deps.config = { ...deps.config, backup: { ...backup, folder: undefined } }
    expect(await read()).toMatchObject({ state: 'off', problem: 'No hay copias automáticas', schedule: null })
    expect((await read('en')).next).toContain('FOJA_BACKUP_DIR')
    await expectProblem(await office.admin.post('/api/v1/make_backup/', undefined), 400, 'backup_not_configured')
  })

  it('is a warning until the first one is complete', async () => {
    expect(await read()).toMatchObject({ state: 'warning', running: false, last: null })
    const begun = await readAs({ ...base, at: hoursAgo(0), status: 'running' })
    expect(begun).toMatchObject({ state: 'warning', problem: 'Todavía no hay ninguna', running: true })
  })

  it('is good after one, with its size, its folder and the next one', async () => {
    const at = hoursAgo(9)
    const found = await readAs({ ...base, at, status: 'done', completed: at, bytes: 39_200_000_000, ms: 240_000 })
    expect(found).toMatchObject({ state: 'ok', problem: null, next: null, running: false })
    expect(found.last).toEqual({ at, bytes: 39_200_000_000, ms: 240_000 })
    expect(found.schedule).toMatchObject({ folder: '/copias', keep: 7 })
  })

  it('names the bucket where there is one', async () => {
    const service = { endpoint: 'https://s3.oficina.ec', region: 'us-east-1', forcePathStyle: true }
    const bucket = { ...service, bucket: 'foja-copias', accessKeyId: 'AKIA', secretAccessKey: 'clave' }
    deps.config = { ...deps.config, backup: { ...backup, folder: undefined, bucket } }
    const found = await read()
    expect(found).toMatchObject({ state: 'warning', schedule: { folder: 's3://foja-copias', keep: 7 } })
  })

  it('fails when the last one is older than two days', async () => {
    const at = hoursAgo(49)
    expect(await readAs({ ...base, at, status: 'done', completed: at })).toMatchObject({
      state: 'failed',
      problem: 'La última tiene más de dos días',
      last: { at, bytes: null, ms: null },
    })
  })

  it.each([
    ["ENOSPC: no space left on device, write '/srv/secreto'", 'no queda espacio'],
    ["EACCES: permission denied, open '/copias/x'", 'no puede escribir'],
    ["ENOENT: no such file or directory, open '/copias/x'", 'la carpeta de las copias no está'],
    ["ENOENT: no such file or directory, open '/srv/secreto'", 'un error inesperado'],
    ['the backup failed: hold_lost', 'se cortó'],
    ['the backup failed: bucket_missing: cannot use the bucket: 404 secreto', 'el bucket de las copias no existe'],
    ['the backup failed: bucket_forbidden: cannot use the bucket: 403 secreto', 'no deja usar el bucket'],
    ['the backup failed: bucket_full: 507 secreto', 'el bucket de las copias está lleno'],
    ['the backup failed: bucket_unreachable: ECONNREFUSED secreto', 'el bucket de las copias no responde'],
  ])('says in words why the last one failed: %s', async (detail, words) => {
    const found = await readAs({ at: hoursAgo(0.2), status: 'failed', detail, completed: hoursAgo(30) })
    expect(found).toMatchObject({ state: 'failed', problem: expect.stringContaining(words) as string })
    expect(JSON.stringify(found)).not.toMatch(/secreto|ENO|ECONN|hold_lost|bucket_/)
  })

  it('says that one was cut off when its process ended', async () => {
    const found = await readAs({ ...base, at: hoursAgo(4), status: 'running', completed: hoursAgo(28) })
    expect(found).toMatchObject({ state: 'failed', problem: expect.stringContaining('se cortó') as string })
  })
})

describe('a backup on request', () => {
  const asked = async () =>
    await deps.db.selectFrom('event').where('action', '=', 'backup.requested').select('actor').execute()

  it('starts once, keeps the time of the last one, and is in the history', async () => {
    await writeBackupState(deps.db, { ...base, at: hoursAgo(9), status: 'done', completed: hoursAgo(9) })
    expect(await ask()).toMatchObject({ running: true, state: 'ok', last: { at: expect.any(String) as string } })
    expect((await ask()).running).toBe(true)
    expect(jobs.waiting('backup')).toHaveLength(1)
    expect(await asked()).toEqual([{ actor: office.admin.id }])
  })

  it('does not start while one runs', async () => {
    await writeBackupState(deps.db, { ...base, at: hoursAgo(1), status: 'running' })
    const before = jobs.waiting('backup').length
    await ask()
    expect(jobs.waiting('backup')).toHaveLength(before)
  })

  it('is for administrators only', async () => {
    await expectProblem(await office.gestor.post('/api/v1/make_backup/', undefined), 403, 'forbidden')
  })
})
