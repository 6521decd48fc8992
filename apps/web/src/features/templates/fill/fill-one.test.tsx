import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { drawPage } from '../../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../../test/server.ts'
import { idTemplate, makeField, makeTemplate } from '../test/make.ts'
import { FillOne } from './fill-one.tsx'

const printed = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('../../../shared/print-sheet.ts', async (original) => ({ ...(await original<object>()), printImages: printed }))

useServer()

const template = makeTemplate([
  makeField('nombre', { label: 'Nombre', required: true, binding: 'parte.1.nombre' }),
  makeField('canon', { label: 'Canon', type: 'number', format: { kind: 'number', as: 'decimal', decimals: 2 } }),
  makeField('acepta', { label: 'Acepta', type: 'checkbox' }),
  makeField('firma', { label: 'Firma de Ana', type: 'signature', required: true }),
])
const created = { id_documento: '33333333-3333-4333-8333-333333333333', nombre: 'Acta.pdf' }
const bodies: Record<string, unknown>[] = []
const previews: Record<string, unknown>[] = []
const downloads: Record<string, unknown>[] = []

beforeEach(() => {
  signedIn()
  bodies.length = 0
  previews.length = 0
  downloads.length = 0
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  server.use(
    http.get(at('/api/v1/template_values/:id/'), ({ request }) =>
      HttpResponse.json({ data: new URL(request.url).searchParams.has('id_solicitud') ? { nombre: 'Ana' } : {} }),
    ),
    http.get(at('/api/v1/details_solicitud/:id/'), () => HttpResponse.json({ titulo: 'Linderos' })),
    http.post(at('/api/v1/template_data_pdf_to_image/:id/'), async ({ request }) => {
      const body = (await request.json()) as { data: Record<string, unknown>; isDownload?: boolean }
      if (body.isDownload === true) {
        downloads.push(body.data)
        return new HttpResponse('%PDF', { headers: { 'Content-Type': 'application/pdf' } })
      }
      previews.push(body.data)
      const url = `/api/v1/page_image/${previews.length}/`
      return HttpResponse.json({ paginas: 1, pages: [{ page: 1, width: 595, height: 842, url }] })
    }),
  )
})

const answer = (reply: () => Response) =>
  server.use(
    http.post(at('/api/v1/fill_template/'), async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>)
      return reply()
    }),
  )
const onAsk = vi.fn()
const draw = async (solicitud?: string, asks = false) => {
  const onDone = vi.fn()
  drawPage(
    <FillOne
      template={template}
      solicitud={solicitud}
      onSolicitud={() => {}}
      onDone={onDone}
      choice={null}
      asking={{ shown: asks, onAsk, draw: ({ filling }) => <output>{JSON.stringify(filling)}</output> }}
    />,
  )
  await screen.findByLabelText(/^Canon/)
  return onDone
}
const nombre = () => screen.getAllByLabelText<HTMLInputElement>(/^Nombre/)[0]!
const create = () => userEvent.click(screen.getByRole('button', { name: 'Crear documento' }))

describe('the form that fills a template', () => {
  it('starts with values of the request and creates a document in it', async () => {
    answer(() => HttpResponse.json(created, { status: 201 }))
    const onDone = await draw('AAAA-AAAA-AAAA-AAAA')
    await screen.findByText('Linderos')
    expect(nombre().value).toBe('Ana')
    expect(screen.getByText('Viene de la solicitud.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Canon/), '1.150,50')
    await create()
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(created))
    expect(bodies[0]).toMatchObject({
      id: idTemplate,
      id_solicitud: 'AAAA-AAAA-AAAA-AAAA',
      nombre: 'Acta de acuerdo total',
      data: { nombre: 'Ana', canon: '1150.50', acepta: false },
    })
    expect(bodies[0]?.['data']).not.toHaveProperty('firma')
  })

  it('asks for signatures only of a document that is right', async () => {
    await draw(undefined, true)
    const ask = () => userEvent.click(screen.getByRole('button', { name: 'Pedir firmas' }))
    await ask()
    await screen.findByText('Hay 1 campo por corregir')
    expect(onAsk).not.toHaveBeenCalled()
    await userEvent.type(nombre(), 'Ana')
    // The page of the address replaces the form as soon as it can.
    const filling = JSON.parse((await screen.findByRole('status')).textContent) as object
    expect(filling).toMatchObject({ id: idTemplate, nombre: 'Acta de acuerdo total', data: { nombre: 'A' } })
    expect(bodies).toEqual([])
  })

  it('sends nothing while a required field is empty, and focuses it', async () => {
    await draw()
    await create()
    await screen.findByText('Hay 1 campo por corregir')
    expect(nombre().getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(nombre()))
    expect(bodies).toEqual([])
  })

  it('reports unsupported characters at their field, and previews the other values', async () => {
    await draw()
    await userEvent.type(nombre(), 'Ana 你')
    await userEvent.tab()
    await screen.findByText(/«你»/)
    await userEvent.click(screen.getByLabelText(/^Acepta/))
    await waitFor(() => expect(previews.at(-1)).toEqual({ canon: null, acepta: true }))
  })

  it('shows server errors at their field', async () => {
    answer(() =>
      problem(400, 'template_data_wrong', {
        errors: [{ field: 'data.nombre', code: 'required', message: 'Ese nombre no vale.' }],
      }),
    )
    await draw()
    await userEvent.type(nombre(), 'Ana')
    await create()
    await screen.findByText('Ese nombre no vale.')
    await waitFor(() => expect(document.activeElement).toBe(nombre()))
    expect(nombre().value).toBe('Ana')
  })

  it('keeps the idempotency key for a retry', async () => {
    answer(() => problem(400, 'template_archived', { detail: 'Está archivada.' }))
    await draw()
    await userEvent.type(nombre(), 'Ana')
    await create()
    await screen.findByText('Está archivada.')
    await create()
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]?.['key']).toBe(bodies[0]?.['key'])
  })

  it('previews the last values and marks the focused field', async () => {
    await draw()
    await userEvent.type(nombre(), 'Ana María')
    await waitFor(() => expect(previews.at(-1)).toMatchObject({ nombre: 'Ana María' }))
    const image = await screen.findByRole('img', { name: 'Vista previa, página 1 de 2' })
    await waitFor(() => expect(image.getAttribute('src')).toContain(`/page_image/${previews.length}/`))
    expect(document.querySelector('[data-mark=nombre]')).not.toBe(null)
  })

  it('downloads the PDF as filled in now, without creating a document', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
    await draw()
    await userEvent.type(nombre(), 'Ana')
    await userEvent.click(screen.getByRole('button', { name: 'Descargar PDF' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(downloads).toMatchObject([{ nombre: 'Ana' }])
    expect(await saved[0]?.text()).toBe('%PDF')
    expect(bodies).toEqual([])
  })

  it('prints the pages as filled in now', async () => {
    await draw()
    await userEvent.type(nombre(), 'Ana')
    await waitFor(() => expect(previews.at(-1)).toMatchObject({ nombre: 'Ana' }))
    const print = screen.getByRole<HTMLButtonElement>('button', { name: 'Imprimir' })
    await waitFor(() => expect(print.disabled).toBe(false))
    await userEvent.click(print)
    const [page] = [expect.stringContaining(`/page_image/${previews.length}/`) as string]
    expect(printed).toHaveBeenCalledWith('Acta de acuerdo total', [page])
  })

  it('can be cleared, and the clearing undone', async () => {
    await draw()
    await userEvent.type(nombre(), 'Ana')
    await userEvent.click(screen.getByRole('button', { name: 'Vaciar' }))
    expect(nombre().value).toBe('')
    const { readToasts } = await import('../../../ui/toast-store.ts')
    readToasts().at(-1)?.action?.onClick()
    await waitFor(() => expect(nombre().value).toBe('Ana'))
  })
})
