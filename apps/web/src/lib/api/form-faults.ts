import { isUnreported, problemOf, wordsOf } from './call.ts'

/** Errors of a form: by field, and of the whole form. */
export type FormFaults<F extends string> = { fields: Partial<Record<F, string>>; general: string | null }

export const noFaults = { fields: {}, general: null }

/**
 * Assigns the server's errors to a form. `byCode` gives the field of a code without one; `unanswered` is used if there
 * was no response.
 */
export function faultsOf<F extends string>(
  error: unknown,
  fields: readonly F[],
  byCode: Partial<Record<string, F>>,
  unanswered: string,
): FormFaults<F> {
  if (!isUnreported(error)) return noFaults
  const problem = problemOf(error)
  if (problem === null) return { fields: {}, general: unanswered }
  const told = wordsOf(error, unanswered)
  const found: Partial<Record<F, string>> = {}
  for (const { field, message } of problem.errors ?? []) {
    const name = fields.find((one) => one === field)
    if (name !== undefined) found[name] ??= message
  }
  const meant = byCode[problem.code]
  if (meant !== undefined) found[meant] = told
  return { fields: found, general: Object.keys(found).length === 0 ? told : null }
}
