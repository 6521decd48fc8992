export { holdAdmins, requireAnAdmin } from './admins.ts'
export { closeAccount } from './close-account.ts'
