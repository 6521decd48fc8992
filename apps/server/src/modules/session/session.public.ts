export { companyIsActive } from './session.queries.ts'
export { checkPassword, hashPassword } from './passwords.ts'
export { originOf } from './urls.ts'
export { sweepSessions } from './sweep-sessions.ts'
