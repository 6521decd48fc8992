import type { domain } from './domain.ts'

export const en = {
  solicitudStatus: { pendiente: 'Pending', agendado: 'Scheduled', concluido: 'Concluded' },
  mediation: {
    sin_iniciar: 'Not started',
    en_proceso: 'In progress',
    acuerdo_total: 'Full agreement',
    acuerdo_parcial: 'Partial agreement',
    sin_acuerdo: 'No agreement',
    no_realizada: 'Not held',
  },
  roles: { admin: 'Administration', gestor: 'Management', mediador: 'Mediation', usuario: 'User' },
  signed: {
    none: 'No signatures',
    valid: { one: 'valid signature', other: 'valid signatures' },
    simple: { one: 'simple signature', other: 'simple signatures' },
    someSimple: (words, simple) => `${words}, ${simple} simple`,
    indeterminate: { one: 'signature to confirm', other: 'signatures to confirm' },
    invalid: 'Changed after signing',
  },
  status: 'Status',
  part: {
    sent: (done, total) => `${done} of ${total} sent`,
    concluded: (done, total) => `${done} of ${total} concluded`,
  },
  pages: { one: 'page', other: 'pages' },
  version: (version) => `v${version}`,
  retry: 'Try again',
  loadFailedTitle: 'We could not load this',
  loadFailedText: 'The connection with the server was lost. What was saved is safe: try again in a moment.',
  supportCode: 'Code for support:',
  stale: 'It could not be updated. You see what was loaded before.',
  localLink: 'This link only opens on this computer. To send it, set PUBLIC_URL.',
  tryAgainLater: 'The server did not answer. Try again in a moment.',
} satisfies typeof domain
