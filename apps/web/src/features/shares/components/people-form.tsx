import type { Colleague } from '@foja/contracts/home'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { useSharesTexts } from '../texts/shares.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { usePeople } from '../../../shared/people.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { saveSharedWith, sharedWithQuery } from '../api/people.ts'
import { ErrorAlert } from '../../../shared/error-alert.tsx'

/** Edits with which users a document is shared: the current ones, a search to add others, and one button to save. */
export function PeopleForm({ idDocumento }: { idDocumento: string }) {
  const shares = useSharesTexts()
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(sharedWithQuery(idDocumento))
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <SkeletonList rows={3} className="-mx-5" />
  if (data.id_company === null) return <p className="pb-2 text-ink-muted">{shares.peopleNoOffice}</p>
  return (
    <>
      {isRefetchError && <Stale onRetry={() => void refetch()} />}
      <Chooser idDocumento={idDocumento} saved={data.users} company={data.id_company} />
    </>
  )
}

type ChooserProps = { idDocumento: string; saved: readonly Colleague[]; company: string }

function Chooser({ idDocumento, saved, company }: ChooserProps) {
  const shares = useSharesTexts()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly Colleague[]>(saved)
  const before = new Set(saved.map(({ id }) => id))
  const added = chosen.filter(({ id }) => !before.has(id))
  const changed = added.length > 0 || chosen.length !== saved.length
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      saveSharedWith(
        idDocumento,
        chosen.map(({ id }) => id),
      ),
    onSuccess: (reply) => {
      toast.success(added.length > 0 ? shares.peopleSaved : shares.peopleRemoved)
      setChosen(reply.users)
      queries.setQueryData(sharedWithQuery(idDocumento).queryKey, reply)
    },
  })
  const toggle = (person: Colleague, on: boolean) =>
    setChosen((now) => (on ? [...now, person] : now.filter(({ id }) => id !== person.id)))
  return (
    <div className="flex flex-col gap-4 pb-2">
      <p className="text-ink-muted">
        {shares.peopleText} {shares.peopleOthers}
      </p>
      <section>
        <h3 className="mb-1 font-semibold">{shares.peopleNow}</h3>
        {chosen.length === 0 ? (
          <p className="text-ink-muted">{shares.peopleNone}</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {chosen.map((person) => (
              <li
                key={person.id}
                className="inline-flex max-w-full items-center gap-2 rounded-full border border-line px-2.5 text-small"
              >
                <span className="truncate">{person.nombre}</span>
                {!before.has(person.id) && (
                  <Badge size="sm" variant="primary">
                    {shares.peopleNew}
                  </Badge>
                )}
                <IconButton
                  size="sm"
                  tooltip={false}
                  label={shares.peopleRemove(person.nombre)}
                  onClick={() => toggle(person, false)}
                >
                  <X />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Found company={company} chosen={chosen} onToggle={toggle} />
      <ErrorAlert error={error} title={shares.peopleFailed} />
      <Button
        variant="primary"
        disabled={!changed}
        loading={isPending}
        onClick={() => mutate()}
        className="self-end max-sm:w-full"
      >
        {shares.peopleSave}
      </Button>
    </div>
  )
}

type FoundProps = {
  /** The company of the document: only its users can be added. */
  company: string
  chosen: readonly Colleague[]
  onToggle: (person: Colleague, on: boolean) => void
}

function Found({ company, chosen, onToggle }: FoundProps) {
  const shares = useSharesTexts()
  const domain = useDomainTexts()
  const { data: session } = useSession()
  const [text, setText] = useState('')
  const { data, isLoadingError, error, refetch } = usePeople(text, { company })
  // The user cannot share with themselves.
  const people = data?.filter(({ id }) => id !== session?.user.id)
  return (
    <section className="flex flex-col gap-3">
      <Field label={shares.peopleSearch}>
        <Input
          type="search"
          autoFocus
          icon={<Search />}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
      ) : people === undefined ? (
        <SkeletonList rows={3} className="-mx-5" />
      ) : people.length === 0 ? (
        <p className="text-ink-muted">{text.trim() === '' ? shares.peopleAlone : shares.peopleNobody}</p>
      ) : (
        <ul aria-label={shares.peopleFound} className="-mx-5 max-h-80 divide-y divide-line overflow-y-auto px-5">
          {people.map((person) => (
            <li key={person.id} className="flex items-center gap-3 py-2">
              <Checkbox
                className="min-w-0 flex-1"
                label={person.nombre}
                hint={`${person.email} · ${domain.roles[person.role]}`}
                checked={chosen.some(({ id }) => id === person.id)}
                onCheckedChange={(on) => onToggle(person, on)}
              />
              <Avatar name={person.nombre} silent />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
