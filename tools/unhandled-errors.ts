import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** The variable that names the file for them. */
export const unhandledErrorsFile = 'FOJA_UNHANDLED_ERRORS'

/** `file`: absolute path of the test file that its process was running, if any. */
export type UnhandledError = { message: string; stack: string; file?: string; test?: string }

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export function unhandledErrorOf(error: SerializedError): UnhandledError {
  const { name, message, stack, cause } = error as SerializedError & { cause?: Partial<SerializedError> | null }
  // A worker that crashed names its file in the message of the cause only.
  const crashed = /while running test file (.+)$/m.exec(cause?.message ?? '')?.[1]
  const file = text(error['VITEST_TEST_PATH']) ?? crashed
  const test = text(error['VITEST_TEST_NAME'])
  return {
    message: `${text(name) ?? 'Error'}: ${message}`,
    stack: [text(stack), text(cause?.stack)].filter((part) => part !== undefined).join('\n'),
    ...(file !== undefined && { file }),
    ...(test !== undefined && { test }),
  }
}

/** A reporter that writes, as JSON, the errors outside of every test, which vitest's own report leaves out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const path = process.env[unhandledErrorsFile]
    if (path !== undefined) writeFileSync(path, JSON.stringify(errors.map(unhandledErrorOf)))
  }
}
