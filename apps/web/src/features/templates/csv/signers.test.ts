import { describe, expect, it } from 'vitest'
import { makeField } from '../test/make.ts'
import { readSigners, signerTitles, usualSigner, type Signer } from './signers.ts'

const owner = makeField('f1', { type: 'signature', label: 'Firma 1', role: 'Arrendador' })
const tenant = makeField('f2', { type: 'signature', label: 'Arrendataria' })
const roles = [owner, tenant]

describe('the columns of a role', () => {
  it('are those that name it', () => {
    const header = ['Inmueble', 'Correo de la arrendataria', 'Arrendataria', 'ARRENDADOR', 'E-mail arrendador']
    expect(usualSigner(owner, roles, header)).toMatchObject({ nombre: 'ARRENDADOR', email: 'E-mail arrendador' })
    expect(usualSigner(tenant, roles, header)).toMatchObject({
      nombre: 'Arrendataria',
      email: 'Correo de la arrendataria',
    })
  })

  it('of the sample file are found again, also where a name contains another', () => {
    const three = [...roles, makeField('f3', { type: 'signature', label: 'Arrendadora 2' })]
    const header = [
      'Inmueble',
      ...three.toReversed().flatMap((role) => signerTitles(role, { nombre: 'Nombre', email: 'Correo' })),
    ]
    for (const role of three) {
      const [nombre, email] = signerTitles(role, { nombre: 'Nombre', email: 'Correo' })
      expect(usualSigner(role, three, header)).toMatchObject({ nombre, email })
    }
  })

  it('are the usual ones where one person signs', () => {
    const header = ['Cédula', 'Nombre completo', 'Correo']
    expect(usualSigner(tenant, [tenant], header)).toMatchObject({ nombre: 'Nombre completo', email: 'Correo' })
    expect(usualSigner(tenant, roles, header)).toMatchObject({ nombre: '', email: '' })
  })
})

describe('the people of a row', () => {
  const header = ['Nombre', 'Correo']
  const fromColumns: Signer = { source: 'column', nombre: 'Nombre', email: 'Correo', rol: 'firma_simple' }
  const same: Signer = { source: 'same', nombre: 'Dueña', email: 'duena@casa.ec', rol: 'firma' }
  const read = (cells: string[], f1: Signer = same, mailReady = true) =>
    readSigners(cells, header, roles, { f1, f2: fromColumns }, mailReady)

  it('come from its cells, or are the same in all rows', () => {
    expect(read([' Ana ', 'ana@casa.ec '])).toEqual({
      recipients: [
        { nombre: 'Dueña', email: 'duena@casa.ec', rol: 'firma', field: 'f1' },
        { nombre: 'Ana', email: 'ana@casa.ec', rol: 'firma_simple', field: 'f2' },
      ],
      faults: [],
    })
    expect(read(['Ana', 'ana@casa.ec'], { ...same, source: 'none' }).recipients).toHaveLength(1)
  })

  it('need no code where no mail can be sent', () => {
    const [owner, tenant] = read(['Ana', 'ana@casa.ec'], same, false).recipients
    expect([owner?.code, tenant?.code]).toEqual([undefined, false])
  })

  it('are wrong without a name or an address', () => {
    expect(read(['', 'ana@casa.ec']).faults).toEqual([{ key: 'f2', fault: 'personMissing' }])
    expect(read(['Ana']).faults).toEqual([{ key: 'f2', fault: 'personMissing' }])
    expect(read(['Ana', 'ana.casa.ec']).faults).toEqual([{ key: 'f2', fault: 'emailWrong' }])
    expect(read(['Ana', 'ana@casa.ec'], { ...same, email: '' }).faults).toEqual([{ key: 'f1', fault: 'personMissing' }])
  })
})
