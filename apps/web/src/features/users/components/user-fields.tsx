import type { Role } from '@foja/contracts/roles'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../../domain/companies.ts'
import { useTexts } from '../../../i18n/texts.tsx'
import { useSession } from '../../../lib/session.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { rolesToGive, type UserDraft } from '../user-draft.ts'

/** As the calls name them. */
export type UserField = 'email' | 'nombre' | 'role' | 'id_company' | 'cargo' | 'telefono' | 'password'

type Props = {
  draft: UserDraft
  errors: Partial<Record<UserField, string>>
  companies: boolean
  emailHint: string
  roleLocked: boolean
  onChange: (change: Partial<UserDraft>, field: UserField) => void
}

/** Who it is, what they may do, and where they work. */
export function UserFields({ draft, errors, companies, emailHint, roleLocked, onChange }: Props) {
  const { userForms: texts, domain } = useTexts()
  const { data: session } = useSession()
  const given = session === null ? [] : rolesToGive(session.user, draft.company)
  // Whoever has a role that the caller may not give keeps it.
  const choices = given.includes(draft.role) ? given : [draft.role, ...given]
  return (
    <>
      <Field label={texts.name} error={errors.nombre} required>
        <Input
          autoFocus
          autoComplete="off"
          maxLength={160}
          value={draft.nombre}
          onChange={(event) => onChange({ nombre: event.target.value }, 'nombre')}
        />
      </Field>
      <Field label={texts.email} error={errors.email} hint={emailHint} required>
        <Input
          type="email"
          autoComplete="off"
          maxLength={254}
          value={draft.email}
          onChange={(event) => onChange({ email: event.target.value }, 'email')}
        />
      </Field>
      <Field
        label={texts.role}
        error={errors.role}
        hint={roleLocked ? texts.roleLocked : texts.roleHints[draft.role]}
        required
      >
        <Select
          disabled={roleLocked}
          value={draft.role}
          onValueChange={(role: Role) => onChange({ role }, 'role')}
          options={choices.map((value) => ({ value, label: domain.roles[value] }))}
        />
      </Field>
      {companies && (
        <CompanyField
          draft={draft}
          error={errors.id_company}
          disabled={roleLocked}
          onChange={(company) => onChange({ company }, 'id_company')}
        />
      )}
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={texts.post} error={errors.cargo} hint={texts.postHint} optional>
          <Input
            autoComplete="off"
            maxLength={120}
            value={draft.cargo}
            onChange={(event) => onChange({ cargo: event.target.value }, 'cargo')}
          />
        </Field>
        <Field label={texts.phone} error={errors.telefono} optional>
          <Input
            type="tel"
            autoComplete="off"
            maxLength={40}
            value={draft.telefono}
            onChange={(event) => onChange({ telefono: event.target.value }, 'telefono')}
          />
        </Field>
      </div>
    </>
  )
}

type CompanyProps = {
  draft: UserDraft
  error: string | undefined
  disabled: boolean
  onChange: (company: string) => void
}

/** No select has an empty value. */
const none = 'none'

function CompanyField({ draft, error, disabled, onChange }: CompanyProps) {
  const { userForms: texts } = useTexts()
  const { data = [] } = useQuery(companiesQuery)
  const mayHaveNone = draft.role === 'admin'
  const open = data.filter((company) => company.activa || company.id === draft.company)
  return (
    <Field label={texts.company} error={error} required={!mayHaveNone}>
      <Select
        disabled={disabled}
        value={draft.company === '' ? (mayHaveNone ? none : '') : draft.company}
        onValueChange={(id: string) => onChange(id === none ? '' : id)}
        options={[
          ...(mayHaveNone ? [{ value: none, label: texts.noCompany }] : []),
          ...open.map(({ id, nombre }) => ({ value: id, label: nombre })),
        ]}
      />
    </Field>
  )
}
