import type { PreflightLine } from '@foja/contracts/signing'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Status = PreflightLine['status']
type Reader = PreflightLine['affects'][number]

const readers = ['firmaec', 'adobe', 'dss'] as const satisfies readonly Reader[]
const order: Record<Status, number> = { problem: 0, warning: 1, ok: 2 }
const icons = { problem: CircleAlert, warning: TriangleAlert, ok: CircleCheck }
const inks = { problem: 'text-error-ink', warning: 'text-on-soft-warning', ok: 'text-on-soft-success' }

/** The line that decides what a reader will say: the worst of those that it looks at. */
function worstOf(lines: readonly PreflightLine[], reader: Reader): PreflightLine | undefined {
  return lines
    .filter(({ affects, status }) => affects.includes(reader) && status !== 'ok')
    .toSorted((a, b) => order[a.status] - order[b.status])[0]
}

/** Before signing: what Adobe, the European DSS and FirmaEC will say of the signature, and what to do about it. */
export function PreflightBox({ lines }: { lines: readonly PreflightLine[] | undefined }) {
  const { signOptions } = useTexts()
  return (
    <section aria-label={signOptions.preflight}>
      <h3 className="mb-2 text-small font-medium">{signOptions.preflight}</h3>
      {lines === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <>
          <ul className="flex flex-col gap-2.5">
            {readers.map((reader) => (
              <ReaderLine key={reader} reader={reader} worst={worstOf(lines, reader)} />
            ))}
          </ul>
          <Disclosure summary={signOptions.preflightAll}>
            <ul className="flex flex-col gap-2">
              {lines
                .toSorted((a, b) => order[a.status] - order[b.status])
                .map((line) => (
                  <Line key={line.check} status={line.status} title={line.title} advice={line.advice} />
                ))}
            </ul>
          </Disclosure>
        </>
      )}
    </section>
  )
}

function ReaderLine({ reader, worst }: { reader: Reader; worst: PreflightLine | undefined }) {
  const { signOptions } = useTexts()
  const status = worst?.status ?? 'ok'
  return (
    <Line
      status={status}
      title={
        <>
          <strong className="font-semibold">{signOptions.readers[reader]}</strong> · {signOptions.readerSays[status]}
        </>
      }
      advice={worst?.title ?? null}
    />
  )
}

type LineProps = { status: Status; title: React.ReactNode; advice: string | null }

function Line({ status, title, advice }: LineProps) {
  const { signOptions } = useTexts()
  const Icon = icons[status]
  return (
    <li className="flex items-start gap-2.5 text-small">
      <Icon aria-label={signOptions.preflightStatus[status]} className={`mt-0.5 size-4 shrink-0 ${inks[status]}`} />
      <span className="min-w-0">
        <span className="block">{title}</span>
        {advice !== null && <span className="block text-pretty text-ink-muted">{advice}</span>}
      </span>
    </li>
  )
}
