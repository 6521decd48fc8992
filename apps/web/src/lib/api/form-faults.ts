import { problemOf, wordsOf } from './call.ts'

/** What is wrong with a form: beside its fields, and of all of it. */
export type FormFaults<F extends string> = { fields: Partial<Record<F, string>>; general: string | null }

export const noFaults = { fields: {}, general: null }

/**
 * What the server says of a form that it did not take, where a person can put it right. `byCode` names the field that a
 * code without one speaks of; `unanswered` is said when nothing came back.
 */
export function faultsOf<F extends string>(
  error: unknown,
  fields: readonly F[],
  byCode: Partial<Record<string, F>>,
  unanswered: string,
): FormFaults<F> {
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
