import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const requestList = {
  title: 'Pedidos',
  notes: {
    firmas: { one: 'pedido de firma', other: 'pedidos de firma' },
    documentos: { one: 'pedido de documentos', other: 'pedidos de documentos' },
  },
  kind: 'Qué pedidos',
  kinds: { firmas: 'Firmas', documentos: 'Documentos' },
  newOf: { firmas: 'Pedir firmas', documentos: 'Pedir documentos' },
  search: 'Buscar pedidos',
  searchPlaceholder: 'Título, persona o correo',
  filter: 'Filtrar por estado',
  all: 'Todos',
  columns: {
    request: 'Pedido',
    people: 'Destinatarios',
    status: 'Estado',
    progress: 'Avance',
    due: 'Vence',
  },
  loose: 'Documento suelto',
  goOn: 'Seguir',
  nothingTitle: (q: string) => (q === '' ? 'No hay pedidos en ese estado' : `Nada coincide con «${q}»`),
  nothingText: 'Prueba con otra palabra o mira todos los estados.',
  clearFilters: 'Ver todos',
  empty: {
    firmas: {
      title: 'Pide firmas a cualquier persona',
      text: 'Elige los documentos y escribe a quién: cada persona recibe un enlace, lee y firma con su certificado sin crear una cuenta. Aquí ves quién falta.',
    },
    documentos: {
      title: 'Pide documentos a cualquier persona',
      text: 'Escribe qué necesitas y a quién: cada persona recibe un enlace, toma fotos o elige archivos y los entrega sin crear una cuenta. Tú aceptas o devuelves cada uno.',
    },
  },
}

export const useRequestListTexts = defineTexts(requestList, () => import('./request-list.en.ts'))
