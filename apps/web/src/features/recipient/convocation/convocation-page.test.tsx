import type { ConveneView } from '@foja/contracts/convocations'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { convenedOf } from '../../../test/convocation.ts'
import * as es from '../../../test/es.ts'
import { renderWithQueries } from '../../../test/render.tsx'
import { at, http, HttpResponse, problem, server, useServer, visits } from '../../../test/server.ts'
import { RecipientPage } from '../components/recipient-page.tsx'

const { convened: texts } = es

useServer()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

/** Serves the page; `refusals` answer the first calls. */
function open(start: ConveneView, refusals: (() => Response)[] = []) {
  let view = start
  const sent: Record<string, unknown>[] = []
  server.use(
    http.get(at('/api/v1/recipient_request/'), () => HttpResponse.json(view)),
    http.post(at('/api/v1/recipient_answer/'), async ({ request }) => {
      const body = (await request.json()) as {
        answer: NonNullable<ConveneView['answer']>
        motivo?: string
        fecha?: string
      }
      sent.push(body)
      const refused = refusals.shift()
      if (refused !== undefined) return refused()
      view = { ...view, answer: body.answer, motivo: body.motivo ?? null, fecha_propuesta: body.fecha ?? null }
      return HttpResponse.json(view)
    }),
  )
  renderWithQueries(<RecipientPage token="abc" mainId="main" brand="Foja" tools={null} />)
  return { sent, change: (next: Partial<ConveneView>) => (view = { ...view, ...next }) }
}
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }))

it('says when and where in the time zone of the office, and takes a confirmation with one press', async () => {
  const { sent } = open(convenedOf({ fecha: '2030-11-29T14:30:00.000Z', mensaje: 'Traigan su cédula' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Andrés Muñoz te convoca a una cita' })).toBeTruthy()
  const when = screen.getByText(/29 de noviembre de 2030/).closest('time')!
  expect(when.textContent).toContain('9:30')
  expect(when.textContent).toMatch(/Ecuador/)
  expect(screen.getByText('Sala 2')).toBeTruthy()
  expect(screen.getByText('«Traigan su cédula»')).toBeTruthy()
  await press(texts.confirm)
  expect(await screen.findByRole('heading', { level: 1, name: texts.states.confirma })).toBeTruthy()
  expect(sent).toEqual([{ answer: 'confirma' }])
  expect(screen.queryByRole('button', { name: texts.confirm })).toBeNull()
  expect(screen.getByRole('button', { name: texts.decline })).toBeTruthy()
})

it('asks for another date with a reason and a proposal, both checked before they are sent', async () => {
  const { sent } = open(convenedOf(), [() => problem(400, 'date_in_past')])
  await press(texts.otherDate)
  await press(texts.send)
  expect(await screen.findByText(texts.reasonMissing)).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Motivo/), 'Ese día viajo')
  fireEvent.change(screen.getByLabelText(/^Fecha que propones/), { target: { value: '2030-12-02' } })
  await press(texts.send)
  expect(await screen.findByText(texts.dateIncomplete)).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText(texts.time), { target: { value: '10:00' } })
  await press(texts.send)
  // The server refuses the date: what was typed stays.
  await waitFor(() => expect(screen.getByLabelText(/^Fecha que propones/).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText(/^Motivo/)).toHaveProperty('value', 'Ese día viajo')
  await press(texts.send)
  expect(await screen.findByRole('heading', { level: 1, name: texts.states.otra_fecha })).toBeTruthy()
  const fecha = new Date('2030-12-02T10:00').toISOString()
  expect(sent[1]).toEqual({ answer: 'otra_fecha', motivo: 'Ese día viajo', fecha })
  expect(screen.getByText(`${texts.yourReason}: Ese día viajo`)).toBeTruthy()
})

it('does not come, with a reason', async () => {
  const { sent } = open(convenedOf())
  await press(texts.decline)
  await userEvent.type(await screen.findByLabelText(/^Motivo/), 'Estoy de viaje')
  await press(texts.send)
  expect(await screen.findByRole('heading', { level: 1, name: texts.states.no_asiste })).toBeTruthy()
  expect(sent).toEqual([{ answer: 'no_asiste', motivo: 'Estoy de viaje' }])
})

it.each([429, 500])('a confirmation refused with %i gives the reason and can be repeated', async (status) => {
  open(convenedOf(), [() => problem(status, 'why')])
  await press(texts.confirm)
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Título. Qué hacer.')
  await press(texts.confirm)
  expect(await screen.findByRole('heading', { level: 1, name: texts.states.confirma })).toBeTruthy()
  expect(visits).toEqual([])
})

it('shows the new date when it changed meanwhile', async () => {
  const { change } = open(convenedOf(), [() => problem(400, 'request_closed')])
  const button = await screen.findByRole('button', { name: texts.confirm })
  change({ moved: true, may_answer: false, fecha: '2030-12-05T15:00:00.000Z' })
  await userEvent.click(button)
  expect(await screen.findByRole('heading', { level: 1, name: texts.movedTitle })).toBeTruthy()
  expect(screen.getByText(/5 de diciembre de 2030/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: texts.confirm })).toBeNull()
})

it('takes no answer once the appointment has begun, and links to a meeting', async () => {
  open(convenedOf({ may_answer: false, lugar: 'https://reunion.example/sala' }))
  expect(await screen.findByText(texts.over)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://reunion.example/sala')
  expect(screen.queryByRole('button', { name: texts.confirm })).toBeNull()
})

it('saves the appointment for a calendar', async () => {
  let saved: Blob | undefined
  URL.createObjectURL = (blob) => {
    saved = blob as Blob
    return 'blob:x'
  }
  URL.revokeObjectURL = () => {}
  open(convenedOf())
  await press(texts.toCalendar)
  expect(await saved?.text()).toBe('BEGIN:VCALENDAR')
})
