import { isSigner } from '@foja/contracts/request-states'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Check, Pencil, ShieldCheck, Signature } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useCloseOnBack } from '../../../lib/router/use-close-on-back.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart, useFetchAhead } from '../../../ui/lazy-part.ts'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { touchQuery, useMedia } from '../../../ui/use-media.ts'
import { signingQuery, type View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { tellHost } from '../tell-host.ts'
import { useCopies } from '../use-copies.ts'
import { useSitting } from '../use-sitting.ts'
import { actOf, headingOf } from '../words.ts'
import type { NewRecipient } from './delegate-modal.tsx'
import { DocumentColumn } from './document-column.tsx'
import { Foot } from './foot.tsx'
import { OfficeBar } from './office-bar.tsx'
import { People, PeopleLine } from './people.tsx'
import { Message, Term } from './term.tsx'

/** One column on phones and on upright tablets. */
const columnQuery = '(width < 62em)'

const DocumentDesk = lazyPart(async () => (await import('./document-desk.tsx')).DocumentDesk)
const KeyStep = lazyPart(async () => (await import('./key-step.tsx')).KeyStep)
const FillStep = lazyPart(async () => (await import('./fill-step.tsx')).FillStep)
const SimpleStep = lazyPart(async () => (await import('./simple-step.tsx')).SimpleStep)
const ApproveModal = lazyPart(async () => (await import('./approve-modal.tsx')).ApproveModal)
const DeclineModal = lazyPart(async () => (await import('./decline-modal.tsx')).DeclineModal)
const DelegateModal = lazyPart(async () => (await import('./delegate-modal.tsx')).DelegateModal)

type Props = {
  token: string
  view: View
  mainId: string
  tools: ReactNode
  /** The page images can no longer be read: new addresses are asked for. */
  onBroken: () => void
  /** The recipient has declined, or handed over. */
  onEnded: (next: NewRecipient | null) => void
}

/** Reading the documents, and then signing or approving them. */
export function ReadAndAct({ token, view, mainId, tools, onBroken, onEnded }: Props) {
  const texts = useRecipientTexts()
  const queries = useQueryClient()
  const narrow = useMedia(columnQuery)
  const [id, setId] = useState(view.documents[0]?.id_documento)
  const [step, setStep] = useState<'read' | 'key'>('read')
  const [dialog, setDialog] = useState<'approve' | 'decline' | 'delegate' | null>(null)
  const sitting = useSitting(token, view)
  const copies = useCopies(token)
  const [typed, setTyped] = useState<Readonly<Record<string, string | boolean>>>({})
  const fill = view.acts.includes('fill') ? view.fill : null
  const simply = view.acts.includes('sign_simple')
  const signs = simply || view.acts.includes('sign')
  const shown = view.documents.find((one) => one.id_documento === id) ?? view.documents[0]
  // What the connection may be lost for later.
  useFetchAhead(FillStep, fill !== null)
  useFetchAhead(KeyStep, signs && !simply)
  useFetchAhead(SimpleStep, simply)
  useFetchAhead(ApproveModal, !signs && fill === null)
  useFetchAhead(DeclineModal)
  const read = () => setStep('read')
  useCloseOnBack(step === 'key' && !sitting.busy, read)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (step === 'read' && before.current === 'key') heading.current?.focus()
    before.current = step
  }, [step])
  if (shown === undefined) return null

  const reading = { view, shown, onShow: setId, copies, onBroken }
  const failure = copies.failed && (
    <Alert variant="error" title={texts.done.downloadFailed} className="max-lg:mx-4 max-lg:mt-3">
      {texts.done.downloadFailedText}
    </Alert>
  )
  const foot = (
    <Foot>
      {fill !== null ? (
        <Button variant="primary" size="lg" block icon={<Pencil />} className="h-12!" onClick={() => setStep('key')}>
          {texts.fill}
        </Button>
      ) : signs ? (
        <Button variant="primary" size="lg" block icon={<Signature />} className="h-12!" onClick={() => setStep('key')}>
          {view.documents.some(({ signed }) => signed) ? texts.signRest : texts.sign}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          block
          icon={<Check />}
          className="h-12!"
          onClick={() => setDialog('approve')}
        >
          {texts.approve}
        </Button>
      )}
      <Refusals view={view} onChoose={setDialog} />
    </Foot>
  )
  const leave = (busy: boolean) => (
    <IconButton label={texts.key.back} disabled={busy} onClick={read} className="-ml-2">
      <ArrowLeft />
    </IconButton>
  )
  /** The request with the new state of the recipient, until the server has answered. */
  const acted = (status: View['recipient']['status']) => {
    const { queryKey } = signingQuery(token)
    tellHost(signs ? 'signed' : 'approved', view.id)
    queries.setQueryData(queryKey, {
      ...view,
      recipient: { ...view.recipient, status },
      acts: view.acts.filter((act) => act === 'read'),
    })
    void queries.invalidateQueries({ queryKey })
  }
  const keyStep =
    fill !== null ? (
      <FillStep
        fallback={<SkeletonList rows={4} />}
        token={token}
        view={view}
        fill={fill}
        typed={typed}
        onType={setTyped}
        back={leave}
        onFilled={read}
      />
    ) : simply ? (
      <SimpleStep
        fallback={<SkeletonList rows={4} />}
        token={token}
        view={view}
        back={leave}
        onSigned={({ status }) => acted(status)}
      />
    ) : (
      <KeyStep fallback={<SkeletonList rows={4} />} view={view} sitting={sitting} back={leave(sitting.busy)} />
    )
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <OfficeBar company={view.company} logo={view.logo} note={texts.bar[actOf(view.recipient.rol)]} tools={tools} />
      <main id={mainId} tabIndex={-1} className="flex min-h-0 flex-1 flex-col focus:outline-none lg:flex-row">
        {narrow ? (
          step === 'key' ? (
            keyStep
          ) : (
            <>
              <Request view={view} heading={heading} narrow />
              {failure}
              <DocumentColumn {...reading} />
              {foot}
            </>
          )
        ) : (
          <>
            <DocumentDesk {...reading} fallback={<SkeletonList rows={8} className="flex-1" />} />
            <aside className="flex w-93 shrink-0 flex-col border-l border-line bg-panel">
              {step === 'key' ? (
                keyStep
              ) : (
                <>
                  <div
                    role="region"
                    aria-label={texts.bar[actOf(view.recipient.rol)]}
                    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
                    tabIndex={0}
                    className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-6 py-6 focus-visible:-outline-offset-2"
                  >
                    <Request view={view} heading={heading} />
                    {failure}
                  </div>
                  {foot}
                </>
              )}
            </aside>
          </>
        )}
      </main>
      {dialog === 'approve' && (
        <ApproveModal token={token} view={view} onClose={() => setDialog(null)} onDone={acted} />
      )}
      {dialog === 'decline' && (
        <DeclineModal token={token} view={view} onClose={() => setDialog(null)} onDone={() => onEnded(null)} />
      )}
      {dialog === 'delegate' && (
        <DelegateModal token={token} view={view} onClose={() => setDialog(null)} onDone={onEnded} />
      )}
    </div>
  )
}

type RefusalsProps = { view: View; onChoose: (dialog: 'decline' | 'delegate') => void }

/** What the recipient may do instead. */
function Refusals({ view, onChoose }: RefusalsProps) {
  const texts = useRecipientTexts()
  const role = isSigner(view.recipient.rol) ? 'firma' : 'aprueba'
  const [declines, delegates] = [view.acts.includes('decline'), view.acts.includes('delegate')]
  if (!declines && !delegates) return null
  const button = (dialog: 'decline' | 'delegate', label: string) => (
    <Button variant="ghost" className="px-1.5! font-medium! text-ink-muted" onClick={() => onChoose(dialog)}>
      {label}
    </Button>
  )
  return (
    <div className={declines && delegates ? 'flex flex-wrap justify-between gap-x-2' : 'flex justify-center'}>
      {declines && button('decline', texts.refuse[role])}
      {delegates && button('delegate', texts.delegate[role])}
    </div>
  )
}

type RequestProps = { view: View; heading: RefObject<HTMLHeadingElement | null>; narrow?: boolean }

/** Who asks for what, until when, and who else takes part. */
function Request({ view, heading, narrow = false }: RequestProps) {
  const texts = useRecipientTexts()
  const format = useFormat()
  const device = useMedia(touchQuery) ? 'phone' : 'computer'
  const signed = view.documents.filter(({ signed: is }) => is).length
  const purpose = (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-title-phone font-semibold">
        {headingOf(view, texts, format)}
      </h1>
      <p className="mt-1 text-pretty wrap-anywhere text-ink-muted">{view.titulo}</p>
    </div>
  )
  const partly = signed > 0 && (
    <Alert variant="info">{texts.someSigned(format.number(signed), format.number(view.documents.length))}</Alert>
  )
  if (narrow) {
    return (
      <div className="flex flex-col gap-3 border-b border-line bg-panel px-4 py-4">
        {purpose}
        <Term view={view} />
        <PeopleLine view={view} />
        <Message view={view} />
        {partly}
      </div>
    )
  }
  return (
    <>
      {purpose}
      <Term view={view} boxed />
      {partly}
      <Message view={view} />
      <hr className="border-line" />
      <People view={view} />
      {view.acts.includes('sign') && (
        <>
          <hr className="border-line" />
          <p className="flex items-start gap-2.5 text-pretty text-ink-muted">
            <ShieldCheck aria-hidden className="mt-0.5 size-4.5 text-on-soft-success" />
            {texts.ownKey[device]}
          </p>
        </>
      )}
    </>
  )
}
