import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../apps/server/src/config.ts'
import { CannotHelp, refuseRoot, requireInstallation } from './installation.ts'

const ownUser = process.getuid?.() ?? 0
/** A user that is not root: this one, or one that root may give files to. */
const owner = ownUser === 0 ? 1000 : ownUser

describe('refuseRoot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foja-owner-'))
  if (ownUser === 0) chownSync(folder, owner, owner)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('refuses root on a data folder of another user, and says whose it is', () => {
    const config = { dataFolder: folder }
    expect(() => refuseRoot(config, 0)).toThrow(CannotHelp)
    expect(() => refuseRoot(config, 0)).toThrow(`son del usuario ${owner} y esta orden se ejecuta como root`)
    refuseRoot(config, owner)
    refuseRoot({ dataFolder: join(folder, 'none') }, 0)
  })

  it.runIf(ownUser === 0)('comes before all else that a command needs', () => {
    const config = readConfig({ FOJA_DATA_DIR: folder })
    expect(() => requireInstallation(config)).toThrow('se ejecuta como root')
  })

  it.runIf(ownUser === 0)('lets root work on what a Foja of root wrote into a folder of another user', () => {
    mkdirSync(join(folder, 'files'))
    refuseRoot({ dataFolder: folder }, 0)
  })
})
