import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ClientStateProvider } from '../../../lib/session/client-state.tsx'
import { SessionProvider } from '../../../lib/session/session.tsx'
import { drawPage } from '../../../test/draw-page.tsx'
import { at, http, HttpResponse, server, sessionOf, signedIn, useServer } from '../../../test/server.ts'
import { SaveInCase } from './save-in-case.tsx'

useServer()
beforeEach(() => signedIn())

const request = { id_solicitud: 'BBBB-BBBB-BBBB-BBBB', id_solicitud_main: 'MMMM-MMMM-MMMM-MMMM', status: 'agendado' }

function draw(list: unknown[]) {
  server.use(
    http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())),
    http.get(at('/api/v1/get_list_solicitud_main_type2/'), () => HttpResponse.json({ results: list })),
  )
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <SaveInCase documents={[]} />
      </ClientStateProvider>
    </SessionProvider>,
  )
}

describe('saving signed documents in a case file', () => {
  it('names case files by the code that their page shows', async () => {
    draw([{ titulo: 'Linderos', solicitudes: [{ ...request, titulo: 'Linderos' }] }])
    const choice = await screen.findByRole('radio', { name: /Linderos/ })
    expect(choice.closest('label')?.textContent).toBe('LinderosMMMM-MMMM-MMMM-MMMM')
  })

  it('creates a case file and its request with one code', async () => {
    const sent: string[] = []
    server.use(
      http.post(at('/api/v1/list_solicitud_main_type/'), async ({ request: { body } }) => {
        sent.push(await new Response(body).text())
        return HttpResponse.json({}, { status: 201 })
      }),
    )
    draw([])
    await userEvent.click(await screen.findByRole('radio', { name: 'Crear un expediente nuevo' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Título del expediente' }), 'Linderos')
    await userEvent.click(screen.getByRole('button', { name: /^Guardar/ }))
    const link = await screen.findByRole('link', { name: 'Ver el expediente' })
    const ids = [...sent.join().matchAll(/"(id_solicitud|id_solicitud_main)":"([^"]+)"/g)].map(([, , id]) => id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(link.getAttribute('href')).toBe(`/solicitudes/${ids[0]}`)
  })
})
