import { recycleDays as contract } from '@foja/contracts/constants'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { readToasts, toast } from '../../ui/toast-store.ts'
import { BinPage, daysLeft } from './components/bin-page.tsx'
import { DeleteModal } from './components/delete-modal.tsx'
import { recycleDays } from '@foja/contracts/constants'
import { renderWithQueries } from '../../test/render.tsx'

useServer()
beforeEach(() => {
  signedIn()
  toast.dismiss()
})

const id = '33333333-3333-4333-8333-333333333333'
const day = 86_400_000
const deleted = (nombre: string, purgeIn: number) => ({
  id_documento: id,
  nombre,
  size: 1000,
  titulo: 'Arrendamiento',
  deleted_at: new Date().toISOString(),
  deleted_by: { id, nombre: 'Rosa', email: 'rosa@ejemplo.ec' },
  purge_at: new Date(Date.now() + purgeIn).toISOString(),
})

it('the recycle bin keeps documents as long as the contract says', () => {
  expect(recycleDays).toBe(contract)
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(daysLeft('2026-12-20T12:00:00Z', now)).toBe(30)
  expect(daysLeft('2026-12-20T11:59:00Z', now)).toBe(30)
  expect(daysLeft('2026-11-20T13:00:00Z', now)).toBe(1)
  expect(daysLeft('2026-11-20T11:00:00Z', now)).toBe(1)
})

describe('the recycle bin', () => {
  beforeEach(() => server.use(http.get(at('/api/v1/list_deleted_solicitudes/'), () => HttpResponse.json([]))))
  const open = () => {
    const onOpen = vi.fn<(href: string) => void>()
    renderWithQueries(<BinPage onOpen={onOpen} />)
    return onOpen
  }

  it('shows who deleted a document and the days left, restores it and links to it', async () => {
    const list = [deleted('Acta.pdf', 10.5 * day)]
    server.use(
      http.get(at('/api/v1/list_deleted/'), () => HttpResponse.json(list)),
      http.post(at('/api/v1/restore_document/'), () => {
        list.length = 0
        return HttpResponse.json({ id_documento: id })
      }),
    )
    const onOpen = open()
    expect(await screen.findByText('11 días para recuperarlo')).toBeTruthy()
    expect(screen.getByText(/^Eliminado .* por Rosa$/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Recuperar Acta.pdf' }))
    expect(await screen.findByText('La papelera está vacía')).toBeTruthy()
    readToasts()[0]?.action?.onClick()
    expect(onOpen).toHaveBeenCalledWith(`/documentos/${id}`)
  })

  it('shows deleted case files among the documents, and opens a restored one', async () => {
    const { deleted_by, purge_at } = deleted('', 5 * day)
    const id_solicitud_main = 'MMMM-MMMM-MMMM-MMMM'
    const facts = { titulo: 'Linderos', solicitudes: 1, documentos: 3, motivo: 'Se repitió', deleted_by, purge_at }
    const cases = [{ id_solicitud_main, ...facts, deleted_at: new Date(Date.now() - day).toISOString() }]
    server.use(
      http.get(at('/api/v1/list_deleted/'), () => HttpResponse.json([deleted('Acta.pdf', 10.5 * day)])),
      http.get(at('/api/v1/list_deleted_solicitudes/'), () => HttpResponse.json(cases)),
      http.post(at('/api/v1/restore_solicitud/'), () => {
        cases.length = 0
        return HttpResponse.json({ id_solicitud_main, solicitudes: [{ id_solicitud: 'AAAA-AAAA-AAAA-AAAA' }] })
      }),
    )
    const onOpen = open()
    expect(await screen.findByText('Expediente · 3 documentos · «Se repitió»')).toBeTruthy()
    const names = screen.getAllByRole('button', { name: /^Recuperar/ }).map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual(['Recuperar Acta.pdf', 'Recuperar Linderos'])
    await userEvent.click(screen.getByRole('button', { name: 'Recuperar Linderos' }))
    await waitFor(() => expect(screen.queryByText('Linderos')).toBe(null))
    readToasts()[0]?.action?.onClick()
    expect(onOpen).toHaveBeenCalledWith('/solicitudes/AAAA-AAAA-AAAA-AAAA')
  })

  it('shows why a document cannot be restored', async () => {
    server.use(
      http.get(at('/api/v1/list_deleted/'), () => HttpResponse.json([deleted('Acta.pdf', day / 2)])),
      http.post(at('/api/v1/restore_document/'), () => problem(400, 'solicitud_concluded')),
    )
    open()
    expect(await screen.findByText('Último día para recuperarlo')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Recuperar Acta.pdf' }))
    await waitFor(() => expect(readToasts()[0]?.text).toBe('Qué hacer.'))
  })
})

describe('the dialog for deleting a document', () => {
  const open = () => {
    const steps: string[] = []
    renderWithQueries(
      <DeleteModal
        document={{ id_documento: id, nombre: 'Acta.pdf', signatures: { count: 1, verdict: 'valid' } }}
        onClose={() => steps.push('closed')}
        onDeleted={() => void steps.push('left')}
        onOpen={() => steps.push('opened')}
      />,
    )
    return steps
  }

  it('warns about signatures, leaves the page and offers to undo', async () => {
    const restored = vi.fn<() => void>()
    server.use(
      http.delete(at('/api/v1/delete_document/'), () => HttpResponse.json({ id_documento: id })),
      http.post(at('/api/v1/restore_document/'), () => {
        restored()
        return HttpResponse.json({ id_documento: id })
      }),
    )
    const steps = open()
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar «Acta.pdf»?' })
    expect(within(dialog).getByText(/Tiene 1 firma\. Irá a la papelera .* 30 días/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(steps).toEqual(['closed', 'left']))
    readToasts()[0]?.action?.onClick()
    await waitFor(() => expect(restored).toHaveBeenCalledOnce())
  })

  it('shows why a document cannot be deleted', async () => {
    server.use(http.delete(at('/api/v1/delete_document/'), () => problem(400, 'last_document')))
    const steps = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Qué hacer.')
    expect(steps).toEqual([])
  })
})
