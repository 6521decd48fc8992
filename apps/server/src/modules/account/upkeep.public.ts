export { sweepLinks } from './sweep-links.ts'
