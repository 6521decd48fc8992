import { appendEvent } from '@foja/db/events'
import { createRoot } from '@foja/db/history-roots'
import { withSeal } from '@foja/db/history-seal'
import { openDatabase } from '@foja/db/open-database'
import { inTransaction } from '@foja/db/transaction'
import { openDiskStore } from '@foja/storage/disk-store'
import { prepareDatabase } from '@foja/testing/data-folder'
import { silentLogger } from '@foja/db/silent-logger'
import { sql } from 'kysely'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runTool } from '../../../../test/run-tool.ts'
import { historyKey, loadKeys } from '../../../keys.ts'
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
    const nothing = await run('--data', empty)
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
