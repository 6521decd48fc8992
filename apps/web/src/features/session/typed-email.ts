/** The email that was typed into the sign-in form, for the page where a forgotten password is asked for anew. */
let typed = ''

export const typedEmail = (): string => typed

export function noteTypedEmail(email: string): void {
  typed = email
}
