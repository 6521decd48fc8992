import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const provisioning = {
  title: 'Cuentas de la oficina',
  enabled: 'Crear la cuenta en el primer ingreso',
  enabledHint: (provider: string) =>
    `Quien ingresa con ${provider} y tiene un correo de estos dominios entra sin invitación.`,
  people: { one: '1 cuenta creada así', other: (count: string) => `${count} cuentas creadas así` },
  domains: 'Dominios de correo',
  domainsHint: 'Uno por línea, sin la @: oficina.ec. Solo cuenta el dominio exacto.',
  domainsNone: 'Ninguno todavía: nadie entra así. Los pone un administrador de Foja.',
  domainsMissing: 'Escribe al menos un dominio; sin él no entra nadie.',
  role: 'Rol de quien entra',
  roleHint: 'Si no está en ninguno de los grupos de abajo.',
  groups: 'Rol según el grupo',
  groupsHint:
    'El grupo, como lo nombra el proveedor. Cuenta la primera fila en la que esté la persona, en cada ingreso. Sin filas, el rol se cambia en «Usuarios».',
  group: (place: number) => `Grupo ${place}`,
  groupRole: (place: number) => `Rol del grupo ${place}`,
  groupMissing: 'Escribe el grupo o quita la fila.',
  add: 'Agregar grupo',
  remove: (place: number) => `Quitar el grupo ${place}`,
  save: 'Guardar',
  saved: 'Cambios guardados.',
}

export const useProvisioningTexts = defineTexts(provisioning, () => import('./provisioning.en.ts'))
