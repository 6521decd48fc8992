import { openDatabase } from '@foja/db/open-database'
import { prepareDatabase } from '@foja/testing/data-folder'
import { silentLogger } from '@foja/db/silent-logger'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runTool } from '../../../../test/run-tool.ts'
import { loadKeys } from '../../../keys.ts'
import { checkKeys } from './installation.ts'

describe('npm run rotate-keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foja-keys-'))
  afterAll(() => rm(folder, { recursive: true }))

  const run = (data: string) => runTool('rotate-keys', '--data', data)

  it('rotates the keys while Foja is stopped, and lists the next steps', async () => {
    expect(await run(join(folder, 'nothing'))).toMatchObject({
      status: 1,
      output: expect.stringContaining('no hay datos de Foja') as string,
    })
    const keyFile = join(folder, 'keys', 'server.json')
    const { session } = await loadKeys(keyFile)
    await prepareDatabase(join(folder, 'db'))
    const database = await openDatabase({ folder: join(folder, 'db'), logger: silentLogger })
    await checkKeys(database.kysely, session.id)
    const busy = await run(folder)
    await database.close()
    expect(busy).toMatchObject({ status: 1, output: expect.stringContaining('Foja está en marcha') as string })
    expect((await loadKeys(keyFile)).session.id).toBe(session.id)
    const { status, output } = await run(folder)
    expect(output).toContain('✓ Claves del servidor cambiadas.')
    expect(output).toContain(join(folder, 'keys', `server.${session.id}.json`))
    expect(status).toBe(0)
    expect((await loadKeys(keyFile)).session.id).not.toBe(session.id)
  })
})
