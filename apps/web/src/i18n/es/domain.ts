import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import type { EventAction } from '@foja/contracts/events'
import type { Role } from '@foja/contracts/roles'

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

type EventNames = { who: string; document: string }

const events: Record<EventAction, (names: EventNames) => string> = {
  'setup.completed': ({ who }) => `${who} instaló Foja`,
  'solicitud_main.created': ({ who }) => `${who} creó la solicitud`,
  'document.uploaded': ({ who, document }) => `${who} subió ${document}`,
  'document.signed': ({ who, document }) => `${who} firmó ${document}`,
  'document.extended': ({ who, document }) => `${who} reforzó las firmas de ${document}`,
  'document.evidence_exported': ({ who, document }) => `${who} descargó las evidencias de ${document}`,
  'share.created': ({ who, document }) => `${who} compartió ${document}`,
  'share.opened': ({ document }) => `Abrieron el enlace de ${document}`,
  'share.removed': ({ who, document }) => `${who} anuló un enlace de ${document}`,
  'signer.uploaded': ({ who }) => `${who} guardó su certificado`,
  'signer.removed': ({ who }) => `${who} borró su certificado`,
  'signing.configured': ({ who }) => `${who} cambió cómo se firma`,
  'trust_anchor.added': ({ who }) => `${who} añadió una autoridad`,
  'trust_anchor.removed': ({ who }) => `${who} quitó una autoridad`,
  'session.started': ({ who }) => `${who} ingresó`,
  'session.ended': ({ who }) => `${who} salió`,
  'session.reuse_detected': ({ who }) => `Se cerró una sesión sospechosa de ${who}`,
}

export const domain = {
  solicitudStatus,
  mediation,
  roles,
  events,
  someone: 'Alguien',
  aDocument: 'un documento',
  signed: {
    none: 'Sin firmas',
    valid: { one: 'firma válida', other: 'firmas válidas' },
    indeterminate: { one: 'firma por confirmar', other: 'firmas por confirmar' },
    invalid: 'Modificado tras firmar',
  },
  pages: { one: 'página', other: 'páginas' },
  version: (version: number) => `v${version}`,
  retry: 'Reintentar',
  loadFailedTitle: 'No pudimos cargar esto',
  loadFailedText: 'Se cortó la conexión con el servidor. Lo guardado está a salvo: reintenta en un momento.',
  tryAgainLater: 'El servidor no respondió. Vuelve a intentarlo en un momento.',
}
