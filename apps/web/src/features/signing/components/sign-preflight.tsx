import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import type { PreflightLine } from '@foja/contracts/signing'
import type { Level } from '@foja/contracts/constants'
import { ShieldCheck, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Preflight, preflightQuery } from '../api/signing.ts'
import type { KeySource } from '../sign-draft.ts'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { keyCodeOf, wrongPassphrase } from '../use-signing.ts'
import { Disclosure } from '../../../ui/details.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type PreflightStatus = PreflightLine['status']
type PreflightReader = PreflightLine['affects'][number]

const readers = ['firmaec', 'adobe', 'dss'] as const satisfies readonly PreflightReader[]
const order: Record<PreflightStatus, number> = { problem: 0, warning: 1, ok: 2 }

export type PreflightGroups = {
  /** The verdict per verifier: the worst of its lines. */
  readers: { reader: PreflightReader; status: PreflightStatus }[]
  /** Lines that the user can act on, worst first, including those of this company only. */
  wrong: PreflightLine[]
  fine: PreflightLine[]
}

/** Groups the lines of a pre-flight: verdict per verifier, what to fix, what is fine. */
export function groupPreflight(lines: readonly PreflightLine[]): PreflightGroups {
  const wrong = lines.filter(({ status }) => status !== 'ok').toSorted((a, b) => order[a.status] - order[b.status])
  return {
    readers: readers.map((reader) => ({
      reader,
      status: wrong.find(({ affects }) => affects.includes(reader))?.status ?? 'ok',
    })),
    wrong,
    fine: lines.filter(({ status }) => status === 'ok'),
  }
}

const icons = { problem: CircleAlert, warning: TriangleAlert, ok: CircleCheck }
const inks = { problem: 'text-error-ink', warning: 'text-on-soft-warning', ok: 'text-on-soft-success' }

type PreflightBoxProps = {
  /** Undefined while loading; empty without a certificate. */
  lines: readonly PreflightLine[] | undefined
  failed: boolean
  onRetry: () => void
}

/** Shown before signing: how Adobe, the European DSS and FirmaEC will judge the signature, and what to do. */
export function PreflightBox({ lines, failed, onRetry }: PreflightBoxProps) {
  const signOptions = useSignOptionsTexts()
  if (lines?.length === 0) return null
  return (
    <section aria-label={signOptions.preflight}>
      <h2 className="mb-2 text-small font-medium">{signOptions.preflight}</h2>
      {failed ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-small text-ink-muted">
          {signOptions.preflightFailed}
          <Button size="sm" onClick={onRetry}>
            {signOptions.tryAgain}
          </Button>
        </div>
      ) : lines === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <Lines lines={lines} />
      )}
    </section>
  )
}

function Lines({ lines }: { lines: readonly PreflightLine[] }) {
  const signOptions = useSignOptionsTexts()
  const { readers, wrong, fine } = groupPreflight(lines)
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {readers.map(({ reader, status }) => (
          <Line key={reader} status={status} advice={null}>
            <strong className="font-semibold">{signOptions.readers[reader]}</strong> · {signOptions.readerSays[status]}
          </Line>
        ))}
      </ul>
      {wrong.length > 0 && (
        <ul aria-label={signOptions.preflightWrong} className="mt-3 flex flex-col gap-2.5 border-t border-line pt-3">
          {wrong.map(({ check, status, title, advice }) => (
            <Line key={check} status={status} advice={advice}>
              {title}
            </Line>
          ))}
        </ul>
      )}
      {fine.length > 0 && (
        <Disclosure summary={signOptions.preflightAll}>
          <ul className="flex flex-col gap-2">
            {fine.map(({ check, status, title, advice }) => (
              <Line key={check} status={status} advice={advice}>
                {title}
              </Line>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

type LineProps = { status: PreflightStatus; children: ReactNode; advice: string | null }

function Line({ status, children, advice }: LineProps) {
  const signOptions = useSignOptionsTexts()
  const Icon = icons[status]
  return (
    <li className="flex items-start gap-2.5 text-small">
      <Icon
        role="img"
        aria-label={signOptions.preflightStatus[status]}
        className={`mt-0.5 size-4 shrink-0 ${inks[status]}`}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block">{children}</span>
        {advice !== null && <span className="block text-pretty text-ink-muted">{advice}</span>}
      </span>
    </li>
  )
}

type KeyToCheck = {
  level: Level
  files: readonly File[]
  password: string
  /** True if file and passphrase are there; otherwise shows what is missing. */
  requireKey: () => boolean
  onWrongPassphrase: (text: string) => void
}

/** The certificates of a key file opened in this browser. They are public; key and passphrase are discarded. */
async function readCertificates(files: readonly File[], password: string) {
  const { openBrowserKey } = await import('../../../lib/files/browser-key.ts')
  const key = await openBrowserKey(files, password)
  key.forget()
  return { files, certificate: key.certificate, chain: key.chain }
}

/** Pre-flight for a key that stays in this browser: only its certificate is sent. */
export function CheckKey({ level, files, password, requireKey, onWrongPassphrase }: KeyToCheck) {
  const signOptions = useSignOptionsTexts()
  const signing = useSigningTexts()
  const open = useMutation({
    // The variables contain the passphrase, so the mutation is not cached.
    gcTime: 0,
    mutationFn: () => readCertificates(files, password),
    onError: (failure) => {
      if (keyCodeOf(failure) === wrongPassphrase) onWrongPassphrase(signing.wrongPassphrase)
    },
  })
  // The result applies only to the file that was checked.
  const known = open.data?.files === files ? open.data : null
  const preflight = useQuery({
    ...preflightQuery({ level, certificate: known?.certificate ?? '', chain: known?.chain ?? [] }, ''),
    enabled: known !== null,
  })
  if (known !== null) {
    const problem = problemOf(preflight.error)
    if (problem !== null) {
      return (
        <Alert variant="error" title={problem.title}>
          {problem.detail}
        </Alert>
      )
    }
    return (
      <div aria-live="polite">
        <PreflightBox
          lines={preflight.data?.lines}
          failed={preflight.isError}
          onRetry={() => void preflight.refetch()}
        />
      </div>
    )
  }
  const code = keyCodeOf(open.error)
  return (
    <div className="flex flex-col gap-2">
      {open.error !== null && code !== wrongPassphrase && (
        <Alert variant="error">
          {signOptions.keyProblems[code ?? ''] ?? signOptions.keyProblems['key_worker_failed']}
        </Alert>
      )}
      <Button
        block
        icon={<ShieldCheck />}
        loading={open.isPending}
        onClick={() => {
          if (requireKey()) open.mutate()
        }}
      >
        {signOptions.checkKey}
      </Button>
      <p className="text-small text-pretty text-ink-muted">{signOptions.checkKeyHint}</p>
    </div>
  )
}

type Props = KeyToCheck & {
  source: KeySource
  /** For the stored certificate. */
  query: UseQueryResult<Preflight>
}

/**
 * Pre-flight by key source: for the stored certificate without a click, for a file after it was opened in this browser.
 * A file that is sent along is not opened before signing.
 */
export function SignPreflight({ source, query, ...key }: Props) {
  if (source === 'once') return null
  if (source === 'browser') return <CheckKey {...key} />
  return <PreflightBox lines={query.data?.lines} failed={query.isError} onRetry={() => void query.refetch()} />
}
