import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** The variable that names the file for the count. */
export const unhandledErrorsFile = 'FOJA_UNHANDLED_ERRORS'

/** A reporter that writes down how many errors came outside of every test, which vitest's own report does not tell. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    const file = process.env[unhandledErrorsFile]
    if (file !== undefined) writeFileSync(file, String(errors.length))
  }
}
