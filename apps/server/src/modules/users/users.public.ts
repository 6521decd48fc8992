export { holdAdmins, requireAnAdmin } from './admins.ts'
export { closeAccount } from './close-account.ts'
export { leaveOffice } from './leave-office.ts'
