// Starting Foja, reasons not to start, and stopping.
import { launchBrowser } from '@foja/testing/browser'
import { makePdf } from '@foja/testing/pdfs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop } from './support/devices.ts'
import { failToStart, newFolder, startFoja, type Foja } from './support/foja.ts'
import { installOffice, listCases, makeCase } from './support/wire.ts'

describe('a reason not to start is reported in one line', () => {
  let folder: string
  beforeAll(async () => {
    folder = await newFolder()
  })
  afterAll(async () => rm(folder, { recursive: true, force: true }))

  it('a busy port', async () => {
    const taken: Server = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const { code, lines } = await failToStart(folder, { PORT: String(port) })
    await new Promise((resolve) => taken.close(resolve))
    expect(code).toBe(1)
    expect(lines).toEqual([
      `El puerto ${port} está ocupado. Cierra el programa que lo usa, o usa otro: PORT=${port + 1}`,
    ])
  })

  it('a file in place of the data folder', async () => {
    const file = join(folder, 'archivo')
    await writeFile(file, 'no soy una carpeta')
    const { code, lines } = await failToStart(folder, { FOJA_DATA_DIR: file })
    expect(code).toBe(1)
    expect(lines).toEqual([
      `No se puede escribir en la carpeta ${file}. Da permiso a este usuario o elige otra con FOJA_DATA_DIR.`,
    ])
  })

  // Root may write anywhere.
  it.runIf(process.getuid?.() !== 0)('a read-only data folder (not as root, who writes anywhere)', async () => {
    const closed = join(folder, 'cerrada')
    await mkdir(closed, { mode: 0o500 })
    const { code, lines } = await failToStart(folder, { FOJA_DATA_DIR: join(closed, 'data') })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^No se puede escribir en la carpeta .*FOJA_DATA_DIR\.$/)])
  })

  it.each([
    [{ PORT: 'tres mil' }, /^Configuración: .*PORT.*un número de puerto entre 0 y 65535/],
    [{ PORT: '70000' }, /^Configuración: .*PORT.*un número de puerto entre 0 y 65535/],
    [{ LOG_LEVEL: 'mucho' }, /^Configuración: .*LOG_LEVEL/],
    [{ FOJA_ADMIN_EMAIL: 'lucia@condorandino.ec' }, /^Configuración: .*FOJA_ADMIN_PASSWORD/],
    [
      { HOST: '0.0.0.0' },
      /^Configuración: PUBLIC_URL falta: con ese HOST llegan otros equipos a Foja; .*PUBLIC_URL=https/,
    ],
    [
      { HOST: '192.0.2.1', PUBLIC_URL: 'https://foja.example.com' },
      /^HOST=192\.0\.2\.1 no es una dirección de este equipo/,
    ],
    [{ DATABASE_URL: 'postgres://nadie@127.0.0.1:1/foja' }, /^No se llega a la base de datos de DATABASE_URL/],
  ])('wrong settings: %o', async (environment, line) => {
    const { code, lines } = await failToStart(folder, environment)
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(line)])
  })
})

describe('a running Foja', () => {
  let browser: Browser
  let context: BrowserContext
  let foja: Foja
  let bytes: Buffer

  beforeAll(async () => {
    browser = await launchBrowser()
    context = await browser.newContext(desktop)
    foja = await startFoja()
    await installOffice(context, foja.origin)
    bytes = makePdf({ pages: 3 })
    await makeCase(context, foja.origin, 'Lo que debe quedar', 'Acta.pdf', bytes)
  })
  afterAll(async () => {
    await browser.close()
    await foja.stop()
  })

  const keepsEverything = async () => {
    const page = await context.newPage()
    await page.goto(`${foja.origin}/solicitudes`)
    await page.getByRole('link', { name: 'Lo que debe quedar' }).first().click()
    await page.getByRole('link', { name: 'Acta.pdf' }).first().click()
    await page.getByRole('img', { name: 'Página 1 de 3' }).waitFor()
    await page.close()
    expect(await listCases(context, foja.origin)).toHaveLength(1)
  }

  it('refuses a second process on the same data', async () => {
    const { code, lines } = await failToStart(foja.folder)
    expect(code).toBe(1)
    expect(lines).toEqual([
      `Otra Foja ya usa la carpeta ${join(foja.folder, 'data')}. Ciérrala, o elige otra carpeta con FOJA_DATA_DIR.`,
    ])
    expect((await context.request.get(`${foja.origin}/api/v1/setup/`)).ok()).toBe(true)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends gracefully at %s and keeps everything, the session too',
    async (signal) => {
      // It exits with another code when it gives up waiting.
      expect(await foja.end(signal)).toBe(0)
      foja = await startFoja({}, foja.folder)
      await keepsEverything()
    },
  )

  it('finds everything again after kill -9', async () => {
    await foja.end('SIGKILL')
    foja = await startFoja({}, foja.folder)
    await keepsEverything()
  })
})
