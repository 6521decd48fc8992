import type { SignatureReport, Verification } from '@foja/contracts/verification'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../lib/api/query.ts'
import { at, http, HttpResponse, problem, server, useServer, visits } from '../../test/server.ts'
import { changeOf, reportOf, signerOf, verificationOf } from '../../test/signature-report.ts'
import { drawPage } from '../../test/draw-page.tsx'
import { VerifyPage } from './components/verify-page.tsx'

useServer()

const seal = {
  kind: 'signature',
  time: '2026-11-20T17:04:00.000Z',
  tsa: 'BCE TSA',
  valid: true,
  trusted: true,
} as const
const signature = reportOf({
  field: 'Signature1',
  signer: signerOf('ÍÑIGO NÚÑEZ ÍÑIGUEZ', 'Security Data S. A. 2'),
  level: 'B-LT',
  signed_at: '2026-11-20T17:04:00.000Z',
  claimed_at: '2026-11-20T17:03:58.000Z',
  time_source: 'timestamp',
  timestamps: [{ ...seal, problems: [] }],
  revocation: 'good',
  revocation_source: 'dss',
  signed_bytes: 20,
  explanation: 'La firma vale.',
})
const rocio = reportOf({ ...signature, field: 'Signature2', signer: signerOf('ROCÍO MORA ALBÁN'), signed_bytes: 5 })
const changed = reportOf({
  ...rocio,
  indication: 'TOTAL_FAILED',
  subindication: 'MODIFIED_AFTER_SIGNING',
  covers_whole_file: false,
  modified_after: true,
  modifications: [
    changeOf({ kind: 'page_changed', page: 2, object: 7 }),
    changeOf({ kind: 'page_changed', page: 2, object: 8 }),
    changeOf({ kind: 'something_new' }),
  ],
  explanation: 'Se modificó después de firmarlo (página 2).',
})
const rectangle = { x: 100, y: 200, width: 150, height: 20 }
const filled = reportOf({
  ...rocio,
  covers_whole_file: false,
  page: 1,
  rectangle: { x: 72, y: 640, width: 190, height: 70 },
  additions: [
    changeOf({ field: 'monto', before: '100', after: '1.000.000', page: 1, rectangle, by: 'ÍÑIGO NÚÑEZ ÍÑIGUEZ' }),
    changeOf({ kind: 'signature_added' }),
  ],
})
const waiting = reportOf({
  indication: 'INDETERMINATE',
  subindication: 'TRY_LATER',
  revocation: 'unknown',
  warnings: ['revocation_unknown'],
})
const handle = 'h'.repeat(43)
const size = { width: 595, height: 842 }
const images = {
  handle,
  expires_at: '2026-11-20T17:46:00.000Z',
  pages: [
    { page: 1, ...size },
    { page: 2, ...size },
  ],
}
const sent = (
  signatures: SignatureReport[],
  summary: Verification['summary'],
  pictures: typeof images | null = images,
) => ({
  ...verificationOf(signatures, summary),
  images: pictures,
})
const found = (change: object = {}) => ({
  codigo: '7K3MQ9TX2B5DW8RH',
  nombre: 'Acta de mediación.pdf',
  paginas: 3,
  size: 96_000,
  signed_at: '2026-11-20T17:04:00.000Z',
  is_newest: true,
  images: { paginas: 1, pages: [{ page: 1, ...size, url: '/api/v1/page_image/abc/' }] },
  verification: verificationOf([signature], 'valid'),
  ...change,
})

function Page({ start }: { start?: string }) {
  const [code, setCode] = useState(start)
  return (
    <QueryClientProvider client={createQueryClient()}>
      <VerifyPage code={code} onCode={setCode} />
    </QueryClientProvider>
  )
}

const pdf = (name = 'acuerdo.pdf', content = '%PDF-1.7') => new File([content], name, { type: 'application/pdf' })

async function choose(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.upload(input!, file, { applyAccept: false })
}

const answer = (...replies: ReturnType<typeof sent>[]) => {
  let calls = 0
  server.use(
    http.post(at('/api/v1/verify_document/'), () => HttpResponse.json(replies[Math.min(calls++, replies.length - 1)])),
  )
}

describe('verifying an uploaded file', () => {
  it('summarises the verdict, lists signatures worst first, and every change once', async () => {
    answer(sent([signature, changed], 'invalid'))
    render(<Page />)
    await choose(pdf())
    const title = await screen.findByRole('heading', { level: 1, name: 'No aceptes esta versión' })
    expect(document.activeElement).toBe(title)
    expect(screen.getByText(/firmó el 20 de noviembre de 2026 a las/).textContent).toMatch(/^Rocío Mora Albán firmó/)
    expect(screen.getByText(/La hora la certifica BCE TSA\. Después hubo 2 cambios\./)).toBeTruthy()
    const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(names).toEqual([
      'Se cambió el contenido de la página',
      'Se cambió algo que la firma no permite',
      'Rocío Mora Albán',
      'Íñigo Núñez Íñiguez',
    ])
    expect(screen.getAllByText('No revocado, según los datos guardados en el documento')).toHaveLength(2)
    expect(screen.getByText('acuerdo.pdf · 2 páginas', { exact: false })).toBeTruthy()
  })

  it('shows the value before and after, and the page now and as signed', async () => {
    answer(sent([filled, signature], 'valid'))
    render(<Page />)
    await choose(pdf('convenio.pdf', '%PDF-1.7 firmado y más'))
    expect(await screen.findByRole('heading', { level: 1, name: 'No lo aceptes sin aclarar «monto»' })).toBeTruthy()
    const card = screen.getByRole('heading', { level: 2, name: 'Qué cambió' }).closest('section')!
    const boxes = Array.from(card.querySelectorAll('dl > div'), (box) => box.textContent)
    expect(boxes).toEqual(['Cuando firmó Rocío100', 'Ahora1.000.000'])
    expect(within(card).getByText(/Se hizo antes de que firmara Íñigo: su firma ya cubre este cambio/)).toBeTruthy()
    expect(screen.getAllByText('Válida, con un cambio').length).toBeGreaterThan(0)
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'Página 1 de 2' })
    expect(new URL(image.src).pathname).toBe(`/api/v1/verify_page/${handle}/1/`)
    const mark = document.querySelector<HTMLElement>('[data-mark="1"]')!
    expect([mark.style.left, mark.style.top]).toEqual(['16.81%', '23.75%'])
    await userEvent.click(screen.getByRole('radio', { name: 'Cuando firmó Rocío' }))
    const before = screen.getByRole<HTMLImageElement>('img', { name: 'Página 1 de 2, como se firmó' })
    expect(new URL(before.src).search).toBe('?signed_bytes=5')
    await userEvent.click(screen.getByRole('button', { name: 'Página siguiente' }))
    expect(screen.getByRole('img', { name: 'Página 2 de 2, como se firmó' })).toBeTruthy()
    await userEvent.click(within(card).getByRole('button', { name: 'Página 1' }))
    expect(screen.getByRole('img', { name: 'Página 1 de 2' })).toBeTruthy()
  })

  it('offers exactly what a signer signed for download', async () => {
    answer(sent([filled], 'valid'))
    const parts: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${parts.push(blob as Blob)}`)
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    render(<Page />)
    await choose(pdf('convenio.pdf', 'firma y lo demás'))
    await userEvent.click(await screen.findByRole('button', { name: 'Descargar lo que firmó Rocío' }))
    expect(await parts[0]?.text()).toBe('firma')
    expect(names).toEqual(['convenio (Rocío).pdf'])
  })

  it('retries the authority and keeps the result visible meanwhile', async () => {
    answer(sent([waiting], 'indeterminate'), sent([signature], 'valid'))
    render(<Page />)
    await choose(pdf())
    expect(await screen.findByRole('heading', { name: 'Consulta otra vez antes de aceptarlo' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Consultar otra vez' }))
    expect(await screen.findByRole('heading', { name: 'Las firmas son válidas' })).toBeTruthy()
  })

  it('links to the authorities only for users who may add some', async () => {
    const unknown = reportOf({
      indication: 'INDETERMINATE',
      subindication: 'NO_CERTIFICATE_CHAIN_FOUND',
      trusted: false,
    })
    answer(sent([unknown], 'indeterminate'))
    drawPage(<VerifyPage code={undefined} onCode={() => {}} mayTrust />)
    await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBe(null))
    await choose(pdf())
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Ver autoridades' })
    expect(link.getAttribute('href')).toBe('/autoridades')
  })

  it('says that the page images have expired, and verifies the file again', async () => {
    const fresh = { ...images, handle: 'n'.repeat(43) }
    answer(sent([signature], 'valid'), sent([signature], 'valid', fresh))
    render(<Page />)
    await choose(pdf())
    fireEvent.error(await screen.findByRole('img', { name: 'Página 1 de 2' }))
    expect(screen.getByText('Ya no tenemos las páginas')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Verificar otra vez' }))
    const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Página 1 de 2' })
    expect(image.src).toContain(fresh.handle)
  })

  it('shows the verdict without images if its pages cannot be rendered', async () => {
    answer(sent([signature], 'valid', null))
    render(<Page />)
    await choose(pdf())
    expect(await screen.findByText(/No pudimos dibujar las páginas/)).toBeTruthy()
    expect(screen.queryByRole('img')).toBe(null)
  })

  it('asks for the password of an encrypted PDF', async () => {
    const given: (string | null)[] = []
    server.use(
      http.post(at('/api/v1/verify_document/'), async ({ request }) => {
        given.push(/{"password":"(\w+)"}/.exec(await request.text())?.[1] ?? null)
        return given.length < 3 ? problem(400, 'pdf_encrypted') : HttpResponse.json(sent([signature], 'valid'))
      }),
    )
    render(<Page />)
    await choose(pdf('cerrado.pdf'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Este PDF pide contraseña' })).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Contraseña del PDF'), 'mala{Enter}')
    expect(await screen.findByText(/Esa contraseña no abre el archivo/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Contraseña del PDF'), 'secreta{Enter}')
    expect(await screen.findByRole('heading', { name: 'Las firmas son válidas' })).toBeTruthy()
    expect(given).toEqual([null, 'mala', 'secreta'])
  })

  it('rejects a file that is not a PDF without uploading it', async () => {
    render(<Page />)
    await choose(new File(['hola'], 'nota.docx'))
    expect(await screen.findByText('Eso no es un PDF. Elige el archivo .pdf que te enviaron.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBe(null)
  })

  it.each([403, 404, 409, 429, 500, 502, 503, 504])(
    'says on the page that the file was not checked: %i',
    async (status) => {
      server.use(http.post(at('/api/v1/verify_document/'), () => problem(status, 'why', { request_id: 'r-7' })))
      render(<Page />)
      await choose(pdf())
      expect(await screen.findByRole('heading', { name: 'No se pudo verificar el archivo' })).toBeTruthy()
      expect(screen.getByText(/Título. Qué hacer./)).toBeTruthy()
      expect(screen.getByText('r-7')).toBeTruthy()
      answer(sent([signature], 'valid'))
      await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
      expect(await screen.findByRole('heading', { level: 1, name: 'Las firmas son válidas' })).toBeTruthy()
      expect(visits).toEqual([])
    },
  )

  it('prints a report with values and digest', async () => {
    answer(sent([filled], 'valid'))
    render(<Page />)
    await choose(pdf())
    await screen.findByRole('heading', { name: 'No lo aceptes sin aclarar «monto»' })
    expect(document.querySelector('[data-sheet]')).toBe(null)
    fireEvent(window, new Event('beforeprint'))
    const sheet = document.querySelector<HTMLElement>('[data-sheet]')!
    expect(sheet.textContent).toContain('No lo aceptes sin aclarar «monto»')
    expect(sheet.textContent).toContain('Cuando se firmó: 100 → Ahora: 1.000.000')
    expect(sheet.textContent).toContain('e81b04c7'.repeat(8))
    expect(sheet.querySelectorAll('img')).toHaveLength(1)
    fireEvent(window, new Event('afterprint'))
    expect(document.querySelector('[data-sheet]')).toBe(null)
  })
})

describe('verifying a printed code', () => {
  it('shows the stored page beside the paper, and what to compare', async () => {
    const codes: (string | null)[] = []
    const stamped = { ...signature, page: 1, rectangle }
    server.use(
      http.get(at('/api/v1/verify_code/'), ({ request }) => {
        codes.push(new URL(request.url).searchParams.get('codigo'))
        return HttpResponse.json(found({ verification: verificationOf([stamped]) }))
      }),
    )
    render(<Page />)
    const code = screen.getByLabelText('Código de verificación')
    await userEvent.type(code, '7k3m q9tx')
    await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
    expect(screen.getByText('Escribe el código completo: cuatro grupos de cuatro.')).toBeTruthy()
    await userEvent.type(code, '-2b5dw8rh')
    await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Compara tu papel con este documento' })).toBeTruthy()
    const list = screen.getByRole('heading', { name: 'Mira si tu papel dice lo mismo' }).closest('section')!
    expect(
      within(list)
        .getAllByRole('heading', { level: 3 })
        .map((item) => item.textContent),
    ).toEqual([
      'Título, número y nombres',
      'Valores, plazos y fechas',
      'Un sello de firma',
      'El mismo código junto a la firma',
    ])
    expect(within(list).getByText('7K3M-Q9TX-2B5D-W8RH')).toBeTruthy()
    expect(within(list).getByText('¿Algo es distinto? No aceptes el papel.')).toBeTruthy()
    expect(document.querySelector('[data-mark="3"]')).not.toBe(null)
    expect(screen.getByRole<HTMLImageElement>('img').src).toContain('/api/v1/page_image/abc/')
    expect(codes).toEqual(['7K3MQ9TX2B5DW8RH'])
  })

  it('verifies the PDF itself, which is chosen below the result', async () => {
    server.use(http.get(at('/api/v1/verify_code/'), () => HttpResponse.json(found())))
    answer(sent([changed], 'invalid'))
    render(<Page start="7K3MQ9TX2B5DW8RH" />)
    const link = await screen.findByRole('button', { name: 'Verifícalo' })
    await userEvent.upload(link.parentElement!.querySelector('input')!, pdf(), { applyAccept: false })
    expect(await screen.findByRole('heading', { level: 1, name: 'No aceptes esta versión' })).toBeTruthy()
  })

  it('points to the newest version if there is one', async () => {
    server.use(http.get(at('/api/v1/verify_code/'), () => HttpResponse.json(found({ is_newest: false }))))
    render(<Page start="7K3MQ9TX2B5DW8RH" />)
    expect(await screen.findByRole('heading', { level: 1, name: 'Pide la versión más reciente' })).toBeTruthy()
  })

  it('shows the document of the address again when the user navigates back to it', async () => {
    answer(sent([changed], 'invalid'))
    server.use(http.get(at('/api/v1/verify_code/'), () => HttpResponse.json(found())))
    const queries = createQueryClient()
    const page = (code: string | undefined) => (
      <QueryClientProvider client={queries}>
        <VerifyPage code={code} onCode={() => {}} />
      </QueryClientProvider>
    )
    const { rerender } = render(page(undefined))
    await choose(pdf())
    await screen.findByRole('heading', { level: 1, name: 'No aceptes esta versión' })
    rerender(page('7K3MQ9TX2B5DW8RH'))
    expect(await screen.findByText(/Acta de mediación\.pdf/)).toBeTruthy()
    expect(screen.queryByText(/acuerdo\.pdf/)).toBe(null)
  })

  it('says that the code is unknown, and lets the reader start over', async () => {
    server.use(http.get(at('/api/v1/verify_code/'), () => problem(400, 'code_unknown')))
    render(<Page start="0000000000000000" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Empezar de nuevo' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Verificar un documento' })).toBeTruthy()
  })
})
