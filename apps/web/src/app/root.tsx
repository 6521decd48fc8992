import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAppTexts } from '../ui/texts/app.ts'
import { isAbsence, whyAbsent, type Absence } from '../lib/router/chunk-load-error.ts'
import { SessionUnreachableError } from '../lib/session/session-client.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Shown while a guard asks the server or the page's code loads. */
export function Pending() {
  const app = useAppTexts()
  return (
    <div className="flex min-h-dvh items-center justify-center text-gold-ink">
      <Spinner label={app.loading} className="size-7" />
    </div>
  )
}

/** An error page in words, with the next step. */
export function RouteFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <RouteError error={error} onRetry={() => void router.invalidate()} />
}

type Props = { error: unknown; onRetry: () => void }

export function RouteError(props: Props) {
  return isAbsence(props.error) ? <PageAbsent {...props} /> : <PageFailed {...props} />
}

/** The page's code failed to load: finds out why before it shows an error. */
function PageAbsent({ error, onRetry }: Props) {
  const [found, setFound] = useState<{ error: unknown; absence: Absence } | null>(null)
  useEffect(() => {
    let gone = false
    const ask = async () => {
      const absence = await whyAbsent()
      if (!gone) setFound({ error, absence })
    }
    void ask()
    return () => {
      gone = true
    }
  }, [error])
  if (found === null || found.error !== error) return <Pending />
  return <PageFailed error={error} absence={found.absence} onRetry={onRetry} />
}

function PageFailed({ error, absence, onRetry }: Props & { absence?: Absence }) {
  const app = useAppTexts()
  const down = error instanceof SessionUnreachableError || absence === 'offline'
  const old = absence === 'gone'
  const [title, text] = down
    ? [app.downTitle, app.downText]
    : old
      ? [app.newVersionTitle, app.newVersionText]
      : [app.errorTitle, app.errorText]
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col justify-center px-4 py-8">
      <EmptyState
        icon={<TriangleAlert />}
        tone={old ? 'primary' : 'error'}
        level={1}
        title={title}
        action={
          <>
            {!old && (
              <Button variant="primary" icon={<RefreshCw />} onClick={onRetry}>
                {app.retry}
              </Button>
            )}
            {!down && (
              <Button variant={old ? 'primary' : 'ghost'} onClick={() => window.location.reload()}>
                {app.reload}
              </Button>
            )}
          </>
        }
      >
        {text}
      </EmptyState>
    </main>
  )
}
