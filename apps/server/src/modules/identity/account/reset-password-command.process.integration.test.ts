import { openDatabase } from '@foja/db/open-database'
import { prepareDatabase } from '@foja/testing/data-folder'
import { silentLogger } from '@foja/db/silent-logger'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tokenIn } from '../../../../test/account.ts'
import { runTool } from '../../../../test/run-tool.ts'
import { createKeys } from '../../../keys.ts'

it('npm run reset-password issues a recovery link while Foja is stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-recovery-link-'))
  await prepareDatabase(join(folder, 'db'))
  const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
  const ana = { id: '6f0cf4a2-2a1e-4f0e-9d57-0a3f2f0f6f01', email: 'ana@oficina.example', nombre: 'Ana' }
  await database.kysely
    .insertInto('app_user')
    .values({ ...ana, role: 'admin', id_company: null, cargo: null, telefono: null, password_hash: 'x' })
    .execute()
  const busy = await runTool('reset-password', ana.email, '--data', folder)
  await database.close()
  expect(busy).toMatchObject({ status: 1, output: expect.stringContaining('Foja está en marcha') as string })
  const keyFile = join(folder, 'keys', 'server.json')
  const without = await runTool('reset-password', ana.email, '--data', folder)
  expect(without.output).toBe(`No existe el archivo de claves ${keyFile}. Indícalo con FOJA_KEY_FILE.\n`)
  expect(without.status).toBe(1)
  expect(existsSync(keyFile)).toBe(false)
  await createKeys(keyFile)
  const { status, output } = await runTool('reset-password', ana.email, '--data', folder)
  expect(output).toContain('http://127.0.0.1:3000/elegir-clave#token=')
  expect(tokenIn(output)).toHaveLength(43)
  expect(status).toBe(0)
  const unknown = await runTool('reset-password', 'otra@oficina.example', '--data', folder)
  expect(unknown).toMatchObject({ status: 1, output: expect.stringContaining('Nadie con el correo') as string })
  expect((await runTool('reset-password', '--data', folder)).output).toContain('npm run reset-password -- CORREO')
  await rm(folder, { recursive: true })
})
