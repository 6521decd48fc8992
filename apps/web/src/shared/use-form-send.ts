import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { faultsOf, noFaults, type FormFaults } from '../lib/api/form-faults.ts'

type Options<F extends string, T> = {
  send: () => Promise<T>
  /** The names of the fields, as the call has them. */
  fields: readonly F[]
  /** The field that a code speaks of. */
  byCode?: Partial<Record<string, F>>
  /** The form counts as busy until this has ended. */
  onDone: (reply: T) => void | Promise<void>
}

/** Sends a form: what it lacks, or what the server says of it, stands at its fields or over all of it. */
export function useFormSend<F extends string, T>({ send, fields, byCode = {}, onDone }: Options<F, T>) {
  const { domain } = useTexts()
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
    /** For the FormModal round it. */
    state: { failure: faults.general, attempt, busy: isPending },
    /** `missing`: what must be put right before it is sent. */
    submit: (missing: Partial<Record<F, string>> = {}) => {
      setFaults({ fields: missing, general: null })
      if (Object.keys(missing).length === 0) mutate()
      else setAttempt((before) => before + 1)
    },
    /** What is typed anew is no longer wrong. */
    mend: (field: F) =>
      setFaults(({ fields: { [field]: _mended, ...rest }, general }) => ({
        fields: rest as FormFaults<F>['fields'],
        general,
      })),
  }
}
