import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const loose = {
  start: 'Firmar un PDF',
  looseTitle: 'Documentos sueltos',
  looseText: 'Los que no están en ningún expediente.',
  search: 'Buscar por nombre',
  looseEmpty: 'No hay documentos sueltos',
  looseEmptyText: 'Los PDF que firmes sin crear un expediente aparecen aquí.',
  looseNone: (q: string) => `Ningún documento suelto coincide con «${q}»`,
  looseNoneText: 'Prueba con otras palabras, o búscalo en Solicitudes.',
  sign: 'Firmar',
  clear: 'Quitar la búsqueda',
  seeMore: 'Ver más',
  by: (name: string) => `de ${name}`,
}

export const useLooseTexts = defineTexts(loose, () => import('./loose.en.ts'))
