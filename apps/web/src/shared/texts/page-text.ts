import { defineTexts } from '../../lib/texts/define-texts.ts'

export const pageText = {
  link: (target: string) => `Abrir el enlace a ${target}`,
  page: (page: number) => `Ir a la página ${page}`,
  title: (target: string) => `¿Abrir ${target}?`,
  text: 'El enlace viene del documento y se abre en otra pestaña. Revisa la dirección.',
  stay: 'Quedarme aquí',
  open: 'Abrir el enlace',
}

export const usePageTextTexts = defineTexts(pageText, () => import('./page-text.en.ts'))
