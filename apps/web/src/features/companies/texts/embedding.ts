import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** Sites that may show the pages of recipients in a frame. */
export const embedding = {
  title: 'Firmar en otros sitios web',
  empty: 'Los pedidos se pueden firmar dentro de tu propio sitio web. Di primero en cuál.',
  text: 'Estos sitios pueden mostrar la página de tus destinatarios dentro de las suyas:',
  list: 'Sitios',
  how: 'Cómo se hace',
  add: 'Agregar un sitio',
  edit: 'Editar',
  dialogTitle: 'Sitios que pueden mostrar tus pedidos',
  dialogText:
    'Quien firma ve la página de Foja dentro de la del sitio. Agrega solo sitios de tu oficina o de quienes trabajan para ella.',
  sites: 'Sitios, uno por línea',
  sitesHint: 'Solo el comienzo de la dirección, como https://www.oficina.ec',
  wrong: (site: string) =>
    `«${site}» no sirve: escribe solo el comienzo de la dirección, con https y sin nada después.`,
  tooMany: (most: number) => `Son demasiados: hasta ${most} sitios.`,
  save: 'Guardar',
  saved: 'Se guardaron los sitios.',
}

export const useEmbeddingTexts = defineTexts(embedding, () => import('./embedding.en.ts'))
