/**
 * Stands for the address of the secret link in the message of this id until it goes out. The id is drawn when it is
 * written, so that nothing that a person writes into it can be the mark.
 */
export const linkMarkOf = (id: string): string => `{{enlace:${id}}}`
