import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { SessionProvider } from '../../lib/session/session.tsx'
import { resetSession } from '../../lib/session/session-store.ts'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, server, sessionOf, useServer } from '../../test/server.ts'
import { useCompanyPage } from './use-company-page.ts'

useServer()

const session = sessionOf()
const other = { id: '01920000-0000-7000-8000-00000000000b', nombre: 'Notaría Segunda' }

function Shown({ empresa }: { empresa?: string }) {
  const { company, crumbs, title } = useCompanyPage(empresa, 'Privacidad')
  return <p>{[title, company, ...crumbs.map(({ label, to = '' }) => label + to)].join('|')}</p>
}

it.each([
  [undefined, `Privacidad|${session.user.id_company}|Privacidad`],
  [session.user.id_company ?? '', `Privacidad|${session.user.id_company}|Privacidad`],
  [
    other.id,
    `Privacidad: Notaría Segunda|${other.id}|Empresas/empresas|Notaría Segunda/empresas?empresa=${other.id}|Privacidad`,
  ],
])('a page about the company %s names another one', async (empresa, shown) => {
  server.use(http.get(at('/api/v1/list_companies/'), () => HttpResponse.json([other])))
  resetSession({ data: session, status: 'authenticated' })
  drawPage(
    <SessionProvider>
      <Shown {...(empresa === undefined ? {} : { empresa })} />
    </SessionProvider>,
  )
  await screen.findByText(shown)
})
