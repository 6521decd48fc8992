export { closeAccount } from './close-account.ts'
export { leaveOffice } from './leave-office.ts'
