import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../lib/api/query.ts'
import * as es from '../../../test/es.ts'
import { at, http, HttpResponse, problem, server, signedIn, useServer, visits } from '../../../test/server.ts'
import { usePdfFiles } from './use-pdf-files.ts'

useServer()
beforeEach(() => signedIn())
afterEach(() => void vi.restoreAllMocks())

const details = at('/api/v1/details_document/:id/')
const stored = (id: string) => ({ id_documento: id, nombre: `${id}.pdf`, paginas: 1 })

function open(ids: readonly string[]) {
  const queries = createQueryClient()
  return renderHook(() => usePdfFiles(ids, () => {}), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  }).result
}

it('files to sign: only a missing document is reported as missing', async () => {
  server.use(
    http.get(details, ({ params }) =>
      params['id'] === 'b' ? problem(404, 'not_found') : HttpResponse.json(stored(String(params['id']))),
    ),
  )
  const files = open(['a', 'b'])
  await waitFor(() => expect(files.current.rows.map(({ state }) => state)).toEqual(['ready', 'failed']))
  expect(files.current.rows[1]).toMatchObject({ error: es.signFiles.notFound, retry: false })
  expect(visits).toEqual([])
})

it('files to sign: a document that could not be loaded has a retry, and the others stay', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let down = true
  server.use(
    http.get(details, ({ params }) =>
      params['id'] === 'b' && down ? HttpResponse.error() : HttpResponse.json(stored(String(params['id']))),
    ),
  )
  const files = open(['a', 'b'])
  await waitFor(() => expect(files.current.rows.map(({ state }) => state)).toEqual(['ready', 'failed']))
  expect(files.current.rows[1]).toMatchObject({ error: es.signFiles.notLoaded, retry: true })
  down = false
  act(() => files.current.retry('b'))
  await waitFor(() => expect(files.current.rows.map(({ state }) => state)).toEqual(['ready', 'ready']))
})

it('files to sign: one that asks for a password is uploaded again as its copy without one', async () => {
  const sent: boolean[] = []
  server.use(
    http.post(at('/api/v1/upload_document/'), async ({ request }) => {
      sent.push((await request.text()).includes('%PDF-1.7 locked'))
      return sent[0] === true && sent.length === 1
        ? problem(400, 'pdf_encrypted')
        : HttpResponse.json({ documents: [stored('a')] }, { status: 201 })
    }),
  )
  const files = open([])
  act(() => files.current.add([new File(['%PDF-1.7 locked'], 'banco.pdf', { type: 'application/pdf' })]))
  await waitFor(() => expect(files.current.rows).toMatchObject([{ state: 'locked', name: 'banco.pdf' }]))
  const { key } = files.current.rows[0]!
  act(() => files.current.replace(key, new File(['%PDF'], 'banco.pdf')))
  await waitFor(() => expect(files.current.rows).toEqual([]))
  expect(sent).toEqual([true, false])
})
