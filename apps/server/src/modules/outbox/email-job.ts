/** Name of the job that sends one message; its payload is `{ id }`. */
export const emailJob = 'email'

/** Messages that one such job sends besides its own, as far as they are due. */
export const perJob = 50

/** Name of the job that finds messages that are due and have no job, as after a crash. */
export const outboxJob = 'outbox'

/** Name of the job that reminds of appointments. */
export const remindersJob = 'reminders'
