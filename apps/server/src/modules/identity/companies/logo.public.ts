export { readLogo } from './read-logo.ts'
