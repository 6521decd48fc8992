import type { PersonFound } from '@foja/contracts/privacy'
import { Download, Search, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/details.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { downloadPerson, findPerson } from '../api/privacy.ts'
import { usePrivacyTexts } from '../texts/privacy.ts'

const EraseModal = lazyPart(async () => (await import('./erase-modal.tsx')).EraseModal)

/** Finds what is stored of a person, to download or erase it. */
export function PersonCard() {
  const texts = usePrivacyTexts()
  const domain = useDomainTexts()
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ persona: string; person: PersonFound } | null>(null)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [erasing, setErasing] = useState(false)
  const search = useToastMutation({
    mutationFn: findPerson,
    onSuccess: (person, persona) => setFound({ persona, person }),
    onError: (error) => {
      setFound(null)
      if (isUnreported(error)) setFailure(problemOf(error)?.detail ?? domain.tryAgainLater)
    },
  })
  const download = useToastMutation({ mutationFn: (persona: string) => downloadPerson(persona, texts.exportName) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    if (text.trim() !== '') search.mutate(text.trim())
  }
  return (
    <Card aria-labelledby="person-title">
      <CardHeader title={texts.personTitle} titleId="person-title" />
      <CardBody>
        <form className="flex flex-col gap-4" onSubmit={submit}>
          <p className="text-ink-muted">{texts.personText}</p>
          <TextField label={texts.personLabel} maxLength={254} value={text} error={failure} onValueChange={setText} />
          <Button type="submit" className="self-start" icon={<Search />} disabled={search.isPending}>
            {texts.search}
          </Button>
        </form>
        {found !== null && <Found person={found.person} />}
      </CardBody>
      {found !== null && (
        <CardFooter>
          <Button icon={<Download />} disabled={download.isPending} onClick={() => download.mutate(found.persona)}>
            {texts.export}
          </Button>
          <Button
            variant="danger"
            icon={<Trash2 />}
            disabled={found.person.abiertos + found.person.retenidos > 0}
            onClick={() => setErasing(true)}
          >
            {texts.erase}
          </Button>
        </CardFooter>
      )}
      {erasing && found !== null && (
        <EraseModal
          persona={found.persona}
          person={found.person}
          onClose={() => setErasing(false)}
          onErased={() => {
            setErasing(false)
            setFound(null)
            setText('')
          }}
        />
      )}
    </Card>
  )
}

function Found({ person: { user, partes, destinatarios, abiertos, retenidos, areas } }: { person: PersonFound }) {
  const texts = usePrivacyTexts()
  return (
    <div className="mt-5 flex flex-col gap-3" role="status">
      <p className="font-semibold wrap-anywhere">
        {user === null ? texts.isOther : user.removed ? texts.isRemoved(user.nombre) : texts.isUser(user.nombre)}
      </p>
      <p className="text-small text-ink-muted">{texts.found(partes, destinatarios)}</p>
      <Facts items={areas.map(({ area, rows }) => ({ label: texts.areas[area].name, value: texts.rows(rows) }))} />
      {abiertos > 0 && <Alert variant="warning">{texts.awaited}</Alert>}
      {retenidos > 0 && <Alert variant="warning">{texts.keptByHold}</Alert>}
    </div>
  )
}
