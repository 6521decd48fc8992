import { beforeEach, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../../test/server.ts'
import { fetchNamed } from './signable.ts'

useServer()
beforeEach(() => signedIn())

const answers = (second: () => Response) =>
  server.use(
    http.get(at('/api/v1/details_document/:id/'), ({ params }) =>
      params['id'] === 'b' ? second() : HttpResponse.json({ id_documento: params['id'], paginas: 1 }),
    ),
  )

it('the named documents: a missing one is skipped, any other failure rejects', async () => {
  answers(() => problem(404, 'not_found'))
  expect((await fetchNamed(['a', 'b'])).map((one) => one.id_documento)).toEqual(['a'])
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  answers(() => HttpResponse.error())
  await expect(fetchNamed(['a', 'b'])).rejects.toThrow('no usable answer')
  quiet.mockRestore()
})
