import { CloudOff, Lock, LifeBuoy, Save, SearchX, ShieldX, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useRefreshTexts } from '../texts/refresh.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { describePlace } from '../describe-place.ts'
import { forgetLastSignedInUser, readLastSignedInUser } from '../../../lib/session/last-signed-in-user.ts'
import { useRefresh } from '../use-refresh.ts'
import { PasswordAgain } from './password-again.tsx'
import { SignInForm } from './sign-in-form.tsx'

type Props = {
  /** The page to return to: already validated as a path of this origin. */
  to: string
  /** HTTP status of the failed call. */
  status: number | null
  /** Request id of the failed call, for support. */
  code: string | null
  onReturn: (to: string) => void
  onHome: () => void
}

type Face = { icon: ReactNode; tone: string; title: string; text: string }

function useFace(step: 'over' | 'down' | 'failed', status: number | null, known: boolean): Face {
  const refresh = useRefreshTexts()
  const gold = 'bg-soft-primary text-on-soft-primary'
  const red = 'bg-soft-error text-on-soft-error'
  if (step === 'over')
    return {
      icon: <Lock />,
      tone: gold,
      title: refresh.expiredTitle,
      text: known ? refresh.expiredText : refresh.expiredUnknownText,
    }
  if (step === 'down') return { icon: <CloudOff />, tone: red, title: refresh.downTitle, text: refresh.downText }
  if (status === 403)
    return { icon: <ShieldX />, tone: gold, title: refresh.forbiddenTitle, text: refresh.forbiddenText }
  if (status === 404) return { icon: <SearchX />, tone: gold, title: refresh.missingTitle, text: refresh.missingText }
  if (status === 413) return { icon: <TriangleAlert />, tone: gold, title: refresh.largeTitle, text: refresh.largeText }
  if (status === 429) return { icon: <TriangleAlert />, tone: gold, title: refresh.slowTitle, text: refresh.slowText }
  return { icon: <TriangleAlert />, tone: red, title: refresh.brokenTitle, text: refresh.brokenText }
}

/** The page /refresh, while and after it renews the session. */
export function RefreshPage(props: Props) {
  const refresh = useRefreshTexts()
  const { step, retry } = useRefresh(props)
  return (
    <div className="mx-auto w-full max-w-112">
      <section className="rounded-xl border border-line bg-panel p-8 shadow-lift max-sm:p-5">
        {step === 'working' ? (
          <div className="flex flex-col items-center gap-4 py-10 text-center">
            <Spinner className="size-8 text-gold-ink" label={null} />
            <h1 className="text-section font-semibold">{refresh.checking}</h1>
            <p role="status" className="text-ink-muted">
              {refresh.checkingText}
            </p>
          </div>
        ) : (
          <Outcome {...props} step={step} onRetry={() => void retry()} />
        )}
      </section>
      {props.code !== null && step !== 'working' && (
        <p className="mt-5 flex flex-wrap items-center justify-center gap-x-2 text-small text-ink-muted">
          <LifeBuoy aria-hidden className="size-4" /> {refresh.support}{' '}
          <span className="code text-ink">{props.code}</span>
        </p>
      )}
    </div>
  )
}

type OutcomeProps = Props & { step: 'over' | 'down' | 'failed'; onRetry: () => void }

/** Null also if only the «stay signed in» choice is stored and no user has signed in yet. */
function readKnownPerson() {
  const person = readLastSignedInUser()
  return person?.email === '' ? null : person
}

function Outcome({ step, to, status, onReturn, onHome, onRetry }: OutcomeProps) {
  const refresh = useRefreshTexts()
  const [person, setPerson] = useState(readKnownPerson)
  const face = useFace(step, status, person !== null)
  const forget = () => {
    forgetLastSignedInUser()
    setPerson(null)
  }
  const done = () => onReturn(to)
  const final = step === 'failed' && (status === 403 || status === 404)
  return (
    <div className="flex flex-col gap-6">
      <header>
        <span
          aria-hidden
          className={`mb-5 inline-flex size-13 items-center justify-center rounded-full [&_svg]:size-6 ${face.tone}`}
        >
          {face.icon}
        </span>
        <h1 className="text-title font-semibold">{face.title}</h1>
        <p className="mt-1 text-ink-muted">{face.text}</p>
      </header>
      {to !== '/' && !final && (
        <div className="flex items-center gap-3 rounded-lg border border-line bg-canvas p-4">
          <Save aria-hidden className="size-5 text-on-soft-success" />
          <div className="min-w-0">
            <p className="font-semibold">{refresh.returnTo(describePlace(to, refresh.places))}</p>
            <p className="text-small text-ink-muted">{refresh.safe}</p>
          </div>
        </div>
      )}
      {step === 'over' ? (
        <>
          {person === null ? (
            <SignInForm onSignedIn={done} back={to} action={refresh.continueButton} />
          ) : (
            <PasswordAgain person={person} back={to} onSignedIn={done} onNotMe={forget} />
          )}
          <Button variant="ghost" size="lg" block onClick={onHome} className="-mt-3">
            {refresh.goHome}
          </Button>
        </>
      ) : (
        // A retry does not help after 403 or 404, so the way out comes first.
        <div className={`flex gap-2 ${final ? 'flex-col-reverse' : 'flex-col'}`}>
          <Button variant={final ? 'ghost' : 'primary'} size="lg" block onClick={onRetry}>
            {refresh.retry}
          </Button>
          <Button variant={final ? 'primary' : 'ghost'} size="lg" block onClick={onHome}>
            {refresh.goHome}
          </Button>
        </div>
      )}
    </div>
  )
}
