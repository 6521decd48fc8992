import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const mediation = {
  title: 'Mediación',
  none: 'Todavía no hay documentos.',
  results: 'Resultado por documento',
  resultsOf: (done: number, total: number) => `${done} de ${total}`,
  register: 'Registrar resultado',
  mixed: 'Varios resultados',
  modalTitle: 'Registrar resultado',
  modalText: 'Elige cómo terminó. Si la mediación no había empezado, Foja la da por empezada.',
  document: 'Documento',
  now: 'Ahora',
  next: 'Resultado',
  reason: 'Motivo',
  reasonHint: 'Queda en el historial.',
  reopenHint: 'Di por qué se vuelve a abrir. Queda en el historial.',
  reasonMissing: 'Escribe el motivo: hace falta para reabrir la mediación.',
  choose: 'Elige el resultado.',
  save: 'Guardar',
  saved: (document: string, status: string) => `«${document}»: ${status}`,
  savedAll: (count: number, status: string) => `${count} documentos: ${status}`,
  all: 'Lo mismo para todos',
  allOpen: (count: number) => `Los ${count} documentos sin resultado.`,
  allAlike: (count: number) => `Los ${count} documentos con este resultado.`,
  failed: 'No se pudo guardar',
  stale: 'Otra persona lo cambió. Este es su estado actual: elige otra vez.',
  outcomes: {
    en_proceso: 'Empieza o se vuelve a abrir la mediación.',
    acuerdo_total: 'Las partes acordaron todo.',
    acuerdo_parcial: 'Acordaron una parte; el resto sigue abierto.',
    sin_acuerdo: 'Se reunieron y no acordaron.',
    no_realizada: 'La cita no se realizó.',
    sin_iniciar: 'Todavía no empieza.',
  },
}

export const useMediationTexts = defineTexts(mediation, () => import('./mediation.en.ts'))
