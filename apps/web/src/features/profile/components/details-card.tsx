import { can } from '@foja/contracts/policies'
import type { User } from '@foja/contracts/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { meQuery } from '../../../shared/me.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useProfileTexts } from '../texts/profile.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { paths } from '../../../lib/router/paths.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/details.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { textLink } from '../../../ui/link.ts'
import { SkeletonForm } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sendProfile } from '../api/profile.ts'
import { useSend } from '../use-send.ts'

/** The user's details: read-only what an admin manages, editable what is personal. */
export function DetailsCard({ editable }: { editable: boolean }) {
  const profile = useProfileTexts()
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(meQuery)
  return (
    <Card aria-labelledby="details-title">
      <CardHeader title={profile.details} titleId="details-title" />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonForm fields={3} />
      ) : (
        <CardBody>
          {isRefetchError && <Stale onRetry={() => void refetch()} />}
          <Identity person={data} />
          {editable && <DetailsForm person={data} />}
        </CardBody>
      )}
    </Card>
  )
}

function Identity({ person }: { person: User }) {
  const profile = useProfileTexts()
  const domain = useDomainTexts()
  const { relative } = useFormat()
  const { nombre, email, role, id_company, company, last_login_at } = person
  const ownEmail = can('user.manage', person, { id_company, created_by: null, role })
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <Avatar name={nombre} size="lg" silent />
        <div className="min-w-0">
          <p className="text-section font-semibold">{nombre}</p>
          <p className="truncate text-ink-muted">{email}</p>
        </div>
      </div>
      <Facts
        items={[
          { label: profile.role, value: domain.roles[role] },
          { label: profile.company, value: company?.nombre ?? profile.noCompany },
          {
            label: profile.lastLogin,
            value: last_login_at === null ? profile.notStated : relative(last_login_at),
          },
        ]}
      />
      {ownEmail ? (
        <p className="mt-3 text-small text-ink-muted">
          {profile.ownEmail}{' '}
          <AppLink to={paths.users()} className={textLink}>
            {profile.ownEmailLink}
          </AppLink>
        </p>
      ) : (
        <p className="mt-3 text-small text-ink-muted">{profile.keptBy}</p>
      )}
    </>
  )
}

type Values = { nombre: string; cargo: string; telefono: string }
const valuesOf = ({ nombre, cargo, telefono }: User): Values => ({
  nombre,
  cargo: cargo ?? '',
  telefono: telefono ?? '',
})

function DetailsForm({ person }: { person: User }) {
  const profile = useProfileTexts()
  const queries = useQueryClient()
  const { update } = useSession()
  const known = valuesOf(person)
  // A draft, so that it survives a visit to another page.
  const [changed, setChanged] = useDraft<Partial<Values>>('profile', {})
  const [nameless, setNameless] = useState(false)
  const { send, busy, refusal } = useSend()
  const nameRef = useRef<HTMLInputElement>(null)
  const values = { ...known, ...changed }
  const dirty = (Object.keys(known) as (keyof Values)[]).some((name) => values[name].trim() !== known[name])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !dirty) return
    setNameless(values.nombre.trim() === '')
    if (values.nombre.trim() === '') return nameRef.current?.focus()
    const me = await send(() => sendProfile(values))
    if (me === undefined) return undefined
    queries.setQueryData(meQuery.queryKey, me)
    // The button disappears: move the focus back to the fields.
    if (document.activeElement instanceof HTMLButtonElement) nameRef.current?.focus()
    setChanged({})
    toast.success(profile.saved)
    // The session also carries the name. If the update fails, the old name stays until the next one.
    void update().catch(() => {})
    return undefined
  }
  const discard = () => {
    setChanged({})
    nameRef.current?.focus()
  }
  const wrong = (name: keyof Values) => refusal?.errors.find(({ field }) => field === name)?.message
  const elsewhere = refusal !== null && !(['nombre', 'cargo', 'telefono'] as const).some((name) => wrong(name))
  const field = (name: keyof Values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setChanged((before) => ({ ...before, [name]: event.target.value })),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-5 flex flex-col gap-4 border-t border-line pt-5"
    >
      {elsewhere && <Alert variant="error">{refusal.detail}</Alert>}
      <Field label={profile.name} error={nameless ? profile.nameMissing : wrong('nombre')} required>
        <Input ref={nameRef} autoComplete="name" maxLength={160} {...field('nombre')} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={profile.position} error={wrong('cargo')} optional>
          <Input autoComplete="organization-title" maxLength={120} {...field('cargo')} />
        </Field>
        <Field label={profile.phone} error={wrong('telefono')} optional>
          <Input type="tel" autoComplete="tel" maxLength={40} {...field('telefono')} />
        </Field>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {dirty && (
          <Button variant="ghost" disabled={busy} onClick={discard}>
            {profile.discard}
          </Button>
        )}
        <Button type="submit" variant={dirty ? 'primary' : 'secondary'} disabled={!dirty} loading={busy}>
          {profile.save}
        </Button>
      </div>
    </form>
  )
}
