import type { session as es } from '../es/session.ts'

export const session: typeof es = {
  verifyLink: 'Verify a document',
  signInTitle: 'Sign in',
  signInText: 'Request, mediate and sign in one case file.',
  email: 'Email',
  password: 'Password',
  signInButton: 'Sign in',
  remember: 'Keep me signed in on this computer',
  emailMissing: 'Type your email.',
  emailWrong: 'That email is not complete. Write it as name@domain.com.',
  passwordMissing: 'Type your password.',
  wrongTitle: 'The email or the password is not right.',
  wrongText: 'Check that Caps Lock is off and try again.',
  tooManyTitle: 'Too many attempts in a row.',
  tooManyText: 'Wait a few minutes and try again. Your account is safe.',
  unreachableTitle: 'The server does not answer.',
  unreachableText: 'Check your connection and try again. Nothing was lost.',
  otherTitle: 'We could not sign you in.',
  otherText: 'Try again in a moment.',
}
