import type { PreflightLine } from '@foja/contracts/signing'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import { Button } from '../../../ui/button.tsx'
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
            <strong className="font-semibold">{signOptions.readers[reader]}</strong> ·{' '}
            {/* Adobe has a trust list of its own, which the pre-flight does not know. */}
            {reader === 'adobe' && status === 'ok' ? signOptions.adobeOk : signOptions.readerSays[status]}
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
