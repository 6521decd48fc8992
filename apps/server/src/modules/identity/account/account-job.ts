/** Job that emails a password reset link; payload: `{ email }`. */
export const resetJob = 'reset-password'
