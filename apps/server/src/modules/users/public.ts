export { closeAccount, leaveForGood, leaveOffice } from './remove-user.ts'
