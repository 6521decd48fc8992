import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { createQueryClient } from '../../lib/api/query.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import { readToasts, toast } from '../../ui/toast-store.ts'
import * as es from '../../test/es.ts'
import { at, http, HttpResponse, problem, server, sessionOf, signedIn, useServer } from '../../test/server.ts'
import { CaseDialogs, type CaseDialog } from './components/case-dialogs.tsx'
import { CaseHeader } from './components/case-header.tsx'
import { NextStepCard } from './components/next-step-card.tsx'
import { BulkModal } from './components/bulk-modal.tsx'
import { idSolicitud, makeDocument, makeSolicitud } from './test/make.ts'

useServer()

function Around({ children, mail }: { children: ReactNode; mail?: object | undefined }) {
  const queries = createQueryClient()
  queries.setQueryData(queryKeys.mailState(), mail)
  return (
    <SessionProvider>
      <ClientStateProvider>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </ClientStateProvider>
    </SessionProvider>
  )
}

const noMail = { configured: false, failed: 0 }

const draw = (children: ReactNode, mail?: object) => {
  server.use(http.get(at('/api/auth/session'), () => HttpResponse.json(sessionOf())))
  signedIn()
  render(<Around mail={mail}>{children}</Around>)
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

describe('the case header', () => {
  const acts = {
    onOpen: vi.fn(),
    onShare: vi.fn(),
    onShareUsers: vi.fn(),
    onEmail: vi.fn(),
    onMediate: vi.fn(),
    onRegister: vi.fn(),
    onTemplate: vi.fn(),
  }
  const names = (solicitud: SolicitudDetails) => {
    draw(<CaseHeader solicitud={solicitud} acts={acts} onDialog={() => {}} />)
    return screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)
  }

  it('shows the allowed actions without the next step, which has its own card', () => {
    const signable = makeDocument('Acta.pdf', { actions: ['sign', 'share'] })
    const found = names(makeSolicitud({ actions: ['update', 'send'], description: [signable] }))
    expect(found.slice(1)).toEqual(['Compartir', 'Firmar', 'Más acciones'])
  })

  it('hides actions that are not allowed', () => {
    expect(names(makeSolicitud({ status: 'concluido' })).slice(1)).toEqual(['Más acciones'])
  })

  it('has at most two buttons beside the menu, which offers to return a sent request', async () => {
    const signable = makeDocument('Acta.pdf', { actions: ['sign', 'share'] })
    const actions = ['conclude', 'return'] as const
    const found = names(makeSolicitud({ status: 'agendado', actions: [...actions], description: [signable] }))
    expect(found.slice(1)).toEqual(['Concluir', 'Firmar', 'Más acciones'])
    await userEvent.click(await button('Más acciones'))
    for (const name of ['Compartir', 'Devolver']) await screen.findByRole('menuitem', { name })
  })

  it('has one primary button, in the card of the next step', async () => {
    const onDialog = vi.fn()
    const solicitud = makeSolicitud({ actions: ['update', 'send'] })
    draw(<NextStepCard solicitud={solicitud} acts={acts} onDialog={onDialog} />)
    screen.getByRole('heading', { name: 'Envía la solicitud' })
    await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(onDialog).toHaveBeenCalledWith('send')
  })

  it.each([
    [3, 'Firmar los 3'],
    [60, 'Firmar los primeros 50'],
  ])('offers to sign %i documents, at most as many as one batch', (count, name) => {
    const description = Array.from({ length: count }, (_, at) =>
      makeDocument(`Anexo ${at}.pdf`, {
        id_documento: `33333333-3333-4333-8333-${String(at).padStart(12, '0')}`,
        status_mediacion: 'acuerdo_total',
        actions: ['sign'],
      }),
    )
    const solicitud = makeSolicitud({ status: 'agendado', description })
    draw(<NextStepCard solicitud={solicitud} acts={acts} onDialog={() => {}} />)
    const link = screen.getByRole('link', { name })
    expect(link.getAttribute('href')?.split(/,|%2C/)).toHaveLength(Math.min(50, count))
  })

  it.each([
    ['2200-12-01T14:00:00.000Z', /^La cita es el .*2200/, 'Después, registra aquí el resultado.'],
    ['2020-12-01T14:00:00.000Z', 'Registra el resultado', 'Un documento todavía no tiene resultado.'],
  ])(
    'offers to register a result, as the step that is due only after the appointment: %s',
    async (date, name, text) => {
      const description = [makeDocument('Acta.pdf', { actions: ['mediate'] })]
      const solicitud = makeSolicitud({ status: 'agendado', fecha_agendada: date, description })
      const onRegister = vi.fn()
      draw(<NextStepCard solicitud={solicitud} acts={{ ...acts, onRegister }} onDialog={() => {}} />)
      screen.getByRole('heading', { name })
      screen.getByText(text)
      await userEvent.click(screen.getByRole('button', { name: 'Registrar resultado' }))
      expect(onRegister).toHaveBeenCalled()
      const current = screen.getByRole('listitem', { current: 'step' })
      expect(current.textContent).toContain(name === 'Registra el resultado' ? 'Resultado' : 'Audiencia')
    },
  )

  it('says who takes the next step where the user cannot', () => {
    const solicitud = makeSolicitud({ status: 'agendado' })
    draw(<NextStepCard solicitud={solicitud} acts={acts} onDialog={() => {}} />)
    screen.getByRole('heading', { name: 'Falta la fecha de la cita' })
    screen.getByText('Los gestores de tu empresa se encargan.')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the case dialogs', () => {
  const open = (dialog: CaseDialog, change: Partial<SolicitudDetails> = {}, mail?: object) => {
    bodies.length = 0
    toast.dismiss()
    const onClose = vi.fn()
    const onDeleted = vi.fn(() => Promise.resolve())
    const solicitud = makeSolicitud(change)
    draw(<CaseDialogs dialog={dialog} solicitud={solicitud} onClose={onClose} onDeleted={onDeleted} />, mail)
    return Object.assign(onClose, { onDeleted })
  }

  it('require a reason to return a request', async () => {
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

  it('delete a pending case file without a reason, leave the page and offer to undo', async () => {
    const { onDeleted } = open('delete', { actions: ['delete'] })
    const id_solicitud_main = 'MMMM-MMMM-MMMM-MMMM'
    server.use(
      http.delete(at('/api/v1/delete_solicitud/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ id_solicitud_main })
      }),
    )
    answer('/api/v1/restore_solicitud/', () => HttpResponse.json({}))
    expect(screen.queryByRole('textbox')).toBe(null)
    await userEvent.click(await button('Eliminar expediente'))
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
    readToasts()[0]?.action?.onClick()
    await waitFor(() => expect(bodies).toEqual([{ id_solicitud_main }, { id_solicitud_main }]))
    await waitFor(() => expect(readToasts().map((one) => one.text)).toContain('Expediente recuperado'))
  })

  it('require a reason to delete a sent case file, and keep it when the server refuses', async () => {
    const { onDeleted } = open('delete', { status: 'agendado', actions: ['delete'] })
    server.use(http.delete(at('/api/v1/delete_solicitud/'), () => problem(400, 'case_signed')))
    await userEvent.click(await button('Eliminar expediente'))
    await screen.findByText(/Escribe el motivo/)
    await userEvent.type(screen.getByRole('textbox'), 'Se repitió')
    await userEvent.click(await button('Eliminar expediente'))
    await screen.findByText('Qué hacer.')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Se repitió')
    expect(onDeleted).not.toHaveBeenCalled()
  })

  it('ask a user without scheduling rights only for a message', async () => {
    open('send', { actions: ['send'] })
    answer('/api/v1/send_solicitud/', () => HttpResponse.json(makeSolicitud()))
    await userEvent.type(await screen.findByLabelText(/Mensaje/), 'Gracias')
    expect(screen.queryByLabelText(/Fecha/)).toBe(null)
    await userEvent.click(await button('Enviar'))
    await waitFor(() => expect(bodies).toEqual([{ id_solicitud: idSolicitud, version: 4, mensaje: 'Gracias' }]))
  })

  it('say first what is missing, and whom sending notifies', async () => {
    const partes = [{ nombre: 'Íñigo', rol: 'Parte', email: 'inigo@example.com' }]
    open('send', { actions: ['send', 'schedule'], partes })
    const warning = (await screen.findByText('Antes de enviar')).closest<HTMLElement>('[role=alert],[role=status]')
    expect(warning?.textContent).toMatch(/Nadie está a cargo.*No tiene fecha/)
    await userEvent.type(screen.getByLabelText(/Fecha/), '2030-01-31')
    await userEvent.type(screen.getByLabelText(/Hora/), '10:30')
    await screen.findByText(/^Invitación para el .* a Íñigo\.$/)
    expect(screen.queryByText('No tiene fecha.')).toBe(null)
    screen.getByText('Los gestores de tu empresa reciben un aviso para asignarla.')
  })

  it('promise no invitation without a mail server: it is kept until there is one', async () => {
    const partes = [{ nombre: 'Íñigo', rol: 'Parte', email: 'inigo@example.com' }]
    open('send', { actions: ['send', 'schedule'], partes, fecha_agendada: '2030-01-31T14:30:00.000Z' }, noMail)
    await screen.findByText(/^La invitación para el .* a Íñigo queda guardada hasta que se configure el correo\.$/)
    screen.getByText(es.caseForms.send.noMail)
    expect(screen.queryByText(/^Invitación para/)).toBe(null)
  })

  it('reject a date without a time', async () => {
    open('send', { actions: ['send', 'schedule'] })
    const date = await screen.findByLabelText(/Fecha/)
    await userEvent.type(date, '2030-01-31')
    await userEvent.click(await button('Enviar'))
    await screen.findByText('Escribe la fecha y la hora.')
    expect(bodies).toEqual([])
  })

  it('keep the typed text when another user changed the request first', async () => {
    open('return', { status: 'agendado', actions: ['return'] })
    answer('/api/v1/return_pendient/', () => problem(400, 'stale_version', { current: makeSolicitud() }))
    await userEvent.type(await screen.findByRole('textbox'), 'Falta la cédula')
    await userEvent.click(await button('Devolver'))
    await screen.findByText('Otra persona la cambió')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Falta la cédula')
  })

  it('warn before concluding with unfinished documents', async () => {
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

  it('let the user merge after a conflict, and save over the current version', async () => {
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

  it('show server errors at their fields', async () => {
    open('edit', { actions: ['update', 'schedule'], fecha_agendada: '2030-01-31T14:30:00.000Z' })
    answer('/api/v1/update_solicitud_type/', () => problem(400, 'date_in_past', { detail: 'Esa fecha ya pasó.' }))
    await userEvent.type(await screen.findByLabelText(/^Título/), '!')
    await userEvent.click(await button('Guardar'))
    await screen.findByText('Esa fecha ya pasó.')
    expect(screen.getByLabelText(/^Fecha ·/).getAttribute('aria-invalid')).toBe('true')
  })
})

describe('bulk actions', () => {
  const items = [
    {
      ...makeSolicitud({ partes: [{ nombre: 'Rosa', rol: 'Parte', email: 'rosa@example.com' }] }),
      id: 'AAAA-AAAA-AAAA-AAAA',
    },
    { ...makeSolicitud({ asignado_a: { id: 'm', nombre: 'Marta' } }), id: 'BBBB-BBBB-BBBB-BBBB' },
  ]

  it('say before sending what is missing, to whom it goes and that invitations wait for the mail server', async () => {
    draw(<BulkModal action="send" items={items} leftOut={0} mayPlan onClose={vi.fn()} />, noMail)
    const { send } = es.caseForms
    const facts = es.listTools.sendFacts
    await screen.findByText(facts.unassigned(1, 2))
    screen.getByText(facts.noDate(2, 2))
    screen.getByText(send.noMail)
    screen.getByText(facts.notifies('Marta'))
    screen.getByText(facts.notifiesStaff)
    await userEvent.type(screen.getByLabelText(/Fecha/), '2030-01-31')
    await userEvent.type(screen.getByLabelText(/Hora/), '10:30')
    await screen.findByText(facts.invitesLater('Rosa'))
    expect(screen.queryByText(facts.noInvitation)).toBe(null)
  })

  it('show an outcome and reason per request, and retry the failed ones', async () => {
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
