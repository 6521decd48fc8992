export { takeSignInCode } from './take-sign-in-code.ts'
