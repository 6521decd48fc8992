export { closeAccount, leaveOffice } from './remove-user.ts'
