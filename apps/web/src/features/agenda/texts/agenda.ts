import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const agenda = {
  title: 'Agenda',
  views: { semana: 'Semana', lista: 'Lista' },
  view: 'Vista',
  today: 'Hoy',
  previous: 'Semana anterior',
  next: 'Semana siguiente',
  range: (from: string, to: string) => `Del ${from} al ${to}`,
  count: { one: 'cita', other: 'citas' },
  assignee: 'A cargo de',
  everybody: 'Todas las personas',
  unassigned: 'Sin asignar',
  states: { coming: 'Por venir', past: 'Vencida: falta concluirla', done: 'Concluida' },
  answers: {
    confirma: (count: string, total: string) => `${count} de ${total} confirmaron`,
    otra_fecha: (count: string) => `${count} piden otra fecha`,
    no_asiste: (count: string) => `${count} no asistirán`,
  },
  calendar: (name: string) => `Descargar para el calendario: ${name}`,
  calendarFailed: 'No pudimos descargar la cita. Vuelve a intentarlo en un momento.',
  emptyTitle: 'Ninguna cita esta semana',
  emptyText: 'Las solicitudes aparecen aquí cuando se envían con fecha o alguien les pone una.',
  emptyFiltered: 'Nadie tiene citas con este filtro. Quítalo o mira otra semana.',
  openList: 'Ver las que no tienen fecha',
  noneThatDay: 'Sin citas',
  seeAll: 'Ver agenda',
  days: 'Día',
  dayWith: (day: string, count: number) =>
    `${day}: ${count === 0 ? 'sin citas' : count === 1 ? '1 cita' : `${count} citas`}`,
  moreThatDay: (count: number) => `y ${count} más`,
  more: 'Hay más citas de las que caben aquí: filtra por persona.',
}

export const useAgendaTexts = defineTexts(agenda, () => import('./agenda.en.ts'))
