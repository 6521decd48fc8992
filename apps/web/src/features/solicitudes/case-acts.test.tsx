import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { createQueryClient } from '../../lib/api/query.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import { readToasts, toast } from '../../ui/toast-store.ts'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { CaseDialogs, type CaseDialog } from './components/case-dialogs.tsx'
import { CaseHeader } from './components/case-header.tsx'
import { BulkModal } from './components/bulk-modal.tsx'
import { idSolicitud, makeDocument, makeSolicitud } from './test/make.ts'

useServer()

function Around({ children }: { children: ReactNode }) {
  return (
    <SessionProvider>
      <ClientStateProvider>
        <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
      </ClientStateProvider>
    </SessionProvider>
  )
}

const draw = (children: ReactNode) => {
  server.use(http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())))
  signedIn()
  render(<Around>{children}</Around>)
}
const bodies: unknown[] = []
const answer = (path: string, reply: (body: Record<string, unknown>) => Response) =>
  server.use(
    http.post(at(path), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      bodies.push(body)
      return reply(body)
    }),
  )
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the header of a case', () => {
  const acts = {
    onOpen: vi.fn(),
    onShare: vi.fn(),
    onShareUsers: vi.fn(),
    onEmail: vi.fn(),
    onMediate: vi.fn(),
    onTemplate: vi.fn(),
  }
  const names = (solicitud: SolicitudDetails) => {
    draw(<CaseHeader solicitud={solicitud} acts={acts} onDialog={() => {}} />)
    return screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  }

  it('offers what the details allow, the likeliest as the gold one at the end', () => {
    const signable = makeDocument('Acta.pdf', { actions: ['sign', 'share'] })
    const found = names(makeSolicitud({ actions: ['update', 'send'], description: [signable] }))
    expect(found.slice(1)).toEqual(['Compartir', 'Firmar', 'Enviar', 'Más acciones'])
  })

  it('offers nothing that they do not allow', () => {
    expect(names(makeSolicitud({ status: 'concluido' })).slice(1)).toEqual(['Más acciones'])
  })

  it('concludes and returns what was sent', () => {
    const found = names(makeSolicitud({ status: 'agendado', actions: ['conclude', 'return'] }))
    expect(found.slice(1)).toEqual(['Devolver', 'Concluir', 'Más acciones'])
  })
})

describe('the dialogs of a case', () => {
  const open = (dialog: CaseDialog, change: Partial<SolicitudDetails> = {}) => {
    bodies.length = 0
    toast.dismiss()
    const onClose = vi.fn()
    draw(<CaseDialogs dialog={dialog} solicitud={makeSolicitud(change)} onClose={onClose} />)
    return onClose
  }

  it('returns with a reason, and only with one', async () => {
    const onClose = open('return', { status: 'agendado', actions: ['return'] })
    answer('/api/v1/return_pendient/', () => HttpResponse.json(makeSolicitud()))
    await userEvent.click(await button('Devolver'))
    await screen.findByText(/Escribe el motivo/)
    expect(bodies).toEqual([])
    await userEvent.type(screen.getByRole('textbox'), ' Falta la cédula ')
    await userEvent.click(await button('Devolver'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies).toEqual([{ id_solicitud: idSolicitud, version: 4, motivo: 'Falta la cédula' }])
    expect(readToasts().map((one) => one.text)).toEqual(['Solicitud devuelta'])
  })

  it('asks somebody who may not plan for a message alone', async () => {
    open('send', { actions: ['send'] })
    answer('/api/v1/send_solicitud/', () => HttpResponse.json(makeSolicitud()))
    await userEvent.type(await screen.findByLabelText(/Mensaje/), 'Gracias')
    expect(screen.queryByLabelText(/Fecha/)).toBe(null)
    await userEvent.click(await button('Enviar'))
    await waitFor(() => expect(bodies).toEqual([{ id_solicitud: idSolicitud, version: 4, mensaje: 'Gracias' }]))
  })

  it('does not send a date without a time', async () => {
    open('send', { actions: ['send', 'schedule'] })
    const date = await screen.findByLabelText(/Fecha/)
    await userEvent.type(date, '2030-01-31')
    await userEvent.click(await button('Enviar'))
    await screen.findByText('Escribe la fecha y la hora.')
    expect(bodies).toEqual([])
  })

  it('says that somebody was faster and keeps what was typed', async () => {
    open('return', { status: 'agendado', actions: ['return'] })
    answer('/api/v1/return_pendient/', () => problem(400, 'stale_version', { current: makeSolicitud() }))
    await userEvent.type(await screen.findByRole('textbox'), 'Falta la cédula')
    await userEvent.click(await button('Devolver'))
    await screen.findByText('Alguien la cambió mientras tanto')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Falta la cédula')
  })

  it('warns before concluding what is not finished', async () => {
    open('conclude', {
      status: 'agendado',
      actions: ['conclude'],
      description: [makeDocument('Acta.pdf', { status_mediacion: 'en_proceso' })],
    })
    await screen.findByText('1 documento sigue con la mediación en proceso')
    expect(screen.getByText('1 PDF no tiene ninguna firma')).toBeTruthy()
    answer('/api/v1/update_solicitud_type/', () => HttpResponse.json(makeSolicitud()))
    await userEvent.click(await button('Concluir de todos modos'))
    await waitFor(() => expect(bodies).toEqual([{ id_solicitud: idSolicitud, version: 4, status: 'concluido' }]))
  })

  it('lets the one who comes late choose, and saves over what is there now', async () => {
    const onClose = open('edit', { actions: ['update'] })
    let calls = 0
    answer('/api/v1/update_solicitud_type/', () => {
      calls += 1
      return calls === 1
        ? problem(400, 'stale_version', { current: makeSolicitud({ version: 7, notas: 'De la otra', tipo: 'Acta' }) })
        : HttpResponse.json(makeSolicitud())
    })
    const notes = await screen.findByLabelText(/Notas/)
    await userEvent.clear(notes)
    await userEvent.type(notes, 'Mías')
    await userEvent.click(await button('Guardar'))
    await screen.findByText('Falta elegir 1 dato')
    const type = screen.getByRole('group', { name: 'Tipo' })
    expect(
      within(type)
        .getAllByRole<HTMLInputElement>('radio')
        .map((one) => one.checked),
    ).toEqual([false, true])
    const save = (await button('Guardar lo elegido')) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await userEvent.click(within(screen.getByRole('group', { name: 'Notas' })).getAllByRole('radio')[0]!)
    await userEvent.click(save)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies[1]).toEqual({ id_solicitud: idSolicitud, version: 7, notas: 'Mías' })
  })

  it('puts what the server refused at its field', async () => {
    open('edit', { actions: ['update', 'schedule'], fecha_agendada: '2030-01-31T14:30:00.000Z' })
    answer('/api/v1/update_solicitud_type/', () => problem(400, 'date_in_past', { detail: 'Esa fecha ya pasó.' }))
    await userEvent.type(await screen.findByLabelText(/^Título/), '!')
    await userEvent.click(await button('Guardar'))
    await screen.findByText('Esa fecha ya pasó.')
    expect(screen.getByLabelText(/^Fecha ·/).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the same to many', () => {
  const items = [
    { id: 'AAAA-AAAA-AAAA-AAAA', titulo: 'Uno' },
    { id: 'BBBB-BBBB-BBBB-BBBB', titulo: 'Dos' },
  ]

  it('says what happened to each and why, and tries again what failed', async () => {
    bodies.length = 0
    const onClose = vi.fn()
    draw(<BulkModal action="conclude" items={items} leftOut={1} mayPlan onClose={onClose} />)
    let calls = 0
    answer('/api/v1/bulk_solicitudes/', (body) => {
      calls += 1
      const results = (body['ids_solicitud'] as string[]).map((id) =>
        id.startsWith('B') && calls === 1
          ? { id_solicitud: id, solicitud: null, code: 'transition_not_allowed', detail: 'Aún no se envió.' }
          : { id_solicitud: id, solicitud: {}, code: null, detail: null },
      )
      return HttpResponse.json({ results })
    })
    await screen.findByText(/1 de las elegidas se queda como está/)
    await userEvent.click(await button('Concluir'))
    await screen.findByText('Aún no se envió.')
    await userEvent.click(await button('Reintentar la que falló'))
    await waitFor(() => expect(screen.queryByText('Aún no se envió.')).toBe(null))
    expect(bodies.map((body) => (body as { ids_solicitud: string[] }).ids_solicitud.length)).toEqual([2, 1])
    await userEvent.click(screen.getAllByRole('button', { name: 'Cerrar' }).at(-1)!)
    expect(onClose).toHaveBeenCalledWith(true)
  })
})
