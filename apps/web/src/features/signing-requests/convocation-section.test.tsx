import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { convocationOf, partyOf } from '../../test/convocation.ts'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import * as es from '../../test/es.ts'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { ConvocationSection } from './convocation/convocation-section.tsx'

const { convocation: texts } = es

usePages()

const solicitud = {
  id_solicitud: 'AAAA-AAAA-AAAA-AAAA',
  titulo: 'Arriendo',
  fecha_agendada: '2030-11-29T14:30:00.000Z',
  partes: [
    { nombre: 'Ana', rol: 'parte', email: 'ana@cliente.example' },
    { nombre: 'Beto', rol: 'parte' },
  ],
}
const draw = (state: ReturnType<typeof convocationOf>, mailReady = true) =>
  drawPage(<ConvocationSection solicitud={solicitud} state={state} mailReady={mailReady} />)
const row = async (name: string) => (await screen.findByText(name)).closest('li')!

it('says what each party answered, and how far the others have come', async () => {
  draw(
    convocationOf([
      partyOf('Ana', { status: 'respondido', answer: 'confirma' }),
      partyOf('Beto', {
        status: 'respondido',
        answer: 'otra_fecha',
        motivo: 'Ese día viajo',
        fecha_propuesta: '2030-12-02T15:00:00.000Z',
      }),
      partyOf('Carlos', { status: 'respondido', answer: 'no_asiste', motivo: 'No quiero' }),
      partyOf('Dolores', { email: '', channel: 'enlace' }),
      partyOf('Eduarda', { status: 'visto', seen_at: new Date().toISOString() }),
    ]),
  )
  expect(await screen.findByText(texts.progress('1', '5'))).toBeTruthy()
  expect((await row('Ana')).textContent).toContain('Confirmó')
  expect((await row('Beto')).textContent).toMatch(/Pide otra fecha: Ese día viajoPropone: 2 dic 2030/)
  expect((await row('Carlos')).textContent).toContain('No asistirá: No quiero')
  expect((await row('Dolores')).textContent).toContain(`${texts.none}${texts.unmailed}`)
  expect((await row('Eduarda')).textContent).toContain('Sin respuestaAbrió su enlace')
  // Those without an address and those who have answered are not reminded.
  expect(screen.getAllByRole('button', { name: /^Recordar a / })).toHaveLength(1)
})

it('convenes with a message, names those without an address, and sends the same key after a refusal', async () => {
  const sent: { key: string; mensaje?: string }[] = []
  server.use(
    http.post(at('/api/v1/convene_parties/'), async ({ request }) => {
      sent.push((await request.json()) as (typeof sent)[number])
      return sent.length === 1
        ? problem(400, 'email_quota_exceeded')
        : HttpResponse.json(convocationOf([]), { status: 201 })
    }),
  )
  draw(convocationOf([], { convocation: null, actions: ['convene'] }))
  await userEvent.click(await screen.findByRole('button', { name: texts.convene }))
  const dialog = await screen.findByRole('dialog', { name: texts.modalTitle })
  expect(dialog.textContent).toContain(`${texts.mailed}Ana${texts.withoutMail}Beto`)
  expect(dialog.textContent).not.toContain(texts.replaces)
  await userEvent.type(screen.getByLabelText(/^Mensaje/), 'Traigan su cédula')
  const submit = screen.getAllByRole('button', { name: texts.convene }).at(-1)!
  await userEvent.click(submit)
  expect(await screen.findByText('Título. Qué hacer.')).toBeTruthy()
  await userEvent.click(submit)
  await waitFor(() => expect(readToasts().at(-1)?.text).toBe(texts.sent))
  expect(sent[1]).toEqual(sent[0])
  expect(sent[1]).toMatchObject({ id_solicitud: solicitud.id_solicitud, mensaje: 'Traigan su cédula' })
})

it('says that earlier answers no longer count once the date changed, and that no mail goes out', async () => {
  draw(convocationOf([], { convocation: null, moved: true, actions: ['convene'] }), false)
  expect(await screen.findByText(texts.moved)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: texts.again }))
  expect(await screen.findByText(texts.mailOff)).toBeTruthy()
})

it('warns that convening again replaces the links', async () => {
  draw(convocationOf([partyOf('Ana')]))
  await userEvent.click(await screen.findByRole('button', { name: texts.again }))
  expect(await screen.findByText(texts.replaces)).toBeTruthy()
})

it('shows the answers only to those who may not convene', async () => {
  draw(convocationOf([partyOf('Ana')], { actions: [] }))
  expect(await row('Ana')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
