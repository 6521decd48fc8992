/**
 * Placeholder of the secret link in the message with this id. The id is random and created with the message, so users
 * cannot write the placeholder themselves.
 */
export const linkMarkOf = (id: string): string => `{{enlace:${id}}}`
