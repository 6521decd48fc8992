import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** A new template from a file, a document or an exported template, and the fields found in it. */
export const templateNew = {
  title: 'Nueva plantilla',
  from: 'De dónde sale',
  sources: { upload: 'Subir un PDF', document: 'Un documento', import: 'Importar' },
  dropTitle: 'Elige el PDF o arrástralo aquí',
  dropHint: 'Un acta, un contrato o un formulario. Si trae campos, los encontramos.',
  notPdf: (name: string) => `«${name}» no es un PDF: guárdalo como PDF y vuelve a intentarlo.`,
  empty: (name: string) => `«${name}» está vacío: comprueba que tenga contenido.`,
  importTitle: 'Elige la plantilla exportada o arrástrala aquí',
  importHint: 'El archivo que salió de «Exportar», de esta oficina o de otra.',
  uploading: 'Subiendo',
  reading: 'Buscando los campos del formulario…',
  importing: 'Importando la plantilla…',
  stop: 'Detener',
  failedTitle: 'Este archivo no sirve como plantilla',
  documentLabel: 'Buscar un documento',
  documentPlaceholder: 'Nombre del documento',
  documents: 'Documentos',
  documentsHint: 'Los PDF de tus expedientes. Se usa una copia: el documento no cambia.',
  noDocuments: 'Ningún PDF coincide.',
  searchFailed: 'La búsqueda no respondió. Vuelve a intentarlo.',
  notPdfDocument: 'Ese documento no es un PDF. Elige otro.',
  name: 'Nombre de la plantilla',
  nameMissing: 'Escribe un nombre.',
  found: (count: number) =>
    count === 1 ? 'Encontramos 1 campo del formulario.' : `Encontramos ${count} campos del formulario.`,
  foundText: (kinds: string) => `${kinds}. En el editor puedes cambiar cómo se llaman y quitar los que sobren.`,
  foundNone: 'Este PDF no trae un formulario.',
  foundNoneText: 'En el editor colocas los campos sobre la página: textos, fechas, casillas, firmas.',
  skipped: (count: number) => (count === 1 ? '1 campo no se puede usar' : `${count} campos no se pueden usar`),
  skippedOne: (name: string, reason: string) => `«${name}»: ${reason}`,
  reasons: {
    button: 'es un botón',
    hidden: 'está oculto',
    off_page: 'está fuera de la página',
    too_many: 'supera el máximo de campos',
  },
  another: 'Elegir otro',
  create: 'Crear plantilla',
  created: (name: string) => `«${name}» está lista`,
}

export const useTemplateNewTexts = defineTexts(templateNew, () => import('./template-new.en.ts'))
