/** Name of the job that sends a link to whoever forgot their password; its payload is `{ email }`. */
export const resetJob = 'reset-password'
