import { describe, expect, it } from 'vitest'
import { en } from '../texts/user-import.en.ts'
import { userImport as es } from '../texts/user-import.ts'
import { writeCsv } from '../../../lib/files/csv.ts'
import { readPeopleFile, readPeopleText, roleOf } from './read-people.ts'

const file = (text: string) => new File([text], 'personas.csv')
const ana = { nombre: 'Ana Pérez', email: 'ana@x.ec', role: 'mediador', cargo: 'Mediadora', telefono: '' }

describe('reading a list of users', () => {
  it.each([
    ['Nombre;Correo;Rol;Cargo\nAna Pérez;ana@x.ec;Mediación;Mediadora', 'a file of Excel'],
    ['e-mail,Full Name,ROLE,Job title\nana@x.ec,Ana Pérez,mediator,Mediadora', 'columns in another order and language'],
    [
      'NOMBRES Y APELLIDOS;Correo electrónico;rol;puesto;Notas\n Ana Pérez ;ana@x.ec;mediador;Mediadora;x',
      'what is not known',
    ],
  ])('accepts %j (%s)', async (text) => {
    expect(await readPeopleFile(file(text))).toMatchObject({ rows: [ana] })
  })

  it('accepts rows pasted from a spreadsheet', () => {
    const text = 'Nombre\tCorreo\tCargo\nAna Pérez\tana@x.ec\tMediadora\n'
    expect(readPeopleText(text)).toMatchObject({ rows: [{ ...ana, role: 'usuario' }] })
  })

  it('accepts its own template in both languages', async () => {
    for (const { modelRows } of [es, en]) {
      const read = await readPeopleFile(file(writeCsv(modelRows, ';')))
      expect('rows' in read && read.rows.map(({ role }) => role)).toEqual(['mediador', 'usuario'])
      expect('rows' in read && read.rows[0]).toMatchObject({ nombre: 'Ana Pérez Mora', telefono: '+593 99 123 4567' })
    }
  })

  it('keeps an unknown role as written, so that the server reports it', () => {
    expect([roleOf(' Gestora '), roleOf('Administración'), roleOf(''), roleOf(' Jefe ')]).toEqual([
      'gestor',
      'admin',
      'usuario',
      'Jefe',
    ])
  })

  it('reports missing columns and rows', async () => {
    const fault = async (text: string) => {
      const read = await readPeopleFile(file(text))
      return 'fault' in read ? read.fault.code : null
    }
    expect(await fault('Ana;ana@x.ec\nLuis;luis@x.ec')).toBe('noColumns')
    expect(await fault('Nombre;Correo')).toBe('empty')
    expect(await fault(`Nombre;Correo\n${'a;b\n'.repeat(501)}`)).toBe('tooMany')
    expect(readPeopleText('Nombre\tCorreo')).toEqual({ fault: { code: 'empty' } })
    expect(readPeopleText(`Nombre\tCorreo\n${'a\tb\n'.repeat(501)}`)).toEqual({
      fault: { code: 'tooMany', count: 501 },
    })
  })
})
