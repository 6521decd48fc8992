import { appendEvent } from '@foja/db/events'
import { createRoot } from '@foja/db/history-roots'
import { withSeal } from '@foja/db/history-seal'
import { openDatabase } from '@foja/db/open-database'
import { inTransaction } from '@foja/db/transaction'
import { openDiskStore } from '@foja/storage/disk-store'
import { prepareDatabase } from '@foja/testing/data-folder'
import { startFakeClamd } from '@foja/testing/fake-clamd'
import { createPostgresDatabase, dropPostgresDatabase } from '@foja/testing/postgres'
import { startSmtpServer } from '@foja/testing/smtp'
import type { OpenDatabase } from '@foja/db/database-port'
import { silentLogger } from '@foja/db/silent-logger'
import { sql } from 'kysely'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runTool, runToolWith } from '../../../../test/run-tool.ts'
import { historyKey, loadKeys } from '../../../keys.ts'
import { writeBackupState, type BackupState } from './backup/backup-state.ts'
import { sealHistory } from './history-job.ts'
import { markFileOf, writeMark } from './history-mark.ts'
import { checkKeys } from './installation.ts'

describe('npm run doctor and npm run audit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-doctor-'))
  await openDiskStore(join(folder, 'files'))
  const keys = await loadKeys(join(folder, 'keys', 'server.json'))
  await prepareDatabase(join(folder, 'db'))
  const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
  await checkKeys(database.kysely, keys.session.id)
  const db = withSeal(database.kysely, historyKey(keys))
  // JSON leaves these separators in the title as they are.
  const data = { nombre: 'Acta\u2028de la junta\u2029\u0085final' }
  const event = { action: 'setup.completed', actor_label: 'Foja', data }
  await inTransaction(db, (trx) => appendEvent(trx, event))
  await sealHistory({ db, clock: () => new Date(), markFile: markFileOf(folder) })
  const added = (await createRoot(db, new Date()))!.root
  await writeMark(markFileOf(folder), added)
  const root = `${added.no}:${added.hash}`
  await database.close()
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (...args: string[]) => runTool('doctor', ...args)

  it('reports a sound installation in a few lines', async () => {
    const { status, output } = await run('--data', folder, '--files')
    expect(output).toContain('Historia: 1 cadenas, 1 eventos, 0 cadenas rotas.')
    expect(output).toContain('Raíces: 1 (ninguna con sello de tiempo), 0 problemas con raíces y contadores.')
    expect(output).toContain('✓ Todo está en orden.')
    expect(status).toBe(0)
  })

  it('exits with 1 when the last backup by schedule failed, was cut off or is late', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
    const states: [Partial<BackupState>, string][] = [
      [{ at: daysAgo(1), status: 'failed', detail: 'EACCES' }, '✗ La copia del 2026-01-02 falló: EACCES'],
      [{ at: daysAgo(1), status: 'running' }, '✗ La copia del 2026-01-02 se cortó'],
      [{ at: daysAgo(3), completed: daysAgo(3) }, '✗ Copias de respaldo automáticas: la última terminó hace 72 horas.'],
    ]
    const set = async (state: Partial<BackupState>) => {
      const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
      const done = { day: '2026-01-02', status: 'done', detail: '', completed: daysAgo(0), at: daysAgo(0) } as const
      await writeBackupState(database.kysely, { ...done, ...state })
      await database.close()
    }
    for (const [state, line] of states) {
      await set(state)
      const { status, output } = await run('--data', folder)
      expect(output).toContain(line)
      expect(output).toContain('✗ Historia y archivos están en orden, pero no lo demás: 1 líneas con ✗.')
      expect(status).toBe(1)
    }
    await set({})
    expect(await run('--data', folder)).toMatchObject({ status: 0 })
  })

  it('exits with 1 when the timestamp authority does not answer', async () => {
    const write = async (work: (db: OpenDatabase['kysely']) => Promise<unknown>) => {
      const opened = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
      await work(opened.kysely)
      await opened.close()
    }
    const row = {
      id_company: null,
      level: 'B-B',
      hash: 'sha256',
      appearance: 'qr',
      repeat: 'once',
      tsa_url: 'http://127.0.0.1:9/tsa',
    } as const
    await write(async (kysely) => await kysely.insertInto('signing_settings').values(row).execute())
    const { status, output } = await run('--data', folder)
    expect(output).toMatch(/✗ Sellos de tiempo: 127\.0\.0\.1:9 no dio un sello\. /)
    expect(status).toBe(1)
    await write(async (kysely) => await kysely.deleteFrom('signing_settings').execute())
  })

  it('exports the history, and proves the export without the installation', async () => {
    const file = join(folder, 'historial.jsonl')
    const audit = (...args: string[]) => runTool('audit', ...args)
    // An export that was killed.
    await writeFile(`${file}.part`, '')
    expect(await audit('export', '--data', folder, '--out', file)).toMatchObject({ status: 0 })
    expect((await readdir(folder)).filter((name) => name.startsWith('historial.'))).toEqual([
      'historial.jsonl',
      'historial.jsonl.part',
    ])
    const piped = await audit('export', '--data', folder)
    expect(piped.output).toContain('{"kind":"event"')
    const verify = (...args: string[]) => audit('verify-export', file, ...args)
    const bare = await verify()
    expect(bare).toMatchObject({ status: 3, output: expect.stringContaining('nada fuera del archivo') as string })
    expect(await verify('--root', root)).toMatchObject({ status: 0 })
    const key = ['--key', join(folder, 'keys', 'server.json')] as const
    expect((await verify(...key)).output).toContain('✓ Probado entero con la clave del servidor.')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"actor_label":"Foja"', '"actor_label":"Nadie"'))
    const forged = await verify(...key)
    expect(forged).toMatchObject({ status: 1 })
    expect(forged.output).toContain('La historia de system no encaja desde su evento 1')
    for (const args of [['export', 'x'], ['verify-export'], ['verify-export', file, '--root', '1']]) {
      expect((await audit(...args)).status).toBe(2)
    }
    expect((await audit('verify-export', join(folder, 'nada'))).status).toBe(2)
  })

  it('names a tampered event and exits with 1', async () => {
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    await sql`alter table event disable trigger user`.execute(database.kysely)
    await sql`update event set actor_label = 'Nadie'`.execute(database.kysely)
    await database.close()
    const { status, output } = await run('--data', folder)
    expect(output).toContain('✗ La historia de system no encaja desde su evento 1 (setup.completed).')
    expect(status).toBe(1)
  })

  it('says what to do when the database lost the record of its seals', async () => {
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    await sql`update setting set key = 'moved' where key = 'history'`.execute(database.kysely)
    await database.close()
    const lost = await run('--data', folder)
    expect(lost).toMatchObject({ status: 2, output: expect.stringContaining('alguien quitó los sellos') as string })
    expect(lost.output).toContain('borra files/history.json')
  })

  it('refuses to run while Foja runs, or without data', async () => {
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    const busy = await run('--data', folder)
    await database.close()
    expect(busy).toMatchObject({ status: 2, output: expect.stringContaining('Foja está en marcha') as string })
    const empty = await mkdtemp(join(tmpdir(), 'foja-doctor-'))
    const nothing = await run('--data', empty, '--files')
    expect(nothing).toMatchObject({ status: 2, output: expect.stringContaining('no hay datos de Foja') as string })
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })
    expect((await run('--data', folder, '--todo')).status).toBe(2)
    const keys = join(folder, 'keys', 'server.json')
    await rename(keys, `${keys}.away`)
    const keyless = await run('--data', folder)
    expect(keyless).toMatchObject({ status: 2, output: expect.stringContaining('archivo de claves') as string })
  })

  it('finds nothing wrong in seeded case files', async () => {
    const seeded = await mkdtemp(join(tmpdir(), 'foja-doctor-'))
    expect(await runTool('seed', '--solicitudes', '10', '--data', seeded)).toMatchObject({ status: 0 })
    const { status, output } = await run('--data', seeded, '--files')
    await rm(seeded, { recursive: true })
    expect(output).toContain('Historia: 8 cadenas, 8 eventos, 0 cadenas rotas.')
    expect(status).toBe(0)
  })
})

describe('npm run doctor before the first start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-doctor-before-'))
  const data = join(folder, 'data')
  const backups = join(folder, 'backups')
  await mkdir(backups)
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const run = (settings: Record<string, string>) => runToolWith({ FOJA_DATA_DIR: data, ...settings }, 'doctor')
  const secret = { FOJA_BACKUP_PASSPHRASE: 'cinco palabras al azar' }

  it('says that the settings are in order, and creates nothing', async () => {
    const [smtp, clamd] = [await startSmtpServer(), await startFakeClamd()]
    const { status, output } = await run({
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}?starttls=never`,
      MAIL_FROM: 'foja@example.com',
      FOJA_CLAMD: `tcp://127.0.0.1:${clamd.port}`,
      FOJA_BACKUP_DIR: backups,
      ...secret,
    })
    await Promise.all([smtp.close(), clamd.close()])
    expect(output).toMatch(/✓ SMTP_URL: 127\.0\.0\.1 acepta la conexión\./)
    expect(output).toMatch(/✓ FOJA_CLAMD: ClamAV responde en \d+ ms\./)
    expect(output).toContain(`✓ FOJA_BACKUP_DIR: se puede escribir en ${backups}.`)
    expect(output).toContain(`✓ FOJA_DATA_DIR: se puede escribir en ${folder}.`)
    expect(output).toContain('✓ Los ajustes están en orden.')
    expect(status).toBe(0)
    expect(smtp.messages).toEqual([])
    expect(await readdir(folder)).toEqual(['backups'])
    expect(await readdir(backups)).toEqual([])
  })

  it('names each setting whose service does not answer, with advice, and exits with 1', async () => {
    const { status, output } = await run({
      // Nothing listens on the discard port.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'foja@example.com',
      FOJA_CLAMD: 'tcp://127.0.0.1:9',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'foja',
      OIDC_CLIENT_SECRET: 'secreto',
      FOJA_BACKUP_DIR: join(folder, 'none'),
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'foja',
      S3_ACCESS_KEY_ID: 'foja',
      S3_SECRET_ACCESS_KEY: 'secreto',
      ...secret,
    })
    expect(output).toContain('✗ SMTP_URL: 127.0.0.1 no atiende en ese puerto. Revisa el puerto: suele ser 587 o 465.')
    expect(output).toContain('✗ FOJA_CLAMD: ClamAV no responde')
    expect(output).toContain('✗ OIDC_ISSUER: 127.0.0.1:9 no responde como debe. Revisa OIDC_ISSUER')
    expect(output).toContain(`✗ FOJA_BACKUP_DIR: la carpeta ${join(folder, 'none')} no está.`)
    expect(output).toContain('✗ S3_BUCKET: No se puede usar el bucket «foja»')
    // The advice on settings, as at the start.
    expect(output).toContain('TIME_ZONE no está puesta')
    expect(output).toContain('✗ Ajustes por corregir: 5.')
    expect(status).toBe(1)
    const bucket = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY_ID: 'foja', S3_SECRET_ACCESS_KEY: 'secreto' }
    const elsewhere = await run({ ...bucket, FOJA_BACKUP_BUCKET: 'copias', ...secret })
    expect(elsewhere.output).toContain('✗ FOJA_BACKUP_BUCKET: No se puede usar el bucket «copias»')
    expect(elsewhere.status).toBe(1)
    const malformed = await run({ PORT: 'x' })
    expect(malformed).toMatchObject({ status: 1, output: expect.stringContaining('PORT debe ser') as string })
    expect(await readdir(folder)).toEqual(['backups'])
  })

  it('reaches a PostgreSQL without data, and says when there is none', async () => {
    const { url, name } = await createPostgresDatabase(async () => {}, 'without_schema')
    const reached = await run({ DATABASE_URL: url })
    await dropPostgresDatabase(name)
    expect(reached.output).toContain('En la base de datos de DATABASE_URL no hay datos de Foja todavía.')
    expect(reached.status).toBe(0)
    const missing = await run({ DATABASE_URL: 'postgres://foja:x@127.0.0.1:9/foja' })
    expect(missing.output).toContain('✗ DATABASE_URL: No se llega a la base de datos de DATABASE_URL.')
    expect(missing.status).toBe(1)
  })
})
