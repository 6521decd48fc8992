import type { KeyScope } from '@foja/contracts/key-scopes'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { scopeGroups, scopeOf } from '../scope-groups.ts'
import { useApiKeysTexts } from '../texts/api-keys.ts'

type Props = {
  value: ReadonlySet<KeyScope>
  error: string | undefined
  onChange: (value: ReadonlySet<KeyScope>) => void
}

/** The permissions of a key: a row for each group, with a box for reading and one for changing. */
export function ScopesField({ value, error, onChange }: Props) {
  const texts = useApiKeysTexts()
  const note = useId()
  const toggle = (scope: KeyScope, on: boolean) => {
    const next = new Set(value)
    if (on) next.add(scope)
    else next.delete(scope)
    onChange(next)
  }
  const names = { read: texts.canRead, write: texts.canWrite }
  return (
    <fieldset
      aria-describedby={note}
      data-invalid={error === undefined ? undefined : ''}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-small font-medium text-ink">{texts.scopes}</legend>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="text-small text-ink-muted">
            <th scope="col">
              <span className="sr-only">{texts.area}</span>
            </th>
            {Object.entries(names).map(([access, name]) => (
              <th key={access} scope="col" className="w-20 text-center font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {scopeGroups.map((group) => (
            <tr key={group}>
              <th scope="row" className="py-1.5 font-normal">
                {texts.groups[group]}
              </th>
              {(['read', 'write'] as const).map((access) => {
                const scope = scopeOf(group, access)
                return (
                  <td key={access} className="py-1.5 text-center">
                    {scope !== null && (
                      <span className="flex justify-center">
                        <Checkbox
                          aria-label={`${names[access]}: ${texts.groups[group]}`}
                          checked={value.has(scope)}
                          onCheckedChange={(on) => toggle(scope, on)}
                        />
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {error === undefined ? (
        <p id={note} className="text-small text-ink-muted">
          {texts.never}
        </p>
      ) : (
        <p id={note} className="flex gap-1.5 text-small text-error-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
