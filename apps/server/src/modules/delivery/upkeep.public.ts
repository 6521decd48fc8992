export { sweepEmails } from './sweep-emails.ts'
