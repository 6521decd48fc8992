import type { OpenDatabase } from '@foja/db/database-port'
import { writeP12 } from '@foja/testing/p12'
import { prepareDatabase } from '@foja/testing/data-folder'
import { silentLogger } from '@foja/db/silent-logger'
import { createTestDatabase } from '@foja/testing/database'
import { makePdf } from '@foja/testing/pdfs'
import { postgresUrl } from '@foja/testing/postgres'
import { openDatabase } from '@foja/db/open-database'
import { sql } from 'kysely'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secret, startOn, upload } from '../../../../../test/backup.ts'
import { bodyOf, type Caller } from '../../../../../test/office.ts'
import { passphrase, signerPath, testAuthority } from '../../../../../test/people.ts'
import { runToolWith } from '../../../../../test/run-tool.ts'
import { download, position, sign, signedOf, verify } from '../../../../../test/signing.ts'
import { loadKeys } from '../../../../keys.ts'

/** Uploads documents one after the other until `done`; returns their number. */
async function keepWriting(admin: Caller, done: Promise<unknown>): Promise<number> {
  const state = { done: false }
  void done.finally(() => (state.done = true))
  let written = 0
  for (; !state.done; written += 1)
    await upload(admin, makePdf({ catalog: `/Turn ${written}` }), `durante-${written}.pdf`)
  return written
}

describe.each(['embedded', 'postgres'] as const)('a backup of a running Foja (%s)', (kind) => {
  let folder: string
  const databases: OpenDatabase[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foja-backup-'))
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Settings of a new installation. */
  async function place(name: string): Promise<Record<string, string>> {
    const data = join(folder, name)
    if (kind === 'embedded') {
      await prepareDatabase(join(data, 'db'))
      return { FOJA_DATA_DIR: data }
    }
    const database = await createTestDatabase('postgres')
    databases.push(database)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely)
    return { FOJA_DATA_DIR: data, DATABASE_URL: await postgresUrl(rows[0]!.name) }
  }

  it('opens elsewhere with everything in order, and is refused where it is cut or in the way', async () => {
    const here = await place('here')
    const { server, admin } = await startOn(here)
    const contract = makePdf({ catalog: '/Contract (contrato)' })
    const first = await upload(admin, contract, 'contrato.pdf')
    const second = await upload(admin, makePdf(), 'acta.pdf')
    const key = { name: 'firma.p12', bytes: writeP12({ ...testAuthority().issue({ commonName: 'Ana' }), passphrase }) }
    await bodyOf(await admin.upload(signerPath, [key], { password: passphrase }), 200)
    await signedOf(await sign(admin, first, { position }))
    const file = join(folder, 'copia.foja')
    const settings = { ...here, ...secret }
    const backup = runToolWith(settings, 'backup', file)
    const written = await keepWriting(admin, backup)
    expect((await backup).output).toContain('✓ Copia de respaldo lista')
    expect(await backup).toMatchObject({ status: 0 })
    expect(written).toBeGreaterThan(0)
    expect(await runToolWith(settings, 'restore', file)).toMatchObject({ status: 1 })
    await server.close()
    expect(await runToolWith(settings, 'restore', file)).toMatchObject({
      status: 1,
      output: expect.stringContaining('ya hay una instalación') as string,
    })

    const there = await place('there')
    const cut = join(folder, 'cortada.foja')
    await cp(file, cut)
    await truncate(cut, Math.floor((await stat(file)).size * 0.9))
    expect(await runToolWith({ ...there, ...secret }, 'restore', cut)).toMatchObject({
      status: 1,
      output: expect.stringContaining('La copia está dañada o incompleta') as string,
    })
    expect(await runToolWith(secret, 'verify-backup', cut)).toMatchObject({ status: 1 })

    const keys = join(there['FOJA_DATA_DIR']!, 'keys', 'server.json')
    await mkdir(dirname(keys), { recursive: true })
    await cp(join(here['FOJA_DATA_DIR']!, 'keys', 'server.json'), keys)
    const restored = await runToolWith({ ...there, ...secret }, 'restore', file)
    expect(restored.output).toContain('✓ Copia recuperada')
    expect(restored.status).toBe(0)
    const examined = await runToolWith(there, 'doctor', '--files')
    expect(examined.output).toContain('✓ Todo está en orden.')
    expect(examined.status).toBe(0)

    const again = await startOn(there)
    try {
      expect((await verify(again.admin, first)).signatures[0]!.integrity).toBe(true)
      await signedOf(await sign(again.admin, second, { position }))
      const verification = await verify(again.admin, second)
      expect(verification.signatures).toHaveLength(1)
      expect(verification.signatures[0]!.integrity).toBe(true)
      expect((await download(again.admin, first)).subarray(0, contract.length).equals(contract)).toBe(true)
    } finally {
      await again.server.close()
    }
    // Neither a copy of the database nor an unfinished file stays.
    const left = await readdir(folder, { recursive: true })
    expect(left.filter((name) => /(?:\.part|backup-[0-9a-f]+|restore-unfinished)$/.test(name))).toEqual([])
  })
})

describe('a backup of a stopped Foja', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-backup-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const here = { FOJA_DATA_DIR: join(folder, 'here') }

  beforeAll(async () => {
    await prepareDatabase(join(here.FOJA_DATA_DIR, 'db'))
    const { server, admin } = await startOn(here)
    await upload(admin, makePdf(), 'acta.pdf')
    await server.close()
  })

  it('opens with the private key of its recipient only', async () => {
    const file = join(folder, 'a.foja')
    expect(await runToolWith(here, 'backup', file, '--recipient', recipient)).toMatchObject({ status: 0 })
    const identityFile = join(folder, 'key.txt')
    await writeFile(identityFile, `# public key: ${recipient}\n${identity}\n`)
    expect(await runToolWith({}, 'verify-backup', file, '--identity', identityFile)).toMatchObject({
      status: 0,
      output: expect.stringContaining('✓ La copia está entera') as string,
    })
    expect(await runToolWith(here, 'backup', file, '--recipient', recipient)).toMatchObject({
      status: 1,
      output: expect.stringContaining('ya existe') as string,
    })
    await writeFile(identityFile, await generateIdentity())
    expect(await runToolWith({}, 'verify-backup', file, '--identity', identityFile)).toMatchObject({ status: 2 })
    expect(await runToolWith(secret, 'verify-backup', identityFile)).toMatchObject({
      status: 2,
      output: expect.stringContaining('no es una copia de respaldo') as string,
    })
  })

  it('is refused where a byte of it changed, by another passphrase and by another key file', async () => {
    const file = join(folder, 'whole.foja')
    expect(await runToolWith({ ...here, ...secret }, 'backup', file)).toMatchObject({ status: 0 })
    const other = { FOJA_BACKUP_PASSPHRASE: 'otra frase distinta' }
    expect(await runToolWith(other, 'verify-backup', file)).toMatchObject({
      status: 2,
      output: expect.stringContaining('no se abre con esa frase') as string,
    })
    const there = { FOJA_DATA_DIR: join(folder, 'elsewhere'), ...secret }
    await loadKeys(join(there.FOJA_DATA_DIR, 'keys', 'server.json'))
    expect(await runToolWith(there, 'restore', file)).toMatchObject({
      status: 1,
      output: expect.stringContaining('no es el de la copia') as string,
    })
    const changed = await readFile(file)
    changed[Math.floor(changed.length / 2)]! ^= 1
    await writeFile(file, changed)
    expect(await runToolWith(there, 'restore', file)).toMatchObject({
      status: 1,
      output: expect.stringContaining('La copia está dañada o incompleta') as string,
    })
    expect(await runToolWith(secret, 'verify-backup', file)).toMatchObject({ status: 1 })
  })

  it('is refused by a release that does not know its schema', async () => {
    const database = await openDatabase({ folder: join(here.FOJA_DATA_DIR, 'db'), logger: silentLogger })
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'now')`.execute(database.kysely)
    await database.close()
    const file = join(folder, 'b.foja')
    expect(await runToolWith({ ...here, ...secret }, 'backup', file)).toMatchObject({ status: 0 })
    const there = { FOJA_DATA_DIR: join(folder, 'there') }
    const { status, output } = await runToolWith({ ...there, ...secret }, 'restore', file)
    expect(output).toContain('de una versión más nueva')
    expect(status).toBe(1)
  })

  it('needs a passphrase or a key', async () => {
    const { status, output } = await runToolWith(here, 'backup', join(folder, 'c.foja'))
    expect(output).toContain('FOJA_BACKUP_PASSPHRASE')
    expect(status).toBe(1)
  })
})
