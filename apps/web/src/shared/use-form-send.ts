import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDomainTexts } from './texts/domain.ts'
import { faultsOf, noFaults, type FormFaults } from '../lib/api/form-faults.ts'

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
