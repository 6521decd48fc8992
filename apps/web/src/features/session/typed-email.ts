/** The email typed into the sign-in form, for the page that requests a password reset. */
let typed = ''

export const typedEmail = (): string => typed

export function noteTypedEmail(email: string): void {
  typed = email
}
