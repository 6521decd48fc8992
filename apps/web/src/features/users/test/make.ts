import type { ListedUser } from '@foja/contracts/users'

const company = '22222222-2222-4222-8222-222222222222'
export const idMarta = '33333333-3333-4333-8333-333333333333'
const at = '2026-11-12T10:00:00.000Z'

/** An active user with every action allowed. */
export const makeUser = (change: Partial<ListedUser> = {}): ListedUser => ({
  id: idMarta,
  email: 'marta@condorandino.ec',
  nombre: 'Marta Ibáñez',
  role: 'mediador',
  id_company: company,
  company: { id: company, nombre: 'Cóndor Andino', pais: 'EC', has_logo: false },
  cargo: 'Mediadora',
  telefono: null,
  activo: true,
  has_signature: false,
  last_login_at: null,
  created_at: at,
  status: 'activo',
  has_totp: false,
  has_passkey: false,
  invitation_expires_at: null,
  open_cases: 0,
  actions: ['update', 'role', 'password', 'deactivate', 'remove'],
  ...change,
})
