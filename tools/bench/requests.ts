// Requests for signatures: a list of 500 rows beside filling the same rows, and the page of a recipient beside sign-in.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '@foja/testing/browser'
import { makePdf } from '@foja/testing/pdfs'
import type { Browser } from 'playwright-core'
import type { SigningRequest } from '../../packages/contracts/src/signing-requests.ts'
import type { FillBatch } from '../../packages/contracts/src/template-fills.ts'
import { bodyOf, startOffice, type Office } from '../../apps/server/test/office.ts'
import { batchOf, fieldOf, makeTemplate, startBatch } from '../../apps/server/test/templates.ts'
import { newFolder, startFoja } from '../../e2e/support/foja.ts'
import { createOffice } from '../../e2e/support/create-office.ts'
import { call, enter, makeCase } from '../../e2e/support/wire.ts'
import { heading, report, runContest, type Result } from './contest.ts'
import { median } from './scenario.ts'

const rows = 500
/** Times that a list with requests may take, of the list without. */
const mostOfFilling = 5
/** Milliseconds that the first page of a recipient may come after sign-in. */
const mostLater = 1000
/** A slow phone: bytes per second, milliseconds, and how much slower its processor is. */
const slow = { throughput: 200_000, latency: 150, processor: 4 }
const rounds = 3

const fields = [
  fieldOf('text', { key: 'nombre', required: true }),
  fieldOf('signature', { key: 'firma', y: 600, height: 60 }),
]

/** Fills a template once for each row; `asks`: and asks each of them to sign. */
async function runRows({ gestor, server }: Office, id: string, asks: boolean): Promise<void> {
  // More than a day's messages are sent here.
  await server.deps.db.deleteFrom('throttle').execute()
  const key = randomUUID()
  const recipient = { nombre: 'Una Persona', rol: 'firma', field: 'firma' }
  const recipients = Array.from({ length: rows }, (_, row) => [
    { ...recipient, email: `${row}.${key}@cliente.example` },
  ])
  const body = {
    id,
    key,
    rows: Array.from({ length: rows }, (_, row) => ({ nombre: `Persona ${row}` })),
    ...(asks ? { requests: { recipients } } : {}),
  }
  let batch = await bodyOf<FillBatch>(await startBatch(gestor, body), 202)
  while (batch.status === 'running') {
    await server.jobs.run()
    batch = await batchOf(gestor, key)
  }
  if (batch.done !== rows) throw new Error(`${batch.done} of ${rows} rows were filled`)
}

async function contestOfRows(): Promise<Result> {
  // Without a mail server, whose messages would be sent during the next round.
  const office = await startOffice()
  try {
    const { id } = await makeTemplate(office.gestor, fields, { name: 'Contrato', bytes: makePdf() })
    return await runContest({
      label: '',
      ours: () => runRows(office, id, true),
      theirs: () => runRows(office, id, false),
      most: mostOfFilling,
      measure: 'time',
      warmUp: 0,
      rounds,
      perRound: 1,
    })
  } finally {
    await office.close()
  }
}

/** Milliseconds until `element` of a page is drawn, in a new browser context on a slow phone. */
async function timeOf(browser: Browser, url: string, element: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-EC', isMobile: true })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latency,
      downloadThroughput: slow.throughput,
      uploadThroughput: slow.throughput,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor })
    const began = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    const shown = page.locator(element).first()
    await shown.waitFor()
    // An image has a size before it has its pixels.
    await shown.evaluate((one: { decode?: () => Promise<void> }) => one.decode?.())
    return performance.now() - began
  } finally {
    await context.close()
  }
}

/** A request for one signature; returns the recipient's link. */
async function linkOf(browser: Browser, origin: string): Promise<string> {
  const office = await browser.newContext()
  await enter(office, origin)
  const { document } = await makeCase(office, origin, 'Arriendo', 'Contrato.pdf', makePdf({ pages: 3 }))
  const request = await call<SigningRequest>(office, origin, 'create_signing_request/', {
    documents: [{ id_documento: document.id_documento }],
    recipients: [{ nombre: 'Ana', email: 'ana@cliente.example', rol: 'firma' }],
  })
  const body = { id_recipient: request.recipients[0]!.id }
  const { url } = await call<{ url: string }>(office, origin, 'recipient_link/', body)
  await office.close()
  return url
}

async function timesOfPages(): Promise<Result> {
  if (!existsSync(fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url))))
    throw new Error('apps/web/dist is missing: npm start builds it')
  const foja = await startFoja({}, await newFolder())
  const browser = await launchBrowser()
  try {
    await createOffice(foja.origin)
    const link = await linkOf(browser, foja.origin)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await timeOf(browser, link, 'main img[src*="page_image"]'))
      theirs.push(await timeOf(browser, `${foja.origin}/ingresar`, 'input[type=password]'))
    }
    return { ours: median(ours), theirs: median(theirs), ratio: median(ours) / median(theirs) }
  } finally {
    await browser.close()
    await foja.stop()
  }
}

/** Prints the times; returns the missed goals. */
export async function benchRequests(noise: number, say: (line: string) => void): Promise<string[]> {
  const filled = await contestOfRows()
  say(heading('con pedidos', 'solo llenar'))
  const missed = report({ label: `lista de ${rows} filas`, most: mostOfFilling }, filled, noise, say)
  const pages = await timesOfPages()
  say(heading('el pedido', 'ingresar'))
  const most = (pages.theirs + mostLater) / pages.theirs
  missed.push(...report({ label: 'primera página en un teléfono lento', most }, pages, noise, say))
  return missed
}
