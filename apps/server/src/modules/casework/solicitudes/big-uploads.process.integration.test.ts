import type { PageImages } from '@foja/contracts/common'
import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../../../test/office.ts'
import { bodyOf, createPath, mainOf, pdfFile } from '../../../../test/office.ts'
import { plainPng } from '../../../../test/pictures.ts'
import { startNewProcess, watchMemory, type ServerProcess } from '../../../../test/server-process.ts'

const megabyte = 1024 * 1024
let server: ServerProcess
let caller: Caller
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ server, caller, stop } = await startNewProcess())
})
afterAll(() => stop())

// Linux: reads /proc.
it.runIf(process.platform === 'linux')('streams two parallel uploads of 100 MB with bounded memory', async () => {
  // Only the first bytes are a picture, so that only the upload itself takes memory.
  const picture = (size: number) => {
    const bytes = Buffer.alloc(size, 1)
    bytes.set(plainPng(2, 2))
    return { name: 'plano.png', bytes }
  }
  await bodyOf(await caller.upload(createPath, [picture(2 * megabyte)], mainOf(1)), 201)
  const growth = await watchMemory(server.child)
  const uploads = [1, 2].map(() => caller.upload(createPath, [picture(100 * megabyte)], mainOf(1)))
  for (const upload of uploads) await bodyOf(await upload, 201)
  // Less than one of the two files, to allow for late garbage collection.
  expect((await growth()) / megabyte).toBeLessThan(100)
})

it('renders the pages of a PDF of 100 MB', async () => {
  const bytes = makePdf({ pages: 2, ballast: 99 * megabyte })
  const main = await bodyOf<SolicitudMain>(
    await caller.upload(createPath, [pdfFile('planos.pdf', bytes)], mainOf(1)),
    201,
  )
  const document = main.solicitudes[0]!.description[0]!
  expect(document).toMatchObject({ paginas: 2, size: bytes.length })
  const response = await caller.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
  const { pages } = await bodyOf<PageImages>(response, 200)
  const page = await fetch(new URL(pages[1]!.url, server.origin))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/webp'])
})
