import type { Verification } from '@foja/contracts/verification'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { at, http, HttpResponse, problem, server, useServer, visits } from '../../test/server.ts'
import { VerifyPage } from './components/verify-page.tsx'

useServer()

const signature: Verification['signatures'][number] = {
  field: 'Signature1',
  kind: 'signature',
  indication: 'TOTAL_PASSED',
  subindication: null,
  signer: {
    name: 'ÍÑIGO NÚÑEZ ÍÑIGUEZ',
    serial: '01',
    issuer: 'Security Data S. A. 2',
    identificacion: null,
    valid_from: '2026-01-01T00:00:00.000Z',
    valid_to: '2028-01-01T00:00:00.000Z',
    key_type: 'RSA 2048',
    fingerprint: 'ab',
  },
  chain: [],
  level: 'B-LT',
  signed_at: '2026-11-20T17:04:00.000Z',
  claimed_at: '2026-11-20T17:03:58.000Z',
  time_source: 'timestamp',
  timestamps: [
    { kind: 'signature', time: '2026-11-20T17:04:00.000Z', tsa: 'BCE TSA', valid: true, trusted: true, problems: [] },
  ],
  integrity: true,
  covers_whole_file: true,
  signed_bytes: 8,
  modified_after: false,
  modifications: [],
  additions: [],
  trusted: true,
  revocation: 'good',
  revocation_source: 'dss',
  revoked_at: null,
  reason: null,
  location: null,
  page: 1,
  rectangle: null,
  warnings: [],
  explanation: 'La firma vale.',
}
const noChange = {
  page: null,
  object: null,
  rectangle: null,
  field: null,
  before: null,
  after: null,
  by: null,
  at: null,
}
const changed: typeof signature = {
  ...signature,
  field: 'Signature2',
  indication: 'TOTAL_FAILED',
  subindication: 'MODIFIED_AFTER_SIGNING',
  signer: { ...signature.signer!, name: 'ROCÍO MORA ALBÁN' },
  covers_whole_file: false,
  modified_after: true,
  modifications: [
    { ...noChange, kind: 'page_changed', page: 2, object: 7 },
    { ...noChange, kind: 'page_changed', page: 2, object: 8 },
    { ...noChange, kind: 'something_new' },
  ],
  explanation: 'Se modificó después de firmarlo (página 2).',
}
const verification = (signatures: Verification['signatures'], summary: Verification['summary']): Verification => ({
  signatures,
  summary,
  sha256: 'e81b04c7'.repeat(8),
  checked_at: '2026-11-20T17:36:00.000Z',
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

describe('/verificar', () => {
  it('says of each signature what it is worth, the worst first, and what was changed', async () => {
    server.use(
      http.post(at('/api/v1/verify_document/'), () => HttpResponse.json(verification([signature, changed], 'invalid'))),
    )
    render(<Page />)
    await choose(pdf())
    expect(await screen.findByRole('heading', { level: 1, name: 'No aceptes esta versión' })).toBeTruthy()
    expect(screen.getByText('Revisamos 2 firmas: 1 es válida y 1 no se debe aceptar.')).toBeTruthy()
    const names = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(names).toEqual(['ROCÍO MORA ALBÁN', 'ÍÑIGO NÚÑEZ ÍÑIGUEZ'])
    const list = within(screen.getByText('Ver qué cambió').closest('details')!).getAllByRole('listitem')
    expect(list.map((item) => item.textContent)).toEqual([
      'Se cambió el contenido de la página (página 2)',
      'Se cambió algo que la firma no permite',
    ])
    expect(screen.getAllByText(/BCE TSA/)).toHaveLength(2)
    expect(screen.getAllByText('No revocado, según los datos guardados en el documento')).toHaveLength(2)
  })

  it('refuses what is no PDF before sending it', async () => {
    render(<Page />)
    await choose(new File(['hola'], 'nota.docx'))
    expect(await screen.findByText('Eso no es un PDF. Elige el archivo .pdf que te enviaron.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBe(null)
  })

  it('keeps a refusal here, without a session that /refresh could renew', async () => {
    server.use(http.post(at('/api/v1/verify_document/'), () => problem(429, 'too_many_attempts')))
    render(<Page />)
    await choose(pdf())
    expect(await screen.findByText('Qué hacer.')).toBeTruthy()
    server.use(http.post(at('/api/v1/verify_document/'), () => HttpResponse.json(verification([signature], 'valid'))))
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Las firmas son válidas' })).toBeTruthy()
    expect(visits).toEqual([])
  })

  it('finds a document by the code that it carries in print', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get(at('/api/v1/verify_code/'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('codigo'))
        return HttpResponse.json({
          codigo: '7K3MQ9TX2B5DW8RH',
          nombre: 'Acta de mediación.pdf',
          paginas: 3,
          size: 96_000,
          signed_at: '2026-11-20T17:04:00.000Z',
          is_newest: false,
          verification: verification([signature], 'valid'),
        })
      }),
    )
    render(<Page />)
    const code = screen.getByLabelText('Código de verificación')
    await userEvent.type(code, '7k3m q9tx')
    await userEvent.click(screen.getByRole('button', { name: 'Comprobar' }))
    expect(screen.getByText('Escribe el código completo: cuatro grupos de cuatro.')).toBeTruthy()
    await userEvent.type(code, '-2b5dw8rh')
    await userEvent.click(screen.getByRole('button', { name: 'Comprobar' }))
    expect(await screen.findByText('Acta de mediación.pdf')).toBeTruthy()
    expect(screen.getByText(/pide la versión más reciente/)).toBeTruthy()
    expect(screen.getByText('7K3M-Q9TX-2B5D-W8RH')).toBeTruthy()
    expect(asked).toEqual(['7K3MQ9TX2B5DW8RH'])
  })

  it('takes whoever asked to the answer, and on paper keeps what was changed', async () => {
    server.use(http.post(at('/api/v1/verify_document/'), () => HttpResponse.json(verification([changed], 'invalid'))))
    render(<Page />)
    await choose(pdf())
    const title = await screen.findByRole('heading', { level: 1, name: 'No aceptes esta versión' })
    expect(document.activeElement).toBe(title)
    expect(screen.getByText('Ver qué cambió').closest('[data-print=hide]')).toBe(null)
  })

  it('shows the document of the address again when the reader goes back to it', async () => {
    server.use(
      http.post(at('/api/v1/verify_document/'), () => HttpResponse.json(verification([changed], 'invalid'))),
      http.get(at('/api/v1/verify_code/'), () =>
        HttpResponse.json({
          codigo: '7K3MQ9TX2B5DW8RH',
          nombre: 'Acta de mediación.pdf',
          paginas: 3,
          size: 96_000,
          signed_at: '2026-11-20T17:04:00.000Z',
          is_newest: true,
          verification: verification([signature], 'valid'),
        }),
      ),
    )
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
    expect(await screen.findByText('Acta de mediación.pdf')).toBeTruthy()
    expect(screen.queryByText('acuerdo.pdf')).toBe(null)
  })

  it('says that a code leads nowhere, and lets the reader begin again', async () => {
    server.use(http.get(at('/api/v1/verify_code/'), () => problem(400, 'code_unknown')))
    render(<Page start="0000000000000000" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Empezar de nuevo' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Verificar un documento' })).toBeTruthy()
  })
})
