import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const requestCard = {
  title: 'Pedidos de firma',
  actions: 'Acciones del pedido',
  actionsOf: (name: string) => `Acciones de ${name}`,
  progress: 'Avance del pedido',
  showPeople: 'Ver a quién se pidió',
  hidePeople: 'Ocultar a quién se pidió',
  send: 'Enviar',
  sent: 'Pedido enviado',
  draftText: 'Es un borrador: nadie lo ha recibido.',
  cancel: 'Anular el pedido',
  cancelTitle: (title: string) => `¿Anular «${title}»?`,
  cancelText:
    'Quienes no han firmado ya no podrán hacerlo, y se les avisa. Las firmas hechas quedan en los documentos.',
  cancelDraftText: 'Nadie lo ha recibido todavía.',
  reason: 'Motivo',
  reasonHint: 'Queda en el historial.',
  cancelYes: 'Anular pedido',
  cancelled: 'Pedido anulado',
  change: 'Cambiar correo o datos',
  changeTitle: (name: string) => `Datos de ${name}`,
  changeText: 'Con otro correo, su enlace anterior deja de abrir y le llega uno nuevo.',
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  save: 'Guardar',
  changed: 'Datos guardados',
  copyLink: 'Copiar enlace',
  whatsApp: 'Enviar por WhatsApp',
  linkTitle: (name: string) => `El enlace de ${name}`,
  linkText: 'Es solo para esa persona. Desde ahora la evidencia dice que se lo entregaste tú y no su correo.',
  link: 'Enlace',
  copy: 'Copiar',
  openWhatsApp: 'Abrir WhatsApp',
  whatsAppText: (name: string, title: string, url: string) =>
    `Hola, ${name}: te pido tu firma en «${title}». Léelo y firma aquí: ${url}`,
}

export const useRequestCardTexts = defineTexts(requestCard, () => import('./request-card.en.ts'))
