export { lockAdmins, requireAnAdmin } from '../identity/users/lock-admins.ts'
export { closeAccount } from './close-account.ts'
export { leaveOffice } from './leave-office.ts'
