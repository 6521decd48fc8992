import type { Role } from '@foja/contracts/roles'

export type SampleKey = 'rocio' | 'esteban' | 'paulina' | 'gabriel' | 'daniela' | 'hernan'

/**
 * A user of the sample office. `daysAgo` is their creation, `hoursAgo` the earliest time of their last sign-in; null:
 * never. The addresses are of a reserved domain (RFC 2606, 2), and nothing is sent there.
 */
export type SamplePerson = {
  key: SampleKey
  nombre: string
  email: string
  role: Role
  cargo: string
  telefono: string | null
  daysAgo: number
  hoursAgo: number | null
  state: 'activo' | 'invitado' | 'desactivado'
}

export const samplePeople: readonly SamplePerson[] = [
  {
    key: 'rocio',
    nombre: 'Rocío Maldonado Vaca',
    email: 'rocio.maldonado@oficina.example',
    role: 'gestor',
    cargo: 'Coordinadora del centro',
    telefono: '+593 2 255 0147',
    daysAgo: 412,
    hoursAgo: 3,
    state: 'activo',
  },
  {
    key: 'esteban',
    nombre: 'Esteban Carrión Luzuriaga',
    email: 'esteban.carrion@oficina.example',
    role: 'mediador',
    cargo: 'Mediador',
    telefono: '+593 99 555 0182',
    daysAgo: 398,
    hoursAgo: 20,
    state: 'activo',
  },
  {
    key: 'paulina',
    nombre: 'Paulina Freire Nájera',
    email: 'paulina.freire@oficina.example',
    role: 'mediador',
    cargo: 'Mediadora de familia',
    telefono: '+593 98 555 0119',
    daysAgo: 205,
    hoursAgo: 52,
    state: 'activo',
  },
  {
    key: 'gabriel',
    nombre: 'Gabriel Toapanta Chiriboga',
    email: 'gabriel.toapanta@oficina.example',
    role: 'usuario',
    cargo: 'Secretario del centro',
    telefono: '+593 2 255 0147 ext. 3',
    daysAgo: 121,
    hoursAgo: 1,
    state: 'activo',
  },
  {
    key: 'daniela',
    nombre: 'Daniela Espín Carvajal',
    email: 'daniela.espin@oficina.example',
    role: 'usuario',
    cargo: 'Recepción',
    telefono: null,
    daysAgo: 1,
    hoursAgo: null,
    state: 'invitado',
  },
  {
    key: 'hernan',
    nombre: 'Hernán Villacís Pozo',
    email: 'hernan.villacis@oficina.example',
    role: 'mediador',
    cargo: 'Mediador',
    telefono: null,
    daysAgo: 366,
    hoursAgo: 24 * 30,
    state: 'desactivado',
  },
]

/** The sample company, separate from the new one; the tax id belongs to no company. */
export const sampleCompany = {
  nombre: 'Cóndor Andino (ejemplo)',
  identificacion: '1799904272001',
  pais: 'EC',
  email: 'centro@oficina.example',
  telefono: '+593 2 255 0147',
  direccion: 'Av. Amazonas N24-155 y Foch, piso 3, Quito',
} as const

export const sampleLogo = 'logo.png'

/** Days since its creation. */
export const sampleCompanyDaysAgo = 420
