export { takeCode } from './take-code.ts'
