import type { AcceptedKind, RequirementStatus } from '@foja/contracts/request-states'
import { defineTexts } from '../../../lib/texts/define-texts.ts'

const status: Record<RequirementStatus, string> = {
  pendiente: 'Falta',
  recibido: 'Recibido',
  aceptado: 'Aceptado',
  observado: 'Por corregir',
}
const kinds: Record<AcceptedKind, string> = { pdf: 'PDF', imagen: 'foto', office: 'archivo de Office' }

export const delivery = {
  bar: 'Pedido de documentos',
  status,
  kinds,
  documents: { one: 'documento', other: 'documentos' },
  asks: (asker: string, documents: string) => `${asker} te pide ${documents}`,
  missing: (missing: string, documents: string) => `Te faltan ${missing} de ${documents}`,
  oneMissing: (documents: string) => `Te falta 1 de ${documents}`,
  allHere: 'Ya entregaste todo',
  allHereText: 'La oficina revisa lo que entregaste. Si algo debe corregirse, te escribimos.',
  complete: 'Aceptaron todo lo que entregaste',
  completeText: (until: string) => `Puedes descargar tu constancia hasta el ${until}.`,
  progress: (done: string, total: string) => `${done} de ${total} entregados`,
  about: (title: string) => `Para «${title}»`,
  yours: 'Te toca a ti',
  here: 'Ya los tenemos',
  optional: 'opcional',
  upTo: (files: string) => `hasta ${files}`,
  files: { one: 'archivo', other: 'archivos' },
  list: (kinds: string, size: string) => `${kinds}, hasta ${size}`,
  returnedBy: (name: string) => `${name} lo devolvió`,
  photo: 'Tomar foto',
  photoOf: (name: string) => `Tomar foto: ${name}`,
  file: 'Elegir archivo',
  fileOf: (name: string) => `Elegir archivo: ${name}`,
  more: 'Agregar otro',
  moreOf: (name: string) => `Agregar otro archivo: ${name}`,
  uploading: (done: string, total: string) => `Subiendo, ${done} de ${total}`,
  uploadingOf: (name: string) => `Subiendo ${name}`,
  checking: 'Revisando el archivo…',
  stop: 'Detener',
  goOn: 'Seguir',
  broken: 'Se cortó la conexión. Lo enviado queda; lo demás sigue cuando vuelva.',
  removeOf: (name: string) => `Quitar ${name}`,
  removed: (name: string) => `Quitaste «${name}»`,
  inReview: 'En revisión',
  reviewed: (when: string) => `Revisado ${when}`,
  receipt: 'Constancia de entrega',
  receiptText: 'Un PDF con la fecha y el SHA-256 de cada archivo.',
  last: (when: string) => `Lo último, ${when}`,
  download: 'Descargar',
  receiptFile: 'Constancia de entrega.pdf',
  receiptFailed: 'No se descargó la constancia. Vuelve a intentarlo.',
  only: (office: string) => `Solo ${office} ve lo que entregas.`,
  full: 'Este enlace ya no recibe más archivos. Escribe a quien te los pidió.',
}

export const useDeliveryTexts = defineTexts(delivery, () => import('./delivery.en.ts'))
