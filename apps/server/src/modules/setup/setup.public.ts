export { completeSetup, needsSetup } from './complete-setup.ts'
