import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** Later parts of the reader: search, files that are not PDF, recycle bin. */
export const reader = {
  hits: (at: string, total: string) => `${at} de ${total}`,
  more: (count: string) => `Más de ${count}`,
  noHits: 'Sin resultados',
  noText: 'Este documento no tiene texto: parece escaneado y no se puede buscar en él.',
  previous: 'Resultado anterior',
  next: 'Resultado siguiente',
  image: (name: string) => `Imagen ${name}`,
  fitImage: 'Ajustar la imagen',
  fileText: 'Descárgalo para leerlo. Solo los PDF y las imágenes se ven en esta página.',
  kind: 'Tipo',
  size: 'Tamaño',
  uploaded: 'Subido',
  kinds: { word: 'Documento de texto', sheet: 'Hoja de cálculo', text: 'Texto', image: 'Imagen', other: 'Archivo' },
  deleteTitle: (name: string) => `¿Eliminar «${name}»?`,
  deleteText: (days: number) => `Irá a la papelera y podrás recuperarlo durante ${days} días.`,
  deleteSigned: { one: 'Tiene 1 firma.', other: 'Tiene varias firmas.' },
  deleteYes: 'Eliminar',
  deleted: 'Documento en la papelera',
  restored: 'Documento recuperado',

  binTitle: 'Papelera',
  binText: (days: number) => `Lo eliminado se guarda ${days} días y después se elimina para siempre.`,
  binEmpty: 'La papelera está vacía',
  binEmptyText: 'Cuando elimines un documento o un expediente, podrás recuperarlo desde aquí.',
  binCaption: 'Documentos y expedientes eliminados',
  binCase: 'Expediente',
  binDocuments: { one: 'documento', other: 'documentos' },
  caseRestored: 'Expediente recuperado',
  deletedBy: (when: string, name: string) => `Eliminado ${when} por ${name}`,
  deletedAt: (when: string) => `Eliminado ${when}`,
  daysLeft: { one: 'día para recuperarlo', other: 'días para recuperarlo' },
  lastDay: 'Último día para recuperarlo',
  loose: 'Fuera de expediente',
  restore: 'Recuperar',
  openRestored: 'Abrir',
}

export const useReaderTexts = defineTexts(reader, () => import('./reader.en.ts'))
