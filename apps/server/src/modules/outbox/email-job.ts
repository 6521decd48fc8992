/** Name of the job that sends one message; its payload is `{ id }`. */
export const emailJob = 'email'

/** Maximum number of other due messages that one job sends besides its own. */
export const perJob = 50

/** Name of the job that finds due messages without a job, for example after a crash. */
export const outboxJob = 'outbox'

/** Name of the job that sends appointment reminders. */
export const remindersJob = 'reminders'
