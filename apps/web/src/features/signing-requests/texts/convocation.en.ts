import type { convocation } from './convocation.ts'

export const en = {
  title: 'Convocation',
  convene: 'Convene',
  again: 'Convene again',
  moved: 'The date has changed: earlier answers no longer count. Convene again.',
  progress: (done, total) => `${done} of ${total} confirmed`,
  answers: {
    confirma: 'Confirmed',
    otra_fecha: 'Asks for another date',
    no_asiste: 'Will not come',
  },
  because: (answer, motivo) => `${answer}: ${motivo}`,
  proposes: (when) => `Proposes: ${when}`,
  none: 'No answer',
  unseen: 'Has not opened the link',
  seen: (when) => `Opened the link ${when}`,
  unmailed: 'No address: copy the link and hand it over',
  whatsAppText: (nombre, titulo, url) =>
    `Hello, ${nombre}: you are asked to an appointment about “${titulo}”. See when it is and answer here: ${url}`,
  modalTitle: 'Convene the parties',
  modalText: (when) => `Each of them gets a link to answer if they will come on ${when}.`,
  replaces: 'The links of the earlier convocation and their answers will no longer count.',
  mailed: 'They get a message',
  withoutMail: 'Without an address: you can copy their link',
  mailOff: 'Foja cannot send mail yet: copy each link and hand it over in another way.',
  message: 'Message',
  messageHint: 'For example, what to bring.',
  sent: 'Convocation sent',
} satisfies typeof convocation
