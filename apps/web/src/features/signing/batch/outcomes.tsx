import { CircleAlert, CircleCheck, Clock, Download, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useDownload } from '../../../shared/use-download.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardList, CardRow } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Signable } from '../api/signable.ts'
import { describeFailure } from '../describe-failure.ts'
import { useDownloadAll } from '../use-download-all.ts'
import { useBatchTexts } from '../texts/batch.ts'
import { useSigningTexts } from '../texts/signing.ts'
import { useSignFailureTexts } from '../texts/sign-failure.ts'
import { Refusal } from './refusal.tsx'
import type { Outcome } from './run-batch.ts'
import type { SignMany } from './use-sign-many.ts'

type Props = { many: SignMany; documents: readonly Signable[]; onAgain: () => void }

/** The outcome of each document, while they are signed and afterwards. */
export function Outcomes({ many, documents, onAgain }: Props) {
  const texts = useBatchTexts()
  const ended = documents.filter(({ id_documento }) => {
    const state = many.outcomes.get(id_documento)?.state
    return state === 'signed' || state === 'failed'
  }).length
  const running = many.phase === 'running'
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button has disappeared.
  useEffect(() => title.current?.focus(), [])
  // While the batch runs, in signing order; afterwards failed documents come first.
  const isSigned = ({ id_documento }: Signable) => many.outcomes.get(id_documento)?.state === 'signed'
  const signed = documents.filter(isSigned)
  const [only] = signed
  const one = useDownload()
  const all = useDownloadAll()
  const rows = running ? documents : documents.toSorted((a, b) => Number(isSigned(a)) - Number(isSigned(b)))
  return (
    <Card className="lg:col-span-2">
      <CardBody className="flex flex-col gap-3 border-b border-line">
        <h2 ref={title} tabIndex={-1} className="text-section font-semibold outline-none">
          <span role="status">
            {running
              ? many.stopping
                ? texts.stopping
                : texts.states.signing
              : texts.done(signed.length, documents.length)}
          </span>
        </h2>
        <Progress
          label={texts.title}
          value={ended}
          max={documents.length}
          after={texts.running(ended, documents.length)}
        />
        <Refusal many={many} />
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
          {running ? (
            <Button icon={<Square />} disabled={many.stopping} onClick={many.stop}>
              {texts.stop}
            </Button>
          ) : (
            <>
              <Button onClick={onAgain}>{texts.again}</Button>
              {only !== undefined && (
                <Button
                  variant="primary"
                  icon={<Download />}
                  loading={all.isPending || one.isPending}
                  onClick={() =>
                    signed.length === 1 ? one.mutate(only) : all.mutate(signed.map(({ id_documento: id }) => id))
                  }
                >
                  {signed.length === 1 ? texts.download : texts.downloadAll}
                </Button>
              )}
            </>
          )}
        </div>
      </CardBody>
      <CardList>
        {rows.map((document) => (
          <OutcomeRow
            key={document.id_documento}
            document={document}
            outcome={many.outcomes.get(document.id_documento)}
            running={running}
          />
        ))}
      </CardList>
    </Card>
  )
}

type RowProps = { document: Signable; outcome: Outcome | undefined; running: boolean }

function OutcomeRow({ document, outcome, running }: RowProps) {
  const texts = useBatchTexts()
  const signFailure = useSignFailureTexts()
  const signing = useSigningTexts()
  const state = outcome?.state ?? (running ? 'waiting' : 'failed')
  const reason =
    outcome?.state === 'failed'
      ? describeFailure(outcome.problem, outcome.keyCode, signFailure)
      : outcome === undefined && !running
        ? texts.notReached
        : outcome?.state === 'signed' && outcome.repaired
          ? signing.repaired
          : null
  return (
    <CardRow>
      <span className="[&_svg]:size-5">
        {state === 'signed' ? (
          <CircleCheck aria-hidden className="text-on-soft-success" />
        ) : state === 'failed' ? (
          <CircleAlert aria-hidden className="text-error-ink" />
        ) : state === 'signing' ? (
          <Spinner />
        ) : (
          <Clock aria-hidden className="text-ink-muted" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{document.nombre}</p>
        <p className="text-small text-pretty text-ink-muted">
          {[texts.states[state], document.titulo, reason].filter((part) => part !== null).join(' · ')}
        </p>
      </div>
      {state === 'signed' && (
        <Button asChild size="sm">
          <AppLink to={paths.document(document.id_documento)} aria-label={`${texts.open} ${document.nombre}`}>
            {texts.open}
          </AppLink>
        </Button>
      )}
    </CardRow>
  )
}
