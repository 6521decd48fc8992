import { Check, CircleCheck, Clock, Download, FileText, Link2, ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { recipientCopyDays } from '@foja/contracts/request-states'
import { paths } from '../../../lib/router/paths.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { AppLink } from '../../../shared/app-link.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import type { Copies } from '../use-copies.ts'
import { actOf, actorsOf, countDocuments, phaseOf } from '../words.ts'
import { Foot } from './foot.tsx'

/** After the recipient's part: their copies, who is still missing, and until when the link opens. */
export function CopiesPage({ view, copies }: { view: View; copies: Copies }) {
  const texts = useRecipientTexts()
  const format = useFormat()
  const { done } = texts
  const heading = useRef<HTMLHeadingElement>(null)
  const { documents, recipient, copies_until: until } = view
  const counted = countDocuments(documents.length, texts, format)
  useEffect(() => {
    // The button that led here has left the page.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  const title =
    recipient.status === 'firmado'
      ? done.signed(counted)
      : recipient.status === 'aprobado'
        ? done.approved(counted)
        : done.ready(counted)
  return (
    <>
      <div className="mx-auto flex w-full max-w-160 flex-1 flex-col gap-4 px-4 py-6 md:py-10">
        <header className="flex flex-col items-center text-center">
          <span
            aria-hidden
            className="mb-4 flex size-16 items-center justify-center rounded-full bg-soft-success text-on-soft-success [&_svg]:size-8"
          >
            <Check />
          </span>
          <h1 ref={heading} tabIndex={-1} className="text-title-phone font-semibold md:text-title">
            {title}
          </h1>
          <p className="mt-1 text-pretty text-ink-muted">{view.titulo}</p>
        </header>
        <Card>
          <CardHeader
            title={done.copies}
            action={
              until === null ? undefined : (
                <span className="text-small text-ink-muted">{done.copiesUntil(format.writtenDate(until, false))}</span>
              )
            }
          />
          <CardList>
            {documents.map((document) => (
              <CardRow key={document.id_documento} className="min-h-16!">
                <span
                  aria-hidden
                  className="flex size-9 shrink-0 items-center justify-center rounded-lg border border-line text-ink-muted [&_svg]:size-4.5"
                >
                  <FileText />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{document.nombre}</span>
                  <span className="block truncate text-small text-ink-muted">
                    {document.signed && <span className="font-medium text-on-soft-success">{done.withYours} · </span>}
                    {format.bytes(document.size)}
                  </span>
                </span>
                <IconButton asChild size="lg" tooltip={false} label={texts.download(document.nombre)} className="-mr-2">
                  <a {...copies.linkOf(document)}>
                    <Download />
                  </a>
                </IconButton>
              </CardRow>
            ))}
          </CardList>
        </Card>
        {copies.failed && (
          <Alert variant="error" title={done.downloadFailed}>
            {done.downloadFailedText}
          </Alert>
        )}
        <Next view={view} />
        <ul className="flex flex-col gap-3 px-1 text-ink-muted">
          <li className="flex items-start gap-2.5">
            <Link2 aria-hidden className="mt-0.5 size-4.5" />
            {until === null
              ? done.comeBackLater(format.number(recipientCopyDays))
              : done.comeBack(format.writtenDate(until))}
          </li>
          <li className="flex items-start gap-2.5">
            <ShieldCheck aria-hidden className="mt-0.5 size-4.5" />
            <span>
              {done.anyone}{' '}
              <AppLink
                to={paths.verify()}
                target="_blank"
                className="touch-target font-medium text-gold-ink underline underline-offset-4"
              >
                {done.check}
              </AppLink>
              .
            </span>
          </li>
        </ul>
      </div>
      <Foot>
        <Button
          variant="primary"
          size="lg"
          icon={<Download />}
          loading={copies.busy}
          className="mx-auto h-12! w-full max-w-152"
          onClick={() => copies.all(documents.map(({ id_documento }) => id_documento))}
        >
          {documents.length === 1 ? done.downloadOne : done.downloadAll}
        </Button>
      </Foot>
    </>
  )
}

/** Who is still missing, or that all have done their part. */
function Next({ view }: { view: View }) {
  const texts = useRecipientTexts()
  const { list } = useFormat()
  const { done } = texts
  const waiting = actorsOf(view).filter(({ status }) => ['asked', 'later'].includes(phaseOf(status)))
  const isComplete = view.status === 'completada'
  if (!isComplete && waiting.length === 0) return null
  const Icon = isComplete ? CircleCheck : Clock
  return (
    <Card>
      <CardBody className="flex flex-col gap-3">
        <h2 className="text-section font-semibold">{done.next}</h2>
        <div className="flex items-start gap-3">
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-muted text-ink-muted [&_svg]:size-4.5"
          >
            <Icon />
          </span>
          <div>
            {isComplete ? (
              <p className="font-medium">{done.complete}</p>
            ) : (
              (['firma', 'aprueba'] as const).map((role) => {
                const names = waiting.filter(({ rol }) => actOf(rol) === role).map(({ nombre }) => nombre)
                return names.length === 0 ? null : (
                  <p key={role} className="font-medium">
                    {done.missing[role](list(names))}
                  </p>
                )
              })
            )}
            <p className="mt-0.5 text-pretty wrap-anywhere text-ink-muted">
              {isComplete ? done.completeText : done.weWrite(view.recipient.email)}
            </p>
          </div>
        </div>
      </CardBody>
    </Card>
  )
}
