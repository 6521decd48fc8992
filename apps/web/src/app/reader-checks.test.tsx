import type { DocumentDetails } from '@foja/contracts/documents'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { Signatures } from './routes/document-checks.tsx'
import { ClientStateProvider } from '../lib/session/client-state.tsx'
import { SessionProvider } from '../lib/session/session.tsx'
import { reportOf, signerOf, verificationOf } from '../test/signature-report.ts'
import { at, http, HttpResponse, server, signedIn, useServer } from '../test/server.ts'
import { renderWithQueries } from '../test/render.tsx'

useServer()
beforeEach(() => signedIn())

const id = '33333333-3333-4333-8333-333333333333'
const rocio = reportOf({ signer: signerOf('ROCÍO MORA ALBÁN') })
const waiting = { indication: 'INDETERMINATE', subindication: 'TRY_LATER', revocation: 'unknown' } as const

it('the reader asks the authority itself again, not the cache of the server', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(at('/api/v1/verify_document/'), async ({ request }) => {
      sent.push(await request.json())
      const confirmed = sent.length > 1
      return HttpResponse.json(
        confirmed ? verificationOf([rocio]) : verificationOf([{ ...rocio, ...waiting }], 'indeterminate'),
      )
    }),
  )
  const signatures = { count: 1, verdict: null }
  const document = {
    id_documento: id,
    sha256: 'ab'.repeat(32),
    paginas: 1,
    actions: [],
    signatures,
  } as unknown as DocumentDetails
  renderWithQueries(
    <SessionProvider>
      <ClientStateProvider>
        <Signatures document={document} />
      </ClientStateProvider>
    </SessionProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Consultar otra vez' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Las firmas son válidas' })).toBeTruthy()
  expect(sent).toEqual([{ id_documento: id }, { id_documento: id, refresh: true }])
})
