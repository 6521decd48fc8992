import { expect, it } from 'vitest'
import { mayRecipient, recipientActs } from './recipient-rules.ts'
import {
  convenedRole,
  deliveryRole,
  isSigner,
  recipientRoles,
  recipientStatuses,
  requirementStatuses,
  signingRequestStatuses,
  type RecipientFields,
} from './request-states.ts'
import { mayRequirement } from './requirement-rules.ts'

/** Written by hand: every combination that allows something, as `role status request [fields]: acts`. */
const allowed = [
  'firma enviado enviada open: read fill decline delegate',
  'firma visto enviada open: read fill decline delegate',
  'firma en_espera enviada filled: read',
  'firma_simple enviado enviada open: read fill decline delegate',
  'firma_simple visto enviada open: read fill decline delegate',
  'firma_simple en_espera enviada filled: read',
  'firma enviado enviada: read sign decline delegate',
  'firma visto enviada: read sign decline delegate',
  'firma firmado enviada: read',
  'firma aprobado enviada: read',
  'firma enviado completada: read download',
  'firma visto completada: read download',
  'firma firmado completada: read download',
  'firma aprobado completada: read download',
  'firma_simple enviado enviada: read sign_simple decline delegate',
  'firma_simple visto enviada: read sign_simple decline delegate',
  'firma_simple firmado enviada: read',
  'firma_simple aprobado enviada: read',
  'firma_simple enviado completada: read download',
  'firma_simple visto completada: read download',
  'firma_simple firmado completada: read download',
  'firma_simple aprobado completada: read download',
  'aprueba enviado enviada: read approve decline delegate',
  'aprueba visto enviada: read approve decline delegate',
  'aprueba firmado enviada: read',
  'aprueba aprobado enviada: read',
  'aprueba enviado completada: read download',
  'aprueba visto completada: read download',
  'aprueba firmado completada: read download',
  'aprueba aprobado completada: read download',
  'copia enviado completada: read download',
  'copia visto completada: read download',
  'copia firmado completada: read download',
  'copia aprobado completada: read download',
  'entrega enviado enviada: read deliver',
  'entrega visto enviada: read deliver',
  'entrega entregado enviada: read deliver',
  'entrega enviado completada: read',
  'entrega visto completada: read',
  'entrega entregado completada: read',
  'convocado enviado enviada: read answer',
  'convocado visto enviada: read answer',
  'convocado respondido enviada: read answer',
]

it('recipients may do these acts and no others', () => {
  const found: string[] = []
  for (const rol of [...recipientRoles, deliveryRole, convenedRole] as const) {
    for (const request of signingRequestStatuses) {
      for (const status of recipientStatuses) {
        const actsWith = (fields: RecipientFields) => {
          const state = { rol, status, request, mayDelegate: true, fields }
          return recipientActs.filter((act) => mayRecipient(act, state)).join(' ')
        }
        const acts = actsWith('none')
        if (acts !== '') found.push(`${rol} ${status} ${request}: ${acts}`)
        for (const fields of isSigner(rol) ? (['open', 'filled'] as const) : []) {
          const other = actsWith(fields)
          if (other !== acts) found.push(`${rol} ${status} ${request} ${fields}: ${other}`)
        }
      }
    }
  }
  expect(found.toSorted()).toEqual(allowed.toSorted())
})

it('no recipient delegates where the sender does not allow it', () => {
  const state = { rol: 'firma', status: 'visto', request: 'enviada', fields: 'none' } as const
  expect(mayRecipient('delegate', { ...state, mayDelegate: true })).toBe(true)
  expect(mayRecipient('delegate', { ...state, mayDelegate: false })).toBe(false)
})

it('requirements are delivered until they are accepted, and reviewed once they have arrived', () => {
  const acts = ['deliver', 'withdraw', 'review'] as const
  const found = requirementStatuses.map(
    (status) => `${status}: ${acts.filter((act) => mayRequirement(act, status)).join(' ')}`,
  )
  expect(found).toEqual(['pendiente: deliver', 'recibido: deliver withdraw review', 'aceptado: ', 'observado: deliver'])
})
