import type { SystemStatus } from '@foja/contracts/status'
import { prepareDatabase } from '@foja/testing/data-folder'
import { createS3Store } from '@foja/storage/s3-store'
import { createBucket } from '@foja/testing/s3'
import { hasSwift } from '@foja/testing/swift'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { secret, startOn } from '../../../../../test/backup.ts'
import { bodyOf, type Caller } from '../../../../../test/office.ts'
import { runToolWith } from '../../../../../test/run-tool.ts'

describe('a backup by schedule', async () => {
  const patient = { timeout: 200_000, interval: 500 }
  const folder = await mkdtemp(join(tmpdir(), 'foja-schedule-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is made by the running Foja, and the doctor tells its age', async () => {
    const data = join(folder, 'here')
    const backups = join(folder, 'backups')
    await prepareDatabase(join(data, 'db'))
    await mkdir(backups)
    const here = { FOJA_DATA_DIR: data, FOJA_BACKUP_DIR: backups, ...secret }
    const { server } = await startOn(here)
    const made = async () => (await readdir(backups)).filter((name) => name.endsWith('.age'))
    await expect.poll(made, patient).toHaveLength(1)
    const [name] = await made()
    expect(await runToolWith(here, 'verify-backup', join(backups, name!))).toMatchObject({ status: 0 })
    await server.close()
    const { output } = await runToolWith(here, 'doctor')
    expect(output).toContain('Copias de respaldo automáticas: la última terminó hace 0 horas.')
  })

  it('is made again on request, and a failure is still reported after a restart', { timeout: 600_000 }, async () => {
    const here = { FOJA_DATA_DIR: join(folder, 'here'), FOJA_BACKUP_DIR: join(folder, 'backups'), ...secret }
    const { server, admin } = await startOn(here)
    const stateOf = async (by: Caller) => (await by.read<SystemStatus>('/api/v1/system_status/')).backup
    const before = await stateOf(admin)
    expect(before).toMatchObject({ state: 'ok', problem: null })
    const ask = async () => await bodyOf(await admin.post('/api/v1/make_backup/', undefined), 200)
    await ask()
    await expect.poll(async () => (await stateOf(admin)).last!.at, patient).not.toBe(before.last!.at)
    const made = (await readdir(here.FOJA_BACKUP_DIR)).filter((name) => name.endsWith('.age'))
    expect((await stateOf(admin)).last!.bytes).toBe((await stat(join(here.FOJA_BACKUP_DIR, made.at(-1)!))).size)
    await rm(here.FOJA_BACKUP_DIR, { recursive: true })
    await ask()
    const failed = { state: 'failed', problem: 'La última falló: la carpeta de las copias no está', running: false }
    await expect.poll(() => stateOf(admin), patient).toMatchObject(failed)
    await server.close()
    const again = await startOn(here)
    expect(await stateOf(again.admin)).toMatchObject(failed)
    await again.server.close()
  })

  it.skipIf(!hasSwift())('goes to a bucket, from where it is verified', async () => {
    const bucket = await createBucket()
    const service = {
      S3_ENDPOINT: bucket.endpoint,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      FOJA_BACKUP_BUCKET: bucket.bucket,
      ...secret,
    }
    const here = { FOJA_DATA_DIR: join(folder, 'of-bucket'), ...service }
    await prepareDatabase(join(here.FOJA_DATA_DIR, 'db'))
    const { server, admin } = await startOn(here)
    const stateOf = async () => (await admin.read<SystemStatus>('/api/v1/system_status/')).backup
    await expect.poll(stateOf, patient).toMatchObject({ state: 'ok', running: false })
    const state = await stateOf()
    await server.close()
    expect(state.schedule!.folder).toBe(`s3://${bucket.bucket}`)
    const store = createS3Store(bucket)
    const names = await store.listNamed('')
    store.close()
    expect(names).toHaveLength(1)
    const name = `s3:${names[0]!}`
    expect(await runToolWith(here, 'verify-backup', name)).toMatchObject({ status: 0 })
  })
})
