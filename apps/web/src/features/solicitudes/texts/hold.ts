import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** The hold of a case file. */
export const hold = {
  title: 'Retener el expediente',
  text: 'Mientras esté retenido, ni su plazo ni una persona lo llevan a la papelera.',
  reason: 'Motivo',
  reasonMissing: 'Escribe el motivo: queda en la historia.',
  submit: 'Retener',
  done: 'Expediente retenido',
  heldTitle: 'Expediente retenido',
  by: (name: string, date: string) => `Lo retuvo ${name} el ${date}.`,
  release: 'Soltar',
  released: 'Expediente suelto',
}

export const useHoldTexts = defineTexts(hold, () => import('./hold.en.ts'))
