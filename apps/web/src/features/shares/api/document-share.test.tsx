import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { at, http, problem, server, useServer, visits } from '../../../test/server.ts'
import { SharedPage } from '../components/shared-page.tsx'
import { renderWithQueries } from '../../../test/render.tsx'

useServer()

it('sends a share password with any characters percent-encoded', async () => {
  const sent: (string | null)[] = []
  server.use(
    http.get(at('/api/v1/get_document_share/'), ({ request }) => {
      sent.push(request.headers.get('X-Share-Password'))
      return problem(sent.length > 1 ? 404 : 400, sent.length > 1 ? 'not_found' : 'password_required')
    }),
  )
  renderWithQueries(<SharedPage share="abc" />)
  await userEvent.type(await screen.findByLabelText('Contraseña'), 'niño 🔑 100%{Enter}')
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no abre nada' })).toBeTruthy()
  expect(sent).toEqual([null, 'ni%C3%B1o%20%F0%9F%94%91%20100%25'])
  expect(visits).toEqual([])
})
