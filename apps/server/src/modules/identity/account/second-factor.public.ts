export { trySignInCode } from './try-sign-in-code.ts'
