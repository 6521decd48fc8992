import { defineTexts } from '../../lib/texts/define-texts.ts'

/** Until when people are asked, and how often they are reminded. */
export const term = {
  term: 'Plazo',
  remind: 'Recordar',
  remindOptions: { none: 'No recordar', one: 'Cada día', other: (days: number) => `Cada ${days} días` },
  faults: {
    dayMissing: 'Elige hasta cuándo.',
    dayPast: 'Elige hoy o una fecha que venga.',
    dayFar: 'Elige una fecha dentro de los próximos 180 días.',
  },
}

export const useTermTexts = defineTexts(term, () => import('./term.en.ts'))
