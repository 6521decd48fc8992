import type { UserStatus } from '@foja/contracts/users'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** A user's status, as shown in the badge. */
const statuses: Record<UserStatus, string> = {
  activo: 'Activo',
  invitado: 'Invitado',
  desactivado: 'Desactivado',
}
const groups: Record<UserStatus, string> = {
  activo: 'Activos',
  invitado: 'Invitados',
  desactivado: 'Desactivados',
}

/** Users: list and actions. */
export const users = {
  title: 'Usuarios',
  note: { one: 'usuario', other: 'usuarios' },
  new: 'Nuevo usuario',
  newShort: 'Nuevo',
  import: 'Importar CSV',
  search: 'Buscar usuarios',
  searchPlaceholder: 'Nombre, correo o cargo',
  statusFilter: 'Estado',
  all: 'Todos',
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
    '-last_login_at': 'Ingresaron hace poco',
    last_login_at: 'Ingresaron hace más tiempo',
    '-created_at': 'Más nuevos',
    created_at: 'Más antiguos',
  },
  columns: {
    person: 'Usuario',
    role: 'Rol y cargo',
    company: 'Empresa',
    status: 'Estado',
    lastLogin: 'Último ingreso',
  },
  noCompany: 'Ninguna',
  neverCame: 'Nunca',
  neverCameYet: 'Nunca ha ingresado',
  cameIn: (when: string) => `Ingresó: ${when}`,
  totpFilter: 'Verificación en dos pasos',
  anyTotp: 'Dos pasos: todos',
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
  emptyText: 'Invita a quienes trabajan contigo: cada persona ingresa con su correo y elige su contraseña.',
  nothingTitle: (q: string) => (q === '' ? 'Nadie coincide con los filtros' : `Nadie coincide con «${q}»`),
  nothingText: 'Prueba con menos palabras o quita los filtros.',
  clearFilters: 'Quitar los filtros',
  outside: (count: number) =>
    count === 1 ? 'Hay 1 usuario fuera de los filtros' : `Hay ${count} usuarios fuera de los filtros`,
  outsideText: 'Entre los de los filtros, nadie coincide con lo que buscas.',
  searchAll: 'Buscar en todos',
  forbiddenTitle: 'Solo un administrador ve los usuarios',
  forbiddenText: 'Para agregar a alguien o cambiar sus datos, pídeselo a tu administrador.',
}

export const useUsersTexts = defineTexts(users, () => import('./users.en.ts'))
