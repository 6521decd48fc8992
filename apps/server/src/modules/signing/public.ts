export { findWaiting, sweepPrepared } from './prepared.queries.ts'
export { rewrapSigners } from './signers/stored-key.ts'
export { resealTsaPasswords } from './tsa-password.ts'
