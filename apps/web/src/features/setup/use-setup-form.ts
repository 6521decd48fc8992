import { useState } from 'react'
import { browserCountry } from './browser-country.ts'
import { minimumPassword } from '../../shared/password-strength.ts'
import { usePasswordsTexts } from '../../shared/texts/passwords.ts'
import { useSetupTexts } from './texts/setup.ts'
import { problemOf } from '../../lib/api/call.ts'
import { useDraft } from '../../lib/session/draft.ts'
import { signIn } from '../../lib/session/session-store.ts'
import { sendSetup } from './api/setup.ts'

export type SetupValues = {
  company: string
  country: string
  taxId: string
  name: string
  email: string
  code: string
  sample: boolean
}

export type SetupErrors = Partial<
  Record<'company' | 'taxId' | 'country' | 'name' | 'email' | 'password' | 'code', string>
>

const empty: SetupValues = { company: '', country: '', taxId: '', name: '', email: '', code: '', sample: true }

/** Form fields by the field names in the API's errors. */
const fieldOf: Record<string, keyof SetupErrors> = {
  'company.nombre': 'company',
  'company.pais': 'country',
  'company.identificacion': 'taxId',
  'admin.nombre': 'name',
  'admin.email': 'email',
  'admin.password': 'password',
  setup_code: 'code',
}

export function useSetupForm(codeRequired: boolean) {
  const passwords = usePasswordsTexts()
  const setup = useSetupTexts()
  const [values, setValues, clear] = useDraft('setup', { ...empty, country: browserCountry() })
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<SetupErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const check = (): SetupErrors => ({
    ...(values.company.trim() === '' ? { company: setup.nameMissing } : {}),
    ...(values.name.trim() === '' ? { name: setup.personMissing } : {}),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()) ? {} : { email: setup.emailWrong }),
    ...(password.length < minimumPassword ? { password: passwords.short } : {}),
    ...(codeRequired && values.code.trim() === '' ? { code: setup.codeMissing } : {}),
  })

  const explain = (error: unknown) => {
    const problem = problemOf(error)
    if (problem === null) return setFailure(setup.unreachable)
    const known: SetupErrors = {}
    for (const { field, message } of problem.errors ?? []) {
      const name = fieldOf[field]
      if (name !== undefined) known[name] = message
    }
    if (problem.code === 'setup_code_wrong') known.code = problem.detail
    if (problem.code === 'weak_password') known.password = problem.detail
    setErrors(known)
    if (Object.keys(known).length === 0) setFailure(problem.detail)
  }

  /** 'signed-in', 'created' if only the sign-in failed, or null if the form must be sent again. */
  const submit = async (): Promise<'signed-in' | 'created' | null> => {
    const found = check()
    setErrors(found)
    setFailure(null)
    if (busy || Object.keys(found).length > 0) return null
    setBusy(true)
    try {
      await sendSetup({
        company: {
          nombre: values.company,
          ...(values.country === '' ? {} : { pais: values.country }),
          ...(values.taxId.trim() === '' ? {} : { identificacion: values.taxId }),
        },
        admin: { nombre: values.name, email: values.email.trim(), password },
        sample_data: values.sample,
        ...(codeRequired ? { setup_code: values.code.trim() } : {}),
      })
      clear()
      const result = await signIn('credentials', {
        email: values.email.trim().toLowerCase(),
        password,
        remember: 'true',
      })
      return result.ok ? 'signed-in' : 'created'
    } catch (error) {
      explain(error)
      return null
    } finally {
      setBusy(false)
    }
  }

  const set = <K extends keyof SetupValues>(name: K, value: SetupValues[K]) =>
    setValues((before) => ({ ...before, [name]: value }))

  return { values, set, password, setPassword, errors, failure, busy, submit }
}
