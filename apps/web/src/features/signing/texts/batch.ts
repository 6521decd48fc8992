import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const batch = {
  title: 'Firmar varios documentos',
  text: 'Una clave para todos; si uno falla, los demás se firman igual.',
  pick: 'Documentos',
  picked: { one: 'documento elegido', other: 'documentos elegidos' },
  search: 'Buscar por título, nombre o persona',
  none: 'No hay documentos PDF que coincidan',
  noneText: 'Crea una solicitud con sus archivos, o busca con otras palabras.',
  most: (most: number) => `Puedes firmar hasta ${most} a la vez.`,
  place: 'Dónde va el sello',
  places: {
    last_right: 'Última página, abajo a la derecha',
    last_left: 'Última página, abajo a la izquierda',
    first_right: 'Primera página, abajo a la derecha',
    remembered: 'Donde firmé la última vez',
  },
  running: (done: number, total: number) => `${done} de ${total}`,
  stop: 'Detener',
  stopping: 'Terminando lo que está en curso…',
  done: (signed: number, total: number) =>
    signed === total
      ? total === 1
        ? 'Documento firmado'
        : `Los ${total} documentos quedaron firmados`
      : `${signed} de ${total} quedaron firmados`,
  again: 'Volver a la lista',
  download: 'Descargar',
  downloadAll: 'Descargar todos (ZIP)',
  archive: 'documentos-firmados',
  leftOut: (count: number) =>
    count === 1 ? '1 ya firmado por ti o concluido.' : `${count} ya firmados por ti o concluidos.`,
  showLeftOut: 'Mostrar',
  mine: 'Ya lo firmaste',
  concluded: 'Concluido',
  states: { waiting: 'En espera', signing: 'Firmando…', signed: 'Firmado', failed: 'No se firmó' },
  notReached: 'No se llegó a firmar.',
  open: 'Abrir',
}

export const useBatchTexts = defineTexts(batch, () => import('./batch.en.ts'))
