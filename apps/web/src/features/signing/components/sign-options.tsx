import type { AppearanceKind, Level } from '@foja/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import { Disclosure } from '../../../ui/details.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { lazyPart, useFetchAhead } from '../../../ui/lazy-part.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settingsQuery } from '../api/signing.ts'
import { appearances, levels } from '@foja/contracts/constants'
import type { Signing } from '../use-signing.ts'
import { titlesOf, type WaitingField } from '../waiting-fields.ts'

// Behind a button.
const AdvancedOptions = lazyPart(async () => (await import('./advanced-options.tsx')).AdvancedOptions)

type State = Pick<Signing, 'draft' | 'chosen' | 'change'>
type Props = {
  state: State
  hasImage: boolean
  /** Empty signature fields of the document. */
  fields: readonly WaitingField[]
  /** Number of existing signatures: only the first one may certify or be drawn on every page. */
  signatures: number
}

/** Appearance, text and level of the signature. */
export function SignOptions({ state, hasImage, fields, signatures }: Props) {
  const signOptions = useSignOptionsTexts()
  const { draft, chosen, change } = state
  useFetchAhead(AdvancedOptions, signatures === 0)
  const kinds = appearances.filter((kind) => kind !== 'image' || hasImage)
  const titles = titlesOf(fields)
  const hints: Partial<Record<AppearanceKind, string>> = {
    invisible: signOptions.invisibleHint,
    margin: signOptions.marginHint,
  }
  return (
    <>
      {fields.length > 0 && (
        <Field label={signOptions.field} hint={signOptions.fieldHint}>
          <Select
            value={draft.field ?? ''}
            onValueChange={(name) => {
              const field = fields.find((one) => one.name === name)
              change({ field: field?.name ?? null, fieldAt: field?.position ?? null })
            }}
            placeholder={signOptions.noField}
            options={[
              { value: noField, label: signOptions.noField },
              ...fields.map(({ name, position }, index) => ({
                value: name,
                label:
                  position === null
                    ? (titles[index] ?? name)
                    : signOptions.fieldOn(titles[index] ?? name, position.page),
              })),
            ]}
          />
        </Field>
      )}
      <Field label={signOptions.appearance} group hint={hints[chosen.appearance]}>
        <SegmentedControl
          block
          value={kinds.includes(chosen.appearance) ? chosen.appearance : 'qr'}
          onValueChange={(appearance) => change({ appearance })}
          options={kinds.map((kind) => ({ value: kind, label: signOptions.appearances[kind] }))}
        />
      </Field>
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <Field label={signOptions.reason}>
          <Input
            maxLength={200}
            placeholder={signOptions.reasonPlaceholder}
            value={draft.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
        <Field label={signOptions.location}>
          <Input
            maxLength={120}
            value={draft.location}
            onChange={(event) => change({ location: event.target.value })}
          />
        </Field>
      </div>
      <LevelField state={state} />
      {signatures === 0 && (
        <Disclosure summary={signOptions.advanced} open={draft.certify !== 0 || chosen.everyPage} late>
          <AdvancedOptions fallback={<Skeleton className="h-24" />} state={state} />
        </Disclosure>
      )}
    </>
  )
}

const noField = '-'

function LevelField({ state }: { state: State }) {
  const signOptions = useSignOptionsTexts()
  const { data } = useQuery(settingsQuery)
  const { chosen, change } = state
  // Without a timestamp authority only B-B is possible.
  const offered: readonly Level[] = data?.tsa_url === null ? ['B-B'] : levels
  if (offered.length === 1 && chosen.level === 'B-B') return null
  return (
    <Field label={signOptions.level} hint={signOptions.levelHints[chosen.level]}>
      <Select
        value={chosen.level}
        onValueChange={(level) => change({ level })}
        options={(offered.includes(chosen.level) ? offered : [...offered, chosen.level]).map((value) => ({
          value,
          label: signOptions.levels[value],
        }))}
      />
    </Field>
  )
}
