import type { agenda } from './agenda.ts'

export const en = {
  title: 'Agenda',
  views: { semana: 'Week', lista: 'List' },
  view: 'View',
  today: 'Today',
  previous: 'Previous week',
  next: 'Next week',
  range: (from, to) => `${from} to ${to}`,
  count: { one: 'appointment', other: 'appointments' },
  assignee: 'In charge',
  everybody: 'Everyone',
  unassigned: 'No one in charge',
  states: { coming: 'To come', past: 'Overdue: still to be concluded', done: 'Concluded' },
  answers: {
    confirma: (count, total) => `${count} of ${total} confirmed`,
    otra_fecha: (count) => `${count} ask for another date`,
    no_asiste: (count) => `${count} will not come`,
  },
  calendar: (name) => `Download for the calendar: ${name}`,
  calendarFailed: 'We could not download the appointment. Try again in a moment.',
  emptyTitle: 'No appointments this week',
  emptyText: 'Requests appear here when they are sent with a date, or someone gives them one.',
  emptyFiltered: 'No one has appointments with this filter. Remove it or look at another week.',
  openList: 'See those without a date',
  noneThatDay: 'No appointments',
  seeAll: 'See agenda',
  days: 'Day',
  dayWith: (day, count) =>
    `${day}: ${count === 0 ? 'no appointments' : count === 1 ? '1 appointment' : `${count} appointments`}`,
  moreThatDay: (count) => `and ${count} more`,
  more: 'There are more appointments than fit here: filter by person.',
} satisfies typeof agenda
