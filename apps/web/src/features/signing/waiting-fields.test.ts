import { expect, it } from 'vitest'
import { titlesOf } from './waiting-fields.ts'

const field = (name: string, label?: string) => ({ name, label, position: null })

it('signature fields have their author’s label, and also their name where labels repeat', () => {
  expect(titlesOf([field('firma_1', 'Firma del arrendatario'), field('Signature2')])).toEqual([
    'Firma del arrendatario',
    'Signature2',
  ])
  expect(titlesOf([field('a', 'Firma'), field('b', 'Firma'), field('c', 'Visto bueno')])).toEqual([
    'Firma · a',
    'Firma · b',
    'Visto bueno',
  ])
})
