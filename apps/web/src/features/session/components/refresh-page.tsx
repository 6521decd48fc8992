import { CloudOff, Lock, LifeBuoy, Save, SearchX, ShieldX, Timer, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useRefreshTexts } from '../texts/refresh.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { clockOf, useCountdown } from '../../../ui/use-countdown.ts'
import { forgetLastSignedInUser, readLastSignedInUser } from '../../../lib/session/last-signed-in-user.ts'
import { PasswordAgain } from './password-again.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { base, paths } from '../../../lib/router/paths.ts'
import { refreshSession } from '../../../lib/session/session-store.ts'

/** The name of the page at a path, e.g. "Nueva solicitud". */
export function describePlace(path: string, places: Record<string, string>): string {
  const pathname = new URL(path, window.location.origin).pathname.slice(base.length)
  return places[pathname] ?? places[pathname.replace(/^\/(\w+)\/[^/]+/, '/$1/$id')] ?? places['/'] ?? ''
}

const key = 'foja-refresh'
/** The page does not return to the same address by itself twice within this time, which prevents a loop. */
const quiet = 30_000

type Try = { to: string; at: number }

function read(): Try | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Try | null
  } catch {
    return null
  }
}

/** True if the page may return to `to` without asking: not tried in the last 30 seconds. */
export function mayReturnAutomatically(to: string, now: number = Date.now()): boolean {
  const last = read()
  return last === null || last.to !== to || now - last.at > quiet
}

export function recordReturn(to: string, now: number = Date.now()): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify({ to, at: now } satisfies Try))
    return true
  } catch {
    // Without storage there is no guard, so the user decides.
    return false
  }
}

/**
 * working: asking for the session. over: it has expired, the password is needed. down: no answer. failed: the session
 * is valid but the page failed again, so the page shows the error instead of returning.
 */
type RefreshStep = 'working' | 'over' | 'down' | 'failed'

type Options = Pick<Props, 'to' | 'afterAction' | 'until' | 'onReturn'>

/** Renews the token once and returns; never by itself twice to the same address in a short time. */
function useRefresh({ to, afterAction = false, until, onReturn }: Options) {
  const [step, setStep] = useState<RefreshStep>('working')
  const started = useRef(false)

  const run = useCallback(
    async (requested: boolean) => {
      setStep('working')
      try {
        const session = await refreshSession()
        if (session === null) setStep('over')
        else if (requested || afterAction) onReturn(to)
        // During the wait that the server asked for, the page would only fail again.
        else if ((until ?? 0) <= Date.now() && mayReturnAutomatically(to) && recordReturn(to)) onReturn(to)
        else setStep('failed')
      } catch {
        // The session could not be read, which does not mean that it ended: nothing is discarded.
        setStep('down')
      }
    },
    [to, afterAction, until, onReturn],
  )

  useEffect(() => {
    if (started.current) return
    started.current = true
    void run(false)
  }, [run])

  const retry = useCallback(() => {
    recordReturn(to)
    return run(true)
  }, [run, to])

  return { step, retry }
}

type Props = {
  /** The page to return to: already validated as a path of this origin. */
  to: string
  /** HTTP status of the failed call. */
  status: number | null
  /** The failed call was an action, which returning does not repeat, so that there is no loop. */
  afterAction?: boolean
  /** Request id of the failed call, for support. */
  code: string | null
  /** Time (ms) from which the server accepts the call again. */
  until: number | null
  onReturn: (to: string) => void
  onHome: () => void
}

type Face = { icon: ReactNode; tone: string; title: string; text: string }

function useFace(step: 'over' | 'down' | 'failed', { status, until }: Props, known: boolean): Face {
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
  if (status === 429) {
    const text = until === null ? refresh.slowText : refresh.slowUntilText
    return { icon: <TriangleAlert />, tone: gold, title: refresh.slowTitle, text }
  }
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

function Outcome({ step, onRetry, ...props }: OutcomeProps) {
  const { to, status, until, onReturn, onHome } = props
  const refresh = useRefreshTexts()
  const seconds = useCountdown(step === 'failed' ? until : null)
  const [person, setPerson] = useState(readKnownPerson)
  const face = useFace(step, props, person !== null)
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
        {step === 'failed' && until !== null && (
          <p role="timer" className="figures mt-3 flex items-center gap-1.5 font-semibold">
            <Timer aria-hidden className="size-4" />
            {seconds === 0 ? refresh.retryNow : refresh.retryIn(clockOf(seconds))}
          </p>
        )}
      </header>
      {to !== paths.home() && !final && (
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
          <Button variant={final ? 'ghost' : 'primary'} size="lg" block disabled={seconds > 0} onClick={onRetry}>
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
