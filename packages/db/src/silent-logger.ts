import type { DatabaseLogger } from './database-port.ts'

/** Logs nothing: for commands, which print their own lines. */
export const silentLogger: DatabaseLogger = { info: () => {}, warn: () => {}, error: () => {} }
