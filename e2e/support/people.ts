import type { Role } from '@foja/contracts/roles'

export const admin = {
  company: 'Centro de Mediación Cóndor Andino',
  name: 'Lucía Peñaherrera',
  email: 'lucia@condorandino.ec',
  password: 'una frase larga y fácil',
}

/** Users of the office; all have the administrator's password. */
export type Colleague = { name: string; email: string; role: Role }

export const people = {
  admin: { name: admin.name, email: admin.email, role: 'admin' },
  gestor: { name: 'Gustavo Andrade Peña', email: 'gustavo@condorandino.ec', role: 'gestor' },
  mediador: { name: 'Marta Ibáñez Cañizares', email: 'marta@condorandino.ec', role: 'mediador' },
  otherMediador: { name: 'Elena Ruiz Muñoz', email: 'elena@condorandino.ec', role: 'mediador' },
  usuario: { name: 'Úrsula Vega Ñauñay', email: 'ursula@condorandino.ec', role: 'usuario' },
} as const satisfies Record<string, Colleague>

/** Inactive users: one invited, one deactivated. */
export const absent = {
  invited: { name: 'Irene Salas Duque', email: 'irene@condorandino.ec', role: 'usuario' },
  gone: { name: 'Bruno Cajas Vera', email: 'bruno@condorandino.ec', role: 'mediador' },
} as const satisfies Record<string, Colleague>
