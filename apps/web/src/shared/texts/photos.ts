import { defineTexts } from '../../lib/texts/define-texts.ts'

export const photos = {
  title: 'Unir las imágenes en un PDF',
  text: 'Un PDF se lee en orden, se imprime en A4 y se puede firmar.',
  name: 'Nombre del PDF',
  nameDefault: 'Fotos',
  page: (number: number) => `Página ${number}`,
  rotate: (number: number) => `Girar la página ${number}`,
  up: (number: number) => `Adelantar la página ${number}`,
  down: (number: number) => `Atrasar la página ${number}`,
  remove: (number: number) => `Quitar la página ${number}`,
  another: 'Otra foto',
  keep: 'Dejar como imágenes',
  make: (pages: number) => (pages === 1 ? 'Crear PDF de 1 página' : `Crear PDF de ${pages} páginas`),
  making: 'Creando el PDF',
  unreadable: (name: string) => `«${name}» no se puede leer como imagen. Quítala o súbela tal cual.`,
  failed: 'No se pudo crear el PDF. Puedes dejarlas como imágenes.',
}

export const usePhotosTexts = defineTexts(photos, () => import('./photos.en.ts'))
