export { findWaiting, sweepPrepared } from './signing.queries.ts'
export { findInstallationTsa } from './installation-tsa.ts'
export { rewrapSigners } from './signers/stored-key.ts'
export { resealTsaPasswords } from './signing-settings.ts'
