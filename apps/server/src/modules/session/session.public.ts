export { checkPassword, hashPassword } from './passwords.ts'
