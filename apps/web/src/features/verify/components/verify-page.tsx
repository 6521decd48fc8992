import { useQuery } from '@tanstack/react-query'
import { FileX, RotateCcw, SearchX, Upload } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { latePart } from '../../../i18n/late-part.ts'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { problemOf } from '../../../lib/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { codeQuery, type FoundByCode } from '../api/verify.ts'
import { useVerify, type Check } from '../use-verify.ts'
import { groupCode } from '../verification-code.ts'
import { CodeForm } from './code-form.tsx'
import { Privacy, Verdicts } from './verdicts.tsx'

const ScanModal = latePart(async () => (await import('./scan-modal.tsx')).ScanModal)

type Props = {
  /** The code in the address; a document is looked up by it. */
  code: string | undefined
  onCode: (code: string | undefined) => void
}

/** For anybody: what the signatures of a PDF, or of a printed document with a code, are worth. */
export function VerifyPage({ code, onCode }: Props) {
  const { check, start, reset } = useVerify()
  const [scanning, setScanning] = useState(false)
  // Back and forward go to the document of the address, whatever file was looked at in between.
  useEffect(() => {
    if (code !== undefined) reset()
  }, [code, reset])
  const byCode = useQuery({ ...codeQuery(code ?? ''), enabled: code !== undefined && check.state === 'idle' })
  const take = ([file]: File[]) => {
    if (file === undefined) return
    if (code !== undefined) onCode(undefined)
    void start(file)
  }
  const look = useCallback(
    (next: string) => {
      setScanning(false)
      reset()
      onCode(next)
    },
    [reset, onCode],
  )
  const restart = () => {
    reset()
    onCode(undefined)
  }
  const answer = useAnswerFocus(check.state === 'idle' ? byCode.status : check.state)
  const beginning = <Start busy={byCode.isFetching} onFiles={take} onCode={look} onScan={() => setScanning(true)} />
  return (
    <div ref={answer}>
      {check.state !== 'idle' ? (
        <FileResult check={check} onFiles={take} onAgain={(file) => void start(file)} onRestart={restart} />
      ) : code === undefined ? (
        beginning
      ) : byCode.data !== undefined ? (
        <CodeResult found={byCode.data} onFiles={take} />
      ) : byCode.isError ? (
        <Refused error={byCode.error} onAgain={() => void byCode.refetch()} onRestart={restart} />
      ) : (
        <Card>
          <SkeletonList rows={4} header />
        </Card>
      )}
      {scanning && (
        <Suspense fallback={null}>
          <ScanModal onCode={look} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Whoever asked is taken to the answer, and hears it: the button that they pressed is gone by then. */
function useAnswerFocus(state: string) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (!['done', 'failed', 'success', 'error'].includes(state)) return
    const title = place.current?.querySelector('h1')
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
  }, [state])
  return place
}

type StartProps = {
  busy: boolean
  onFiles: (files: File[]) => void
  onCode: (code: string) => void
  onScan: () => void
}

function Start({ busy, onFiles, onCode, onScan }: StartProps) {
  const { verify } = useTexts()
  return (
    <div className="mx-auto max-w-160">
      <h1 className="text-title-phone font-semibold md:text-title">{verify.title}</h1>
      <p className="mt-1 mb-6 text-pretty text-ink-muted">{verify.intro}</p>
      <div className="flex flex-col gap-4">
        <Dropzone
          onFiles={onFiles}
          accept=".pdf,application/pdf"
          multiple={false}
          paste
          title={verify.drop}
          hint={verify.dropHint}
          className="py-10"
        />
        <Privacy />
        <CodeForm busy={busy} onCode={onCode} onScan={onScan} />
      </div>
    </div>
  )
}

type ResultProps = {
  check: Exclude<Check, { state: 'idle' }>
  onFiles: (files: File[]) => void
  onAgain: (file: File) => void
  onRestart: () => void
}

function FileResult({ check, onFiles, onAgain, onRestart }: ResultProps) {
  const { verify } = useTexts()
  if (check.state === 'busy') return <Busy file={check.file} share={check.share} onCancel={onRestart} />
  if (check.state === 'failed') {
    const { file, title, detail, again } = check
    return (
      <Failure
        title={title}
        detail={detail}
        {...(again ? { onAgain: () => onAgain(file) } : {})}
        onRestart={onRestart}
      />
    )
  }
  const { file, verification } = check
  return (
    <Verdicts
      verification={verification}
      name={file.name}
      size={file.size}
      file={file}
      action={<AnotherButton onFiles={onFiles} />}
      aside={<Another onFiles={onFiles} title={verify.dropAnother} />}
    />
  )
}

function Busy({ file, share, onCancel }: { file: File; share: number; onCancel: () => void }) {
  const { verify } = useTexts()
  const sent = share >= 1
  const label = sent ? verify.checking : verify.uploading(file.name)
  return (
    <Card className="mx-auto max-w-160">
      <CardBody className="flex flex-col gap-4">
        <h1 className="text-section font-semibold wrap-anywhere">{file.name}</h1>
        <p role="status" className="text-ink-muted">
          {label}
        </p>
        <Progress label={label} value={sent ? undefined : share * 100} />
        <Button variant="ghost" className="self-end" onClick={onCancel}>
          {verify.cancel}
        </Button>
      </CardBody>
    </Card>
  )
}

function CodeResult({ found, onFiles }: { found: FoundByCode; onFiles: (files: File[]) => void }) {
  const { verify } = useTexts()
  const { number, dateTime } = useFormat()
  const { codigo, nombre, paginas, size, signed_at, is_newest, verification } = found
  return (
    <Verdicts
      verification={verification}
      name={nombre}
      size={size}
      note={
        <p className={is_newest ? 'text-ink-muted' : 'font-medium text-error-ink'}>
          {is_newest ? verify.newest : verify.superseded}
        </p>
      }
      facts={[
        { label: verify.code, value: groupCode(codigo), code: true },
        { label: verify.signed, value: dateTime(signed_at) },
        ...(paginas === null ? [] : [{ label: verify.pages, value: number(paginas) }]),
      ]}
      action={<AnotherButton onFiles={onFiles} />}
      aside={
        <>
          <p className="text-small text-pretty text-ink-muted">{verify.compare}</p>
          <Another onFiles={onFiles} title={verify.dropAnother} />
        </>
      }
    />
  )
}

/** The same as dropping a file, for keyboards and fingers. */
function AnotherButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { verify } = useTexts()
  const accept = '.pdf,application/pdf'
  const { input, open } = useFilePicker({ onFiles, accept, label: verify.another })
  return (
    <>
      {input}
      <Button variant="primary" icon={<Upload />} onClick={open}>
        {verify.another}
      </Button>
    </>
  )
}

function Another({ onFiles, title }: { onFiles: (files: File[]) => void; title: string }) {
  return (
    <div data-print="hide" className="flex flex-col gap-3 max-sm:hidden">
      <Dropzone onFiles={onFiles} accept=".pdf,application/pdf" multiple={false} paste variant="tall" title={title} />
      <Privacy />
    </div>
  )
}

function Refused({ error, onAgain, onRestart }: { error: unknown; onAgain: () => void; onRestart: () => void }) {
  const { verify } = useTexts()
  const problem = problemOf(error)
  const wrongCode = problem?.code === 'code_unknown' || problem?.code === 'validation_failed'
  return (
    <Failure
      icon={wrongCode ? <SearchX /> : undefined}
      title={problem?.title ?? verify.failed}
      detail={problem?.detail ?? verify.offline}
      {...(wrongCode ? {} : { onAgain })}
      onRestart={onRestart}
    />
  )
}

type FailureProps = {
  title: string
  detail: string
  icon?: ReactNode
  onAgain?: () => void
  onRestart: () => void
}

function Failure({ title, detail, icon = <FileX />, onAgain, onRestart }: FailureProps) {
  const { verify } = useTexts()
  return (
    <Card className="mx-auto max-w-120">
      <EmptyState
        icon={icon}
        tone="warning"
        title={title}
        level={1}
        action={
          <>
            {onAgain !== undefined && (
              <Button icon={<RotateCcw />} onClick={onAgain}>
                {verify.retry}
              </Button>
            )}
            <Button variant="primary" onClick={onRestart}>
              {verify.again}
            </Button>
          </>
        }
      >
        {detail}
      </EmptyState>
    </Card>
  )
}
