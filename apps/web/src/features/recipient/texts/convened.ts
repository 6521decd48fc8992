import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const convened = {
  asks: (who: string) => `${who} te convoca a una cita`,
  question: '¿Asistirás?',
  states: {
    confirma: 'Confirmaste que asistirás',
    otra_fecha: 'Pediste otra fecha',
    no_asiste: 'Dijiste que no asistirás',
  },
  told: (who: string) => `Avisamos a ${who}. Puedes cambiar tu respuesta hasta que empiece la cita.`,
  over: 'La cita ya empezó: no se puede contestar.',
  movedTitle: 'Tu cita cambió de fecha',
  moved: 'Esta es la nueva fecha. Para contestar, abre el enlace del correo más reciente, o pídelo a la oficina.',
  when: 'Cuándo',
  where: 'Dónde',
  what: 'Asunto',
  yourReason: 'Tu motivo',
  proposed: 'Propusiste',
  toCalendar: 'Agregar a mi calendario',
  file: 'cita.ics',
  confirm: 'Asistiré',
  otherDate: 'Pedir otra fecha',
  decline: 'No asistiré',
  otherTitle: '¿Por qué otra fecha?',
  declineTitle: '¿Por qué no asistirás?',
  reasonGoesTo: (who: string) => `${who} recibe tu motivo.`,
  reason: 'Motivo',
  reasonMissing: 'Escribe el motivo.',
  date: 'Fecha que propones',
  time: 'Hora',
  dateIncomplete: 'Escribe la fecha y la hora, o ninguna.',
  send: 'Enviar',
}

export const useConvenedTexts = defineTexts(convened, () => import('./convened.en.ts'))
