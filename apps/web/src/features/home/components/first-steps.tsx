import { CircleCheckBig, CircleDashed } from 'lucide-react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useHomeTexts } from '../texts/home.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'

type Props = {
  mayCreate: boolean
  hasCertificate: boolean
  /** Setup steps for admins and whether they are done; null for other users. */
  office: { people: boolean; authority: boolean } | null
}

/** The first steps of an empty company, and which are done. */
export function FirstSteps({ mayCreate, hasCertificate, office }: Props) {
  const home = useHomeTexts()
  const { steps } = home
  const all = [
    ...(mayCreate ? [{ key: 'request', done: false, to: paths.newSolicitud(), ...steps.request }] : []),
    ...(office === null ? [] : [{ key: 'people', done: office.people, to: paths.newUser(), ...steps.people }]),
    { key: 'certificate', done: hasCertificate, to: paths.signer(), ...steps.certificate },
    ...(office === null
      ? []
      : [{ key: 'authority', done: office.authority, to: paths.trustAnchors(), ...steps.authority }]),
    { key: 'verify', done: false, to: paths.verify(), ...steps.verify },
  ]
  return (
    <Card aria-labelledby="steps-title">
      <CardHeader title={steps.title} titleId="steps-title" note={office === null ? steps.noteOthers : steps.note} />
      <CardList>
        {all.map((step) => (
          <CardRow key={step.key} className="py-4 max-sm:flex-wrap">
            <span aria-hidden className={step.done ? 'text-on-soft-success' : 'text-ink-muted'}>
              {step.done ? <CircleCheckBig className="size-5" /> : <CircleDashed className="size-5" />}
            </span>
            <div className="min-w-0 flex-1">
              <h3 className="font-semibold">
                {step.label}
                {step.done && <span className="sr-only"> ({steps.done})</span>}
              </h3>
              <p className="text-small text-ink-muted">{step.text}</p>
            </div>
            {!step.done && (
              <Button asChild size="sm" variant="secondary">
                <AppLink to={step.to}>{step.button}</AppLink>
              </Button>
            )}
          </CardRow>
        ))}
      </CardList>
    </Card>
  )
}
