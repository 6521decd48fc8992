export { isTaxId } from './tax-id.ts'
