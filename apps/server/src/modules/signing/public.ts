export { findWaiting } from './prepared.queries.ts'
export { rewrapSigners } from './signers/rewrap-signers.ts'
export { sweepPrepared } from './sweep-prepared.ts'
export { resealTsaPasswords } from './tsa-password.ts'
