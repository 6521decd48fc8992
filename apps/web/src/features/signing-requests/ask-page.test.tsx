import type { SigningRequest } from '@foja/contracts/signing-requests'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import * as es from '../../test/es.ts'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { AskPage } from './components/ask-page.tsx'

usePages()

const acta = '33333333-3333-4333-8333-333333333333'
const convenio = '44444444-4444-4444-8444-444444444444'
const people = [
  { nombre: 'Íñigo Núñez', email: 'inigo@nunez.ec', identificacion: '1712345678' },
  { nombre: 'Rocío Mora', email: 'rocio@mora.ec' },
]

/** The screen; the bodies that it sends are recorded, and answered by `reply`. */
function open({
  mailReady = true,
  sealMissing = null,
  reply,
  template,
}: Partial<Pick<ComponentProps<typeof AskPage>, 'mailReady' | 'sealMissing' | 'template'>> & {
  reply?: (attempt: number) => Response
} = {}) {
  const sent: Record<string, unknown>[] = []
  const onDone = vi.fn<(request: SigningRequest) => void>()
  server.use(
    http.post(at('/api/v1/create_signing_request/'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return reply?.(sent.length) ?? HttpResponse.json({ id: acta }, { status: 201 })
    }),
  )
  drawPage(
    <AskPage
      documents={[
        { id_documento: acta, nombre: 'Acta.pdf', paginas: 2, requested: false },
        { id_documento: convenio, nombre: 'Convenio.pdf', paginas: 1, requested: true },
      ]}
      chosen={[acta]}
      people={people}
      usualTitle="Arrendamiento"
      mailReady={mailReady}
      sealMissing={sealMissing}
      {...(template === undefined ? {} : { template })}
      sender="Lucía Peñaherrera"
      onDone={onDone}
    />,
  )
  return { sent, onDone }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
/** Adds a person of the case file. */
async function add(name: string) {
  await press('Del expediente')
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }))
}
/** Names of those who act in each turn. */
const turns = () =>
  screen.getAllByRole('region', { name: /^Turno/ }).map((turn) =>
    within(turn)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('p')?.textContent),
  )

it('people of the case file are added from their menu and asked at the same time', async () => {
  const { sent, onDone } = open()
  await add('Íñigo Núñez')
  await add('Rocío Mora')
  expect(screen.queryByRole('button', { name: 'Del expediente' })).toBeNull()
  expect(turns()).toEqual([['Íñigo Núñez', 'Rocío Mora']])
  expect(screen.getByText('Ahora sale a Íñigo y a Rocío.')).toBeTruthy()
  expect(screen.getByText(/^Lucía Peñaherrera te pide firmar «Acta.pdf» hasta el /)).toBeTruthy()
  await press('Enviar pedido')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent[0]).toMatchObject({
    documents: [{ id_documento: acta }],
    recipients: [
      { nombre: 'Íñigo Núñez', email: 'inigo@nunez.ec', identificacion: '1712345678', rol: 'firma', turno: 1 },
      { nombre: 'Rocío Mora', email: 'rocio@mora.ec', rol: 'firma', turno: 1 },
    ],
    remind_every_days: 3,
    send: true,
  })
})

it('Alt and the arrow keys change the turn, announce it and keep the focus', async () => {
  open()
  await add('Todos')
  const field = () => within(screen.getByText('Rocío Mora').closest('li')!).getByLabelText('Identificación')
  field().focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(turns()).toEqual([['Íñigo Núñez'], ['Rocío Mora']])
  expect(document.activeElement).toBe(field())
  expect(screen.getByText('Rocío Mora: turno 2')).toBeTruthy()
  expect(screen.getByText('después del turno anterior')).toBeTruthy()
  expect(screen.getByText('Ahora sale a Íñigo. A los demás, cuando les toque.')).toBeTruthy()
  await press('Editar a Íñigo Núñez')
  await press('Después: Íñigo Núñez')
  expect(turns()).toEqual([['Íñigo Núñez', 'Rocío Mora']])
})

it('says at each field what is missing, and keeps the focus there', async () => {
  const { sent } = open()
  await press('Enviar pedido')
  expect(await screen.findByText(es.ask.faults.nameMissing)).toBeTruthy()
  expect(screen.getByText(es.ask.faults.emailMissing)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
  await userEvent.type(screen.getByLabelText('Nombre'), 'Ana')
  expect(screen.queryByText(es.ask.faults.nameMissing)).toBeNull()
  expect(sent).toEqual([])
})

it('shows errors of the server at their field and keeps what was typed', async () => {
  const { sent, onDone } = open({
    reply: (attempt) =>
      attempt === 1
        ? problem(400, 'validation_failed', {
            errors: [{ field: 'recipients.0.email', message: 'Ese dominio no existe.' }],
          })
        : problem(400, 'date_in_past'),
  })
  await userEvent.type(await screen.findByLabelText('Nombre'), 'Ana Ríos')
  await userEvent.type(screen.getByLabelText('Correo'), 'ana@ejemplo.ec')
  await userEvent.type(screen.getByLabelText(/^Mensaje/), 'Revisa las fechas.')
  await press('Enviar pedido')
  expect(await screen.findByText('Ese dominio no existe.')).toBeTruthy()
  expect(screen.getByLabelText('Correo').getAttribute('aria-invalid')).toBe('true')
  await press('Enviar pedido')
  expect(await screen.findByText('Título. Qué hacer.')).toBeTruthy()
  expect(screen.getByLabelText('Plazo').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText(/^Mensaje/)).toHaveProperty('value', 'Revisa las fechas.')
  expect(sent[1]).toEqual(sent[0])
  expect(onDone).not.toHaveBeenCalled()
})

const ana = async () => {
  await userEvent.type(await screen.findByLabelText('Nombre'), 'Ana Ríos')
  await userEvent.type(screen.getByLabelText('Correo'), 'ana@ejemplo.ec{Enter}')
}

it('a complete recipient folds with Enter, which does not send, and opens by the name', async () => {
  const { sent } = open()
  await userEvent.type(await screen.findByLabelText('Nombre'), 'Ana Ríos{Enter}')
  expect(screen.getByLabelText('Correo')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Correo'), 'ana@ejemplo.ec{Enter}')
  expect(screen.queryByLabelText('Nombre')).toBeNull()
  expect(screen.getByText('ana@ejemplo.ec')).toBeTruthy()
  expect(document.activeElement).toBe(await button('Editar a Ana Ríos'))
  expect(sent).toEqual([])
  await press('Editar a Ana Ríos')
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
  await press('Listo')
  expect(screen.queryByLabelText('Nombre')).toBeNull()
})

it('an error opens its recipient, who stays open while it is corrected', async () => {
  open({
    reply: () =>
      problem(400, 'validation_failed', {
        errors: [{ field: 'recipients.0.email', message: 'Ese dominio no existe.' }],
      }),
  })
  await ana()
  await press('Enviar pedido')
  expect(await screen.findByText('Ese dominio no existe.')).toBeTruthy()
  const email = screen.getByLabelText('Correo')
  expect(document.activeElement).toBe(email)
  await userEvent.type(email, '.com')
  expect(screen.queryByText('Ese dominio no existe.')).toBeNull()
  expect(document.activeElement).toBe(email)
})

it('a simple signature asks for the code in place of the identification', async () => {
  const { sent } = open()
  await ana()
  await userEvent.click(screen.getByRole('combobox', { name: 'Qué hace: Ana Ríos' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Firma simple' }))
  expect(screen.queryByLabelText('Identificación')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: es.ask.mailedCode, checked: true }))
  await press('Enviar pedido')
  await vi.waitFor(() => expect(sent).toMatchObject([{ recipients: [{ rol: 'firma_simple', code: false }] }]))
})

it('asks a person for each role of a template, and makes the document with the request', async () => {
  const create = vi.fn(async () => ({ id: acta }) as SigningRequest)
  const roles = [
    { field: 'arrendador', name: 'Arrendador' },
    { field: 'arrendataria', name: 'Arrendataria' },
    { field: 'testigo', name: 'Testigo' },
  ]
  const { sent, onDone } = open({ template: { roles, create } })
  await button('Enviar pedido')
  expect(turns()).toEqual([['Arrendador', 'Arrendataria', 'Testigo']])
  expect(screen.queryByText('Convenio.pdf')).toBeNull()
  await add('Íñigo Núñez')
  expect(turns()).toEqual([['Íñigo Núñez', 'Arrendataria', 'Testigo']])
  expect(screen.getByText('Arrendador')).toBeTruthy()
  await press('Enviar pedido')
  expect(await screen.findAllByText(es.ask.faults.nameMissing)).toHaveLength(2)
  expect(create).not.toHaveBeenCalled()
  await add('Rocío Mora')
  await press('Quitar a Testigo')
  await press('Enviar pedido')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(create.mock.calls[0]).toMatchObject([
    {
      recipients: [
        { nombre: 'Íñigo Núñez', email: 'inigo@nunez.ec', field: 'arrendador', turno: 1 },
        { nombre: 'Rocío Mora', email: 'rocio@mora.ec', field: 'arrendataria', turno: 1 },
      ],
      send: true,
    },
  ])
  expect(sent).toEqual([])
})

it('keeps a draft without sending it', async () => {
  const { sent, onDone } = open()
  await add('Rocío Mora')
  await press('Guardar borrador')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent).toMatchObject([{ send: false }])
})

it('a document that waits for signatures cannot be chosen again', async () => {
  open()
  expect(await screen.findByText('Ya espera firmas')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Convenio.pdf' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Acta.pdf' }))
  expect(screen.getByText(/te pide firmar los documentos que elijas hasta el/)).toBeTruthy()
  await press('Enviar pedido')
  expect(await screen.findByText(es.ask.faults.documentsMissing)).toBeTruthy()
})

it('without a mail server it says that the links will be there to copy', async () => {
  open({ mailReady: false })
  expect(await screen.findByText(es.ask.mailOff)).toBeTruthy()
})

it('without a mail server the code of a simple signature is off, and says why', async () => {
  const { sent } = open({ mailReady: false })
  await ana()
  await userEvent.click(screen.getByRole('combobox', { name: 'Qué hace: Ana Ríos' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Firma simple' }))
  const code = screen.getByRole('checkbox', { name: es.ask.mailedCode })
  expect([code.hasAttribute('disabled'), (code as HTMLInputElement).checked]).toEqual([true, false])
  expect(screen.getByText(es.ask.codeNeedsMail)).toBeTruthy()
  await press('Enviar pedido')
  await vi.waitFor(() => expect(sent).toMatchObject([{ recipients: [{ rol: 'firma_simple', code: false }] }]))
})

it.each(['upload', 'ask'] as const)(
  'a missing seal of the office is said with the first simple signature: %s',
  async (sealMissing) => {
    open({ sealMissing })
    await ana()
    const text = es.ask.sealMissing[sealMissing]
    expect(screen.queryByText(text)).toBeNull()
    await userEvent.click(screen.getByRole('combobox', { name: 'Qué hace: Ana Ríos' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Firma simple' }))
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryAllByRole('link', { name: 'Ajustes de firma' })).toHaveLength(sealMissing === 'upload' ? 1 : 0)
  },
)

it('on a case with an appointment all parties are recipients at first, each address once', async () => {
  drawPage(
    <AskPage
      documents={[{ id_documento: acta, nombre: 'Acta.pdf', paginas: 2, requested: false }]}
      chosen={[acta]}
      people={[...people, { nombre: 'Íñigo otra vez', email: 'INIGO@nunez.ec' }]}
      asksAll
      usualTitle="Arrendamiento"
      mailReady
      sender="Lucía Peñaherrera"
      onDone={() => {}}
    />,
  )
  expect(await screen.findByText('Ahora sale a Íñigo y a Rocío.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Del expediente' })).toBeNull()
})
