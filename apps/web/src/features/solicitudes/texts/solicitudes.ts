import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const solicitudes = {
  title: 'Solicitudes',
  summary: (cases: string, requests: string) => `${cases} · ${requests}`,
  cases: { one: 'expediente', other: 'expedientes' },
  requests: { one: 'solicitud en total', other: 'solicitudes en total' },
  new: 'Nueva solicitud',
  loose: 'Documentos sueltos',
  newShort: 'Nueva',
  searchPlaceholder: 'Título, persona o código',
  search: 'Buscar solicitudes',
  filter: 'Estado',
  all: 'Todas',
  filters: 'Filtros',
  /** Before a count that is not exact. */
  moreThan: (count: string) => `más de ${count}`,
  export: 'Exportar CSV',
  columns: {
    caseFile: 'Expediente',
    people: 'Personas',
    status: 'Estado',
    mediation: 'Mediación',
    documents: 'Documentos',
    updated: 'Actualizado',
  },
  actionsOf: (name: string) => `Acciones de ${name}`,
  open: 'Abrir',
  signDocuments: 'Firmar los documentos',
  zip: 'Descargar ZIP',
  copyId: 'Copiar el código',
  copied: 'Código copiado',
  actions: 'Acciones',
  mixedResults: 'Varios resultados',
  asked: {
    firmas: (done: number, total: number) => `Firmas pedidas: ${done} de ${total}`,
    documentos: (done: number, total: number) => `Documentos pedidos: ${done} de ${total}`,
  },
  documentsCount: (documents: number, signed: number) =>
    `${documents === 1 ? '1 documento' : `${documents} documentos`}, ${signed === 1 ? '1 firmado' : `${signed} firmados`}`,
  emptyTitle: 'Aún no hay solicitudes',
  emptyText: 'Sube los documentos de un caso y crea el primer expediente en menos de un minuto.',
  nothingTitle: (q: string) => (q === '' ? 'Nada coincide con los filtros' : `Nada coincide con «${q}»`),
  nothingText: 'Prueba con menos palabras o quita los filtros.',
  clearFilters: 'Quitar los filtros',
}

export const useSolicitudesTexts = defineTexts(solicitudes, () => import('./solicitudes.en.ts'))
