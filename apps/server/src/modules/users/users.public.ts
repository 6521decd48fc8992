export { holdAdmins, requireAnAdmin } from './admins.ts'
