import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const advancedOptions = {
  noTsa: 'Sin sello de tiempo: la oficina no tiene una autoridad de sellado configurada.',
  everyPage: 'En todas las páginas',
  everyPageHint: 'El sello se repite en cada página; la firma es una sola.',
  certify: 'Después de tu firma',
  certifyHint: 'Si alguien hace un cambio que no permites, tu firma dejará de ser válida.',
  certifications: {
    0: 'Sin restricciones',
    1: 'No se permite ningún cambio',
    2: 'Solo llenar campos y firmar',
    3: 'Llenar, firmar y comentar',
  },
}

export const useAdvancedOptionsTexts = defineTexts(advancedOptions, () => import('./advanced-options.en.ts'))
