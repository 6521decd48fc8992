import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDomainTexts } from './texts/domain.ts'
import { isUnreported, problemOf, wordsOf } from '../lib/api/call.ts'

/** Errors of a form: by field, and of the whole form. */
type FormFaults<F extends string> = { fields: Partial<Record<F, string>>; general: string | null }

const noFaults = { fields: {}, general: null }

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

type Options<F extends string, T> = {
  send: () => Promise<T>
  /** Field names of the API. */
  fields: readonly F[]
  /** The field for an error code. */
  byCode?: Partial<Record<string, F>>
  /** The form is busy until this has resolved. */
  onDone: (reply: T) => void | Promise<void>
}

/** Submits a form and assigns errors, its own and the server's, to fields or to the whole form. */
export function useFormSend<F extends string, T>({ send, fields, byCode = {}, onDone }: Options<F, T>) {
  const domain = useDomainTexts()
  const [faults, setFaults] = useState<FormFaults<F>>(noFaults)
  const [attempt, setAttempt] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      setFaults(faultsOf(error, fields, byCode, domain.tryAgainLater))
      setAttempt((before) => before + 1)
    },
  })
  return {
    errors: faults.fields,
    /** Props of the FormModal. */
    state: { failure: faults.general, attempt, busy: isPending },
    /** `missing`: errors that prevent sending. */
    submit: (missing: Partial<Record<F, string>> = {}) => {
      setFaults({ fields: missing, general: null })
      if (Object.keys(missing).length === 0) mutate()
      else setAttempt((before) => before + 1)
    },
    /** Clears the error of a field that is edited. */
    mend: (field: F) =>
      setFaults(({ fields: { [field]: _mended, ...rest }, general }) => ({
        fields: rest as FormFaults<F>['fields'],
        general,
      })),
  }
}
