import { expect, it } from 'vitest'
import { checkDelivery, deliveryBody, emptyDelivery, itemOf, newItem, newPerson, type DeliveryDraft } from './draft.ts'

const id = 'AAAA-AAAA-AAAA-AAAA'
const draftOf = (change: Partial<DeliveryDraft> = {}): DeliveryDraft => ({
  ...emptyDelivery([newItem({ nombre: 'Cédula ' })]),
  people: [newPerson({ nombre: 'Ana', email: ' ana@cliente.example ' })],
  ...change,
})

it('sends what was typed, without blank rows', () => {
  const draft = draftOf({
    people: [newPerson(), ...draftOf().people],
    items: [newItem({ nombre: 'Cédula ', ayuda: 'Los dos lados', several: true, optional: true }), newItem()],
    mensaje: ' Gracias ',
  })
  expect(deliveryBody(draft, id)).toMatchObject({
    id_solicitud: id,
    recipients: [{ nombre: 'Ana', email: 'ana@cliente.example' }],
    requirements: [
      { nombre: 'Cédula', ayuda: 'Los dos lados', acepta: ['pdf', 'imagen'], max_files: 10, obligatorio: false },
    ],
    mensaje: 'Gracias',
    remind_every_days: 3,
  })
})

it('an item that was asked for before comes back as it was', () => {
  const asked = {
    nombre: 'Balance',
    ayuda: null,
    obligatorio: false,
    acepta: ['pdf', 'imagen', 'office'],
    max_files: 4,
  } as const
  expect(itemOf(asked)).toMatchObject({ nombre: 'Balance', ayuda: '', kinds: 'any', several: true, optional: true })
  expect(itemOf({ ...asked, acepta: ['pdf'], max_files: 1 })).toMatchObject({ kinds: 'pdf', several: false })
})

it.each<[string, Partial<DeliveryDraft>, Record<string, string>]>([
  ['nothing', {}, {}],
  ['no name', { people: [newPerson({ email: 'a@b.ec' })] }, { 'recipients.0.nombre': 'nameMissing' }],
  ['no address', { people: [newPerson({ nombre: 'Ana' })] }, { 'recipients.0.email': 'emailMissing' }],
  ['half an address', { people: [newPerson({ nombre: 'Ana', email: 'ana' })] }, { 'recipients.0.email': 'emailWrong' }],
  [
    'one address twice',
    { people: [1, 2].map(() => newPerson({ nombre: 'Ana', email: 'ana@b.ec' })) },
    { 'recipients.1.email': 'emailRepeated' },
  ],
  ['no document', { items: [newItem()] }, { 'requirements.0.nombre': 'itemMissing' }],
  [
    'only optional ones',
    { items: [newItem({ nombre: 'Carta', optional: true })] },
    { 'requirements.0.obligatorio': 'allOptional' },
  ],
  ['no day', { lastDay: '' }, { expires_at: 'dayMissing' }],
  ['a day that is over', { lastDay: '2020-01-01' }, { expires_at: 'dayPast' }],
  ['a day too far', { lastDay: '2100-01-01' }, { expires_at: 'dayFar' }],
])('with %s the draft has these faults', (_what, change, faults) => {
  expect(checkDelivery(draftOf(change))).toEqual(faults)
})
