import type { Company } from '@foja/contracts/companies'

export const idCompany = '22222222-2222-4222-8222-222222222222'

/** An active company with every field set and every action allowed. */
export const makeCompany = (change: Partial<Company> = {}): Company => ({
  id: idCompany,
  nombre: 'Centro de Mediación Cóndor Andino',
  identificacion: '1790016919001',
  pais: 'EC',
  email: 'oficina@condorandino.ec',
  telefono: null,
  direccion: null,
  activa: true,
  exige_totp: false,
  exige_passkey: false,
  embed_origins: [],
  has_logo: false,
  created_at: '2026-11-12T10:00:00.000Z',
  usuarios: 6,
  expedientes: 12,
  actions: ['update', 'deactivate', 'remove', 'settings'],
  ...change,
})
