import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import type { Role } from '@foja/contracts/roles'
import { defineTexts } from '../../lib/texts/define-texts.ts'

const solicitudStatus: Record<SolicitudStatus, string> = {
  pendiente: 'Pendiente',
  agendado: 'Agendado',
  concluido: 'Concluido',
}

const mediation: Record<MediationStatus, string> = {
  sin_iniciar: 'Sin iniciar',
  en_proceso: 'En proceso',
  acuerdo_total: 'Acuerdo total',
  acuerdo_parcial: 'Acuerdo parcial',
  sin_acuerdo: 'Sin acuerdo',
  no_realizada: 'No realizada',
}

const roles: Record<Role, string> = {
  admin: 'Administración',
  gestor: 'Gestión',
  mediador: 'Mediación',
  usuario: 'Usuario',
}

export const domain = {
  solicitudStatus,
  mediation,
  roles,
  signed: {
    none: 'Sin firmas',
    valid: { one: 'firma válida', other: 'firmas válidas' },
    /** None of them is by certificate. */
    simple: { one: 'firma simple', other: 'firmas simples' },
    someSimple: (words: string, simple: string) => `${words}, ${simple} simple`,
    indeterminate: { one: 'firma por confirmar', other: 'firmas por confirmar' },
    invalid: 'Modificado tras firmar',
  },
  status: 'Estado',
  /** How many of several requests have advanced. */
  part: {
    sent: (done: number, total: number) => `Enviadas ${done} de ${total}`,
    concluded: (done: number, total: number) => `Concluidas ${done} de ${total}`,
  },
  pages: { one: 'página', other: 'páginas' },
  version: (version: number) => `v${version}`,
  retry: 'Reintentar',
  loadFailedTitle: 'No pudimos cargar esto',
  loadFailedText: 'Se cortó la conexión con el servidor. Lo guardado está a salvo: reintenta en un momento.',
  supportCode: 'Código para soporte:',
  stale: 'No se pudo actualizar. Ves lo que se cargó antes.',
  localLink: 'Este enlace solo se abre en este equipo. Para enviarlo, configura PUBLIC_URL.',
  tryAgainLater: 'El servidor no respondió. Vuelve a intentarlo en un momento.',
}

export const useDomainTexts = defineTexts(domain, () => import('./domain.en.ts'))
