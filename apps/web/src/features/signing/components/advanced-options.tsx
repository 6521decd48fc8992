import { useQuery } from '@tanstack/react-query'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { settingsQuery } from '../api/signing.ts'
import { useAdvancedOptionsTexts } from '../texts/advanced-options.ts'
import type { Signing } from '../use-signing.ts'

const certifications = [0, 1, 2, 3] as const

/** A stamp on every page, and what may change after the signature. */
export function AdvancedOptions({ state }: { state: Pick<Signing, 'draft' | 'chosen' | 'change'> }) {
  const texts = useAdvancedOptionsTexts()
  const { draft, chosen, change } = state
  const settings = useQuery(settingsQuery)
  return (
    <div className="flex flex-col gap-4 pb-1">
      {settings.data?.tsa_url === null && <p className="text-small text-ink-muted">{texts.noTsa}</p>}
      {chosen.appearance !== 'invisible' && draft.field === null && (
        <Switch
          label={texts.everyPage}
          hint={texts.everyPageHint}
          checked={chosen.everyPage}
          onCheckedChange={(everyPage) => change({ everyPage })}
        />
      )}
      <Field label={texts.certify} hint={texts.certifyHint}>
        <Select
          value={String(draft.certify)}
          onValueChange={(value) => change({ certify: certifications.find((one) => String(one) === value) ?? 0 })}
          options={certifications.map((one) => ({ value: String(one), label: texts.certifications[one] }))}
        />
      </Field>
    </div>
  )
}
