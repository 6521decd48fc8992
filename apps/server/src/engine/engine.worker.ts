export { signTask, unlockTask } from './sign-tasks.ts'
export { issuersTask, verifyTask } from './verify-tasks.ts'
