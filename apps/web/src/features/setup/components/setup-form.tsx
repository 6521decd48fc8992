import { useMemo, type FormEvent, type ReactNode } from 'react'
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
import type { SetupState } from '../api/setup-state.ts'
import { useSetupForm } from '../use-setup-form.ts'
import { StrengthHint } from '../../../shared/strength-hint.tsx'

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
      {form.failure !== null && <Alert variant="error" title={form.failure} />}
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
