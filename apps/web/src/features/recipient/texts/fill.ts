import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** The fields of a document that its recipient fills. */
export const fill = {
  title: 'Tus datos',
  noneSigns: 'Nadie firma hasta que estén los datos de todos. Después ya no se pueden cambiar.',
  submit: 'Guardar mis datos',
  failed: 'No se guardaron tus datos',
  unanswered: 'Se cortó la conexión. Lo que escribiste sigue aquí: vuelve a intentarlo.',
}

export const useFillTexts = defineTexts(fill, () => import('./fill.en.ts'))
