import type { MediationStatus } from '@foja/contracts/states'
import type { Locale } from './locale.ts'

/** Names of the mediation states, for messages and reports. */
export const statusMediacionWords: Record<Locale, Record<MediationStatus, string>> = {
  es: {
    sin_iniciar: 'Sin iniciar',
    en_proceso: 'En proceso',
    acuerdo_total: 'Acuerdo total',
    acuerdo_parcial: 'Acuerdo parcial',
    sin_acuerdo: 'Sin acuerdo',
    no_realizada: 'No realizada',
  },
  en: {
    sin_iniciar: 'Not started',
    en_proceso: 'In progress',
    acuerdo_total: 'Full agreement',
    acuerdo_parcial: 'Partial agreement',
    sin_acuerdo: 'No agreement',
    no_realizada: 'Not held',
  },
}
