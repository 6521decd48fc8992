import { defineTexts } from '../../lib/texts/define-texts.ts'

export const leaving = {
  unsaved: 'Lo que escribiste no se ha guardado.',
  stay: 'Seguir escribiendo',
  leave: 'Cerrar sin guardar',
}

export const useLeavingTexts = defineTexts(leaving, () => import('./leaving.en.ts'))
