import type { Document } from '@foja/contracts/documents'
import { mediationStatuses } from '@foja/contracts/states'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, useServer } from '../../test/server.ts'
import { MediationModal } from './components/mediation-modal.tsx'
import { commonStatus } from '../../shared/common-status.ts'
import { isSettled, nextStates, settledOf } from './next-states.ts'

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
  const bodies: [string, unknown][] = []
  const answer = (reply: (id: string) => Response) =>
    server.use(
      http.post(at('/api/v1/change_status_mediation/:id/'), async ({ request, params }) => {
        bodies.push([String(params['id']), await request.json()])
        return reply(String(params['id']))
      }),
    )

  it('asks for a reason to reopen a mediation', async () => {
    bodies.length = 0
    answer(() => HttpResponse.json({}))
    const { onClose } = open([document('a', 'sin_acuerdo')])
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar' }))
    await screen.findByText(/volver atrás lo necesita/)
    await userEvent.type(screen.getByLabelText(/Motivo/), 'Hay prueba nueva')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies).toEqual([['a', { status: 'en_proceso', from: 'sin_acuerdo', motivo: 'Hay prueba nueva' }]])
  })

  it('applies the step to all documents with the same status, and names the one that failed', async () => {
    bodies.length = 0
    answer((id) => (id === 'b' ? problem(400, 'solicitud_concluded') : HttpResponse.json({})))
    const { onClose, onChanged } = open([
      document('a', 'en_proceso'),
      document('c', 'sin_iniciar'),
      document('b', 'en_proceso'),
    ])
    await userEvent.click(await screen.findByRole('radio', { name: 'Acuerdo total' }))
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText(/No se guardó en «b.pdf»/)
    expect(bodies.map(([id]) => id)).toEqual(['a', 'b'])
    expect(onClose).not.toHaveBeenCalled()
    expect(onChanged).toHaveBeenCalled()
  })
})
