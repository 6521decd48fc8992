import type { Role } from '@foja/contracts/roles'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { companiesQuery } from '../../../shared/companies.ts'
import { useUserFormsTexts } from '../texts/user-forms.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { rolesToGive, type UserDraft } from '../user-draft.ts'

/** Field names of the API. */
export type UserField = 'email' | 'nombre' | 'role' | 'id_company' | 'cargo' | 'telefono' | 'password'

type Props = {
  draft: UserDraft
  errors: Partial<Record<UserField, string>>
  companies: boolean
  emailHint: string
  /** Password field required by a changed email address. */
  proof: ReactNode
  /** Choice of a successor, required by another role or company. */
  handOver: ReactNode
  roleLocked: boolean
  onChange: (change: Partial<UserDraft>, field: UserField) => void
}

/** Identity, role and company. */
export function UserFields({ draft, errors, companies, emailHint, proof, handOver, roleLocked, onChange }: Props) {
  const texts = useUserFormsTexts()
  const domain = useDomainTexts()
  const { data: session } = useSession()
  const given = session === null ? [] : rolesToGive(session.user, draft.company)
  // A role that the caller may not assign stays selected.
  const choices = given.includes(draft.role) ? given : [draft.role, ...given]
  const line = (name: 'nombre' | 'email' | 'cargo' | 'telefono') => ({
    value: draft[name],
    onValueChange: (value: string) => onChange({ [name]: value }, name),
  })
  return (
    <>
      <TextField autoFocus label={texts.name} error={errors.nombre} required maxLength={160} {...line('nombre')} />
      <TextField
        type="email"
        label={texts.email}
        error={errors.email}
        hint={emailHint}
        required
        maxLength={254}
        {...line('email')}
      />
      {proof}
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
      {handOver}
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <TextField
          label={texts.post}
          error={errors.cargo}
          hint={texts.postHint}
          optional
          maxLength={120}
          {...line('cargo')}
        />
        <TextField
          type="tel"
          label={texts.phone}
          error={errors.telefono}
          optional
          maxLength={40}
          {...line('telefono')}
        />
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

/** A select option cannot have an empty value. */
const none = 'none'

function CompanyField({ draft, error, disabled, onChange }: CompanyProps) {
  const texts = useUserFormsTexts()
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
