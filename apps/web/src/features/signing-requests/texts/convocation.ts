import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const convocation = {
  title: 'Convocatoria',
  convene: 'Convocar',
  again: 'Convocar otra vez',
  moved: 'La fecha cambió: lo que contestaron antes ya no vale. Convoca otra vez.',
  progress: (done: string, total: string) => `${done} de ${total} confirmaron`,
  answers: {
    confirma: 'Confirmó',
    otra_fecha: 'Pide otra fecha',
    no_asiste: 'No asistirá',
  },
  because: (answer: string, motivo: string) => `${answer}: ${motivo}`,
  proposes: (when: string) => `Propone: ${when}`,
  none: 'Sin respuesta',
  unseen: 'No ha abierto su enlace',
  seen: (when: string) => `Abrió su enlace ${when}`,
  unmailed: 'Sin correo: copia su enlace y entrégaselo',
  whatsAppText: (nombre: string, titulo: string, url: string) =>
    `Hola, ${nombre}: te convocamos a una cita por «${titulo}». Mira cuándo es y contesta aquí: ${url}`,
  modalTitle: 'Convocar a los involucrados',
  modalText: (when: string) => `Cada uno recibe un enlace para contestar si asistirá el ${when}.`,
  replaces: 'Los enlaces de la convocatoria anterior dejarán de valer, y sus respuestas también.',
  mailed: 'Reciben un correo',
  withoutMail: 'Sin correo: podrás copiar su enlace',
  mailOff: 'Foja aún no puede enviar correos: copia cada enlace y entrégalo de otra manera.',
  message: 'Mensaje',
  messageHint: 'Por ejemplo, qué deben traer.',
  sent: 'Convocatoria enviada',
}

export const useConvocationTexts = defineTexts(convocation, () => import('./convocation.en.ts'))
