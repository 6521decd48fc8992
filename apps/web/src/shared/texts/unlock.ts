import { defineTexts } from '../../lib/texts/define-texts.ts'

export const unlock = {
  needed: 'Pide contraseña para abrirse.',
  label: 'Contraseña del archivo',
  hint: 'Se guardará una copia sin contraseña.',
  open: 'Abrir',
  missing: 'Escribe la contraseña.',
  wrong: 'Esa contraseña no abre el archivo. Prueba otra vez.',
  unanswered: 'No se pudo abrir. Revisa tu conexión y prueba otra vez.',
}

export const useUnlockTexts = defineTexts(unlock, () => import('./unlock.en.ts'))
