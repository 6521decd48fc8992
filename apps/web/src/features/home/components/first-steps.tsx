import { CircleCheckBig, CircleDashed } from 'lucide-react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useHomeTexts } from '../texts/home.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'

type StepKey = 'company' | 'mail' | 'people' | 'certificate' | 'authority' | 'template' | 'request' | 'verify'
export type FirstStep = { key: StepKey; to: string; done: boolean }

type Props = {
  steps: readonly FirstStep[]
  /** The user sets up the office, not only their own account. */
  keepsOffice: boolean
}

/** The first steps of an empty company, and which are done. */
export function FirstSteps({ steps: all, keepsOffice }: Props) {
  const { steps } = useHomeTexts()
  return (
    <Card aria-labelledby="steps-title">
      <CardHeader title={steps.title} titleId="steps-title" note={keepsOffice ? steps.note : steps.noteOthers} />
      <CardList>
        {all.map((step) => (
          <CardRow key={step.key} className="py-4 max-sm:flex-wrap">
            <span aria-hidden className={step.done ? 'text-on-soft-success' : 'text-ink-muted'}>
              {step.done ? <CircleCheckBig className="size-5" /> : <CircleDashed className="size-5" />}
            </span>
            <div className="min-w-0 flex-1">
              <h3 className="font-semibold">
                {steps[step.key].label}
                {step.done && <span className="sr-only"> ({steps.done})</span>}
              </h3>
              <p className="text-small text-ink-muted">{steps[step.key].text}</p>
            </div>
            {!step.done && (
              <Button asChild size="sm" variant="secondary">
                <AppLink to={step.to}>{steps[step.key].button}</AppLink>
              </Button>
            )}
          </CardRow>
        ))}
      </CardList>
    </Card>
  )
}
