import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { changeOf, reportOf, signerOf, verificationOf } from '../../test/signature-report.ts'
import { at, http, HttpResponse, problem, server, useServer, visits } from '../../test/server.ts'
import { SharedPage } from './components/shared-page.tsx'
import { renderWithQueries } from '../../test/render.tsx'

useServer()

const shared = (change: object = {}) => ({
  nombre: 'Convenio.pdf',
  mime: 'application/pdf',
  size: 96_000,
  sha256: 'ab'.repeat(32),
  shared_by: 'Lucía Peñaherrera',
  company: 'Cóndor Andino',
  expires_at: null,
  allow_download: true,
  download_url: '/api/v1/open_link/abc/',
  images: { paginas: 1, pages: [{ page: 1, width: 595, height: 842, url: '/api/v1/page_image/abc/' }] },
  verification: verificationOf([]),
  ...change,
})

function open(...replies: object[]) {
  let calls = 0
  server.use(
    http.get(at('/api/v1/get_document_share/'), () =>
      HttpResponse.json(replies[Math.min(calls++, replies.length - 1)]),
    ),
  )
  renderWithQueries(<SharedPage share="abc" />)
}

const rocio = reportOf({
  signer: signerOf('ROCÍO MORA ALBÁN'),
  signed_at: new Date(2026, 10, 18, 10, 12).toISOString(),
})
const rectangle = { x: 100, y: 200, width: 150, height: 20 }
const filled = changeOf({ field: 'monto', before: '100', after: '1.000.000', page: 1, rectangle })

it('a shared signed document shows signers, later changes and where they are', async () => {
  open(shared({ verification: verificationOf([{ ...rocio, additions: [filled] }]) }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Convenio.pdf' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'No lo aceptes sin aclarar «monto»' })).toBeTruthy()
  expect(screen.getByText('Rocío Mora Albán firmó el 18 de noviembre de 2026 a las 10:12.')).toBeTruthy()
  expect(document.querySelector('[data-mark="1"]')).not.toBe(null)
  // Foja keeps no image of the signing, and the browser has no file to compare.
  expect(screen.queryByRole('radio')).toBe(null)
  expect(screen.queryByRole('button', { name: /Descargar lo que/ })).toBe(null)
  expect(screen.getAllByRole('link', { name: 'Descargar' })).toHaveLength(1)
})

it('a shared document can retry an authority that did not answer', async () => {
  const waiting = { indication: 'INDETERMINATE', subindication: 'TRY_LATER', revocation: 'unknown' } as const
  open(
    shared({ verification: verificationOf([{ ...rocio, ...waiting }], 'indeterminate') }),
    shared({ verification: verificationOf([rocio]) }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Consultar otra vez' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Las firmas son válidas' })).toBeTruthy()
})

it('a shared document without signatures shows no verification', async () => {
  open(shared({ verification: verificationOf([], 'unsigned') }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Este documento no tiene firmas' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Imprimir/ })).toBe(null)
})

it.each([403, 429, 500, 502, 503, 504, 0])('says on the page why the document did not open: %i', async (status) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  server.use(
    http.get(at('/api/v1/get_document_share/'), () =>
      status === 0 ? HttpResponse.error() : problem(status, 'why', { request_id: 'r-7' }),
    ),
  )
  renderWithQueries(<SharedPage share="abc" />)
  expect(await screen.findByText(status === 0 ? /Se cortó la conexión/ : /Qué hacer\./)).toBeTruthy()
  if (status >= 500) expect(screen.getByText('r-7')).toBeTruthy()
  expect(visits).toEqual([])
})
