import type { UserStatus } from '@foja/contracts/users'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** A user's status, as shown in the badge. */
const statuses: Record<UserStatus, string> = {
  activo: 'Activa',
  invitado: 'Invitada',
  desactivado: 'Desactivada',
}
const groups: Record<UserStatus, string> = {
  activo: 'Activas',
  invitado: 'Invitadas',
  desactivado: 'Desactivadas',
}

/** Users: list and actions. */
export const users = {
  title: 'Usuarios',
  note: { one: 'persona', other: 'personas' },
  new: 'Nueva persona',
  newShort: 'Nueva',
  import: 'Importar CSV',
  search: 'Buscar personas',
  searchPlaceholder: 'Nombre, correo o cargo',
  statusFilter: 'Qué personas',
  all: 'Todas',
  statuses,
  groups,
  roleFilter: 'Rol',
  anyRole: 'Todos los roles',
  companyFilter: 'Empresa',
  anyCompany: 'Todas las empresas',
  order: 'Ordenar por',
  orderings: {
    nombre: 'Nombre, A a Z',
    '-nombre': 'Nombre, Z a A',
    '-last_login_at': 'Entraron hace poco',
    last_login_at: 'Entraron hace más tiempo',
    '-created_at': 'Más nuevas',
    created_at: 'Más antiguas',
  },
  columns: {
    person: 'Persona',
    role: 'Rol y cargo',
    company: 'Empresa',
    status: 'Situación',
    lastLogin: 'Último ingreso',
  },
  noCompany: 'Ninguna',
  neverCame: 'Nunca',
  neverCameYet: 'Nunca ha entrado',
  cameIn: (when: string) => `Entró: ${when}`,
  totpFilter: 'Verificación en dos pasos',
  anyTotp: 'Dos pasos: todas',
  hasTotp: 'Con verificación en dos pasos',
  withTotp: 'Con dos pasos',
  noTotp: 'Sin dos pasos',
  invitedUntil: (when: string) => `Vence el ${when}`,
  lapsed: 'Invitación vencida',
  you: 'tú',
  actions: 'Acciones',
  actionsOf: (name: string) => `Acciones de ${name}`,
  edit: 'Editar',
  invite: 'Enviar otra invitación',
  password: 'Poner una contraseña',
  resetTotp: 'Quitar la verificación en dos pasos',
  endSessions: 'Cerrar sus sesiones',
  deactivate: 'Desactivar',
  reactivate: 'Reactivar',
  remove: 'Quitar de la oficina',
  emptyTitle: 'Aún no hay nadie más',
  emptyText: 'Invita a quienes trabajan contigo: cada persona entra con su correo y elige su contraseña.',
  nothingTitle: (q: string) => (q === '' ? 'Nadie coincide con los filtros' : `Nadie coincide con «${q}»`),
  nothingText: 'Prueba con menos palabras o quita los filtros.',
  clearFilters: 'Quitar los filtros',
  outside: (count: number) =>
    count === 1 ? 'Hay 1 persona fuera de los filtros' : `Hay ${count} personas fuera de los filtros`,
  outsideText: 'Entre las de los filtros, nadie coincide con lo que buscas.',
  searchAll: 'Buscar en todas',
  forbiddenTitle: 'Las personas las ve quien gestiona la oficina',
  forbiddenText: 'Para agregar a alguien o cambiar sus datos, pídeselo a quien gestiona tu oficina.',
}

export const useUsersTexts = defineTexts(users, () => import('./users.en.ts'))
