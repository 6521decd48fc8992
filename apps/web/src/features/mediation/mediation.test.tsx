import type { Document } from '@foja/contracts/documents'
import { mediationStatuses } from '@foja/contracts/states'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, useServer } from '../../test/server.ts'
import { MediationModal } from './components/mediation-modal.tsx'
import { commonStatus } from '../../shared/common-status.ts'
import { nextStates, reachable } from './components/mediation-modal.tsx'
import { isSettled, settledOf } from '../../shared/common-status.ts'

useServer()

const document = (id: string, status: Document['status_mediacion']) =>
  ({ id_documento: id, nombre: `${id}.pdf`, status_mediacion: status }) as Document

describe('the next states of a mediation', () => {
  it('are those of the state table', () => {
    expect(nextStates('sin_iniciar', 'gestor').map((one) => one.to)).toEqual(['en_proceso'])
    expect(nextStates('en_proceso', 'mediador').map((one) => one.to)).toEqual([
      'acuerdo_total',
      'acuerdo_parcial',
      'sin_acuerdo',
      'no_realizada',
    ])
    expect(nextStates('sin_acuerdo', 'admin')).toMatchObject([{ to: 'en_proceso', needsReason: true }])
    for (const status of mediationStatuses) expect(nextStates(status, 'usuario')).toEqual([])
  })

  it('lead to every outcome, through «en proceso» first', () => {
    const steps = reachable('sin_iniciar', 'mediador')
    expect(steps.map(({ to }) => to)).toEqual([
      'acuerdo_total',
      'acuerdo_parcial',
      'sin_acuerdo',
      'no_realizada',
      'en_proceso',
    ])
    expect(steps[0]).toEqual({ to: 'acuerdo_total', needsReason: false })
    const back = reachable('sin_acuerdo', 'mediador')
    expect(back.map(({ to }) => to)).toEqual(['acuerdo_total', 'acuerdo_parcial', 'no_realizada', 'en_proceso'])
    expect(back.every(({ needsReason }) => needsReason)).toBe(true)
    for (const status of mediationStatuses) expect(reachable(status, 'usuario')).toEqual([])
  })

  it('end in an outcome', () => {
    expect(mediationStatuses.filter((status) => isSettled(status))).toHaveLength(4)
    const some = [document('a', 'acuerdo_total'), document('b', 'en_proceso')]
    expect(settledOf(some)).toBe(1)
    expect(commonStatus(some)).toBe('en_proceso')
    expect(commonStatus([document('a', 'acuerdo_total'), document('b', 'sin_acuerdo')])).toBe(null)
  })
})

describe('the dialog for recording a mediation result', () => {
  const open = (documents: Document[]) => {
    const [onClose, onChanged] = [vi.fn(), vi.fn(async () => {})]
    render(
      <MediationModal documents={documents} first={null} actorRole="gestor" onChanged={onChanged} onClose={onClose} />,
    )
    return { onClose, onChanged }
  }
  const bodies: unknown[] = []
  const answer = (reply: () => Response) =>
    server.use(
      http.post(at('/api/v1/record_mediation/'), async ({ request }) => {
        bodies.push(await request.json())
        return reply()
      }),
    )

  it('asks for a reason to reopen a mediation', async () => {
    bodies.length = 0
    answer(() => HttpResponse.json({}))
    const { onClose } = open([document('a', 'sin_acuerdo')])
    await userEvent.click(await screen.findByRole('radio', { name: 'En proceso' }))
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText(/hace falta para reabrir la mediación/)
    await userEvent.type(screen.getByLabelText(/Motivo/), 'Hay prueba nueva')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const documents = [{ id_documento: 'a', from: 'sin_acuerdo' }]
    expect(bodies).toEqual([{ documents, status: 'en_proceso', motivo: 'Hay prueba nueva' }])
  })

  it('records an outcome for all documents without one in one call', async () => {
    bodies.length = 0
    answer(() => HttpResponse.json({}))
    const { onClose } = open([
      document('a', 'sin_iniciar'),
      document('b', 'en_proceso'),
      document('c', 'sin_acuerdo'),
      document('d', 'sin_iniciar'),
    ])
    await userEvent.click(await screen.findByRole('radio', { name: 'Acuerdo parcial' }))
    screen.getByRole('checkbox', { name: /Lo mismo para todos/, checked: true })
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const documents = [
      { id_documento: 'a', from: 'sin_iniciar' },
      { id_documento: 'b', from: 'en_proceso' },
      { id_documento: 'd', from: 'sin_iniciar' },
    ]
    expect(bodies).toEqual([{ documents, status: 'acuerdo_parcial' }])
  })

  it('says why nothing was recorded, and stays open', async () => {
    bodies.length = 0
    answer(() => problem(400, 'solicitud_concluded'))
    const { onClose, onChanged } = open([document('a', 'en_proceso'), document('b', 'en_proceso')])
    await userEvent.click(await screen.findByRole('radio', { name: 'Acuerdo total' }))
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Qué hacer.')
    expect(bodies).toHaveLength(1)
    expect(onClose).not.toHaveBeenCalled()
    expect(onChanged).toHaveBeenCalled()
  })
})
