import { defineTexts } from '../../lib/texts/define-texts.ts'

/** The controls of a template's fields. */
export const templateForm = {
  requiredNote: 'Los campos con * son obligatorios.',
  upTo: (count: number) => `Hasta ${count} caracteres`,
  qr: 'Se dibuja como código QR.',
  like: (sample: string) => `Como ${sample}`,
  none: 'Ninguna',
  chooseImage: 'Elegir imagen',
  changeImage: 'Cambiar',
  removeImage: (label: string) => `Quitar la imagen de ${label}`,
  imageHint: 'PNG o JPEG. Si pesa mucho, la reducimos.',
  imageOf: (label: string) => `Imagen de ${label}`,
  imageRefused: {
    unreadable: 'No podemos abrir esa imagen. Guárdala como PNG o JPEG.',
    too_large: 'Esa imagen pesa demasiado incluso reducida. Elige otra más pequeña.',
  },
}

export const useTemplateFormTexts = defineTexts(templateForm, () => import('./template-form.en.ts'))
