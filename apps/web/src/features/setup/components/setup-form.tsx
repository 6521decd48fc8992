import { useMemo, type FormEvent, type ReactNode, useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSetupTexts } from '../texts/setup.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { checkedCountries, otherNamedCountries, taxIdName } from '../../../shared/tax-id.ts'
import { type SetupState, sendSetup } from '../api/setup.ts'
import { SupportCode } from '../../../shared/support-code.tsx'
import { StrengthHint, minimumPassword } from '../../../shared/strength-hint.tsx'
import { usePasswordsTexts } from '../../../shared/texts/passwords.ts'
import { problemOf, wordsOf } from '../../../lib/api/call.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { signIn } from '../../../lib/session/session-store.ts'
import { isEmail } from '../../../lib/format/is-email.ts'

/** The country of the browser's languages (es-MX: Mexico), or Ecuador if it is not offered. */
export function browserCountry(languages: readonly string[] = navigator.languages): string {
  const offered = [...checkedCountries, ...otherNamedCountries]
  const spoken = languages.map((tag) => /-([A-Z]{2})$/.exec(tag)?.[1])
  return spoken.find((region) => region !== undefined && offered.includes(region)) ?? 'EC'
}

type SetupValues = {
  company: string
  country: string
  taxId: string
  name: string
  email: string
  code: string
  sample: boolean
}

type SetupErrors = Partial<Record<'company' | 'taxId' | 'country' | 'name' | 'email' | 'password' | 'code', string>>

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

function useSetupForm(codeRequired: boolean) {
  const passwords = usePasswordsTexts()
  const setup = useSetupTexts()
  const [values, setValues, clear] = useDraft('setup', { ...empty, country: browserCountry() })
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<SetupErrors>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)

  const check = (): SetupErrors => ({
    ...(values.company.trim() === '' ? { company: setup.nameMissing } : {}),
    ...(values.name.trim() === '' ? { name: setup.personMissing } : {}),
    ...(isEmail(values.email) ? {} : { email: setup.emailWrong }),
    ...(password.length < minimumPassword ? { password: passwords.short } : {}),
    ...(codeRequired && values.code.trim() === '' ? { code: setup.codeMissing } : {}),
  })

  const explain = (error: unknown) => {
    const problem = problemOf(error)
    if (problem === null) return setFailure(error)
    const known: SetupErrors = {}
    for (const { field, message } of problem.errors ?? []) {
      const name = fieldOf[field]
      if (name !== undefined) known[name] = message
    }
    if (problem.code === 'setup_code_wrong') known.code = problem.detail
    if (problem.code === 'weak_password') known.password = problem.detail
    setErrors(known)
    if (Object.keys(known).length === 0) setFailure(error)
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

type Props = {
  codeRequired: boolean
  /** What the sample would create; null while unknown. */
  sample: SetupState['sample']
  onDone: (outcome: 'signed-in' | 'created') => void
}

/** The countries with a known tax id format; all others choose "Otro país". */
function firstCountries(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const [checked, others] = [checkedCountries, otherNamedCountries].map((codes) =>
    codes.map((code) => ({ value: code, label: names.of(code) ?? code })),
  )
  return [...checked!, ...others!.toSorted((a, b) => a.label.localeCompare(b.label, locale))]
}

/** Creates the first company and its admin. */
export function SetupForm({ codeRequired, sample, onDone }: Props) {
  const setup = useSetupTexts()
  const { locale, plural } = useFormat()
  const form = useSetupForm(codeRequired)
  const { values, set, errors } = form
  const countries = useMemo(() => firstCountries(locale), [locale])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const outcome = await form.submit()
    if (outcome !== null) onDone(outcome)
    else requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {form.failure !== null && (
        <Alert variant="error" title={setup.failed}>
          {wordsOf(form.failure, setup.unreachable)}
          <SupportCode problem={problemOf(form.failure)} />
        </Alert>
      )}
      <Group title={setup.company}>
        <Field label={setup.companyName} error={errors.company} required>
          <Input
            size="lg"
            autoComplete="organization"
            value={values.company}
            onChange={(event) => set('company', event.target.value)}
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
          <Field label={setup.country} error={errors.country}>
            <Select
              size="lg"
              value={values.country === '' ? 'other' : values.country}
              onValueChange={(value) => set('country', value === 'other' ? '' : value)}
              options={[...countries, { value: 'other', label: setup.otherCountry }]}
            />
          </Field>
          <Field label={taxIdName(values.country, setup.taxId)} error={errors.taxId} optional>
            <Input size="lg" code value={values.taxId} onChange={(event) => set('taxId', event.target.value)} />
          </Field>
        </div>
      </Group>
      <Group title={setup.admin}>
        <Field label={setup.name} error={errors.name} required>
          <Input
            size="lg"
            autoComplete="name"
            value={values.name}
            onChange={(event) => set('name', event.target.value)}
          />
        </Field>
        <Field label={setup.email} error={errors.email} hint={setup.emailHint} required>
          <Input
            size="lg"
            type="email"
            autoComplete="username"
            value={values.email}
            onChange={(event) => set('email', event.target.value)}
          />
        </Field>
        <Field label={setup.password} error={errors.password} hint={<StrengthHint password={form.password} />} required>
          <PasswordInput
            size="lg"
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => form.setPassword(event.target.value)}
          />
        </Field>
        {codeRequired && (
          <Field label={setup.code} error={errors.code} hint={setup.codeHint} required>
            <Input size="lg" code value={values.code} onChange={(event) => set('code', event.target.value)} />
          </Field>
        )}
      </Group>
      <Checkbox
        label={setup.sample}
        hint={sample === null ? undefined : setup.sampleHint(plural(sample.expedientes, setup.sampleCases))}
        checked={values.sample}
        onCheckedChange={(checked) => set('sample', checked)}
      />
      <Button type="submit" variant="primary" size="lg" block loading={form.busy}>
        {setup.submit}
      </Button>
    </form>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-section font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
