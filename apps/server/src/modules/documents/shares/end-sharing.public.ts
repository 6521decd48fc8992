export { endSharing } from './end-sharing.ts'
