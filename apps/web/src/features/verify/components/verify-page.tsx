import { useQuery } from '@tanstack/react-query'
import { Lock, SearchX, ScanQrCode } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useVerifyTexts } from '../texts/verify.ts'
import { problemOf, wordsOf } from '../../../lib/api/call.ts'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { codeQuery } from '../api/verify.ts'
import { useVerify } from '../use-verify.ts'
import { CodeResult, Failure, FileResult } from './results.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { cleanCode, groupCode } from '../verification-code.ts'

type CodeFormProps = { busy: boolean; onCode: (code: string) => void; onScan: () => void }

/** For a document on paper: enter its code or scan it. */
function CodeForm({ busy, onCode, onScan }: CodeFormProps) {
  const verify = useVerifyTexts()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const whole = code.length === 16
    setMissing(!whole)
    if (whole) onCode(code)
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Card>
      <CardHeader title={verify.codeTitle} />
      <CardBody>
        <p className="mb-4 text-ink-muted">{verify.codeText}</p>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field label={verify.code} hint={verify.codeHint} error={missing ? verify.codeMissing : null}>
            <Input
              size="lg"
              className="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={groupCode(code)}
              onChange={(event) => {
                setMissing(false)
                setCode(cleanCode(event.target.value))
              }}
            />
          </Field>
          <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
            <Button type="submit" size="lg" loading={busy}>
              {verify.codeButton}
            </Button>
            <Button size="lg" icon={<ScanQrCode />} onClick={onScan}>
              {verify.scan}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}

const ScanModal = lazyPart(async () => (await import('./scan-modal.tsx')).ScanModal)

type Props = {
  /** The code in the address; its document is looked up. */
  code: string | undefined
  onCode: (code: string | undefined) => void
  /** The reader may add authorities. */
  mayTrust?: boolean
}

/** Public page that verifies the signatures of a PDF, or of a printed document by its code. */
export function VerifyPage({ code, onCode, mayTrust = false }: Props) {
  const { check, start, repeat, reset } = useVerify()
  const [scanning, setScanning] = useState(false)
  // Back and forward show the document of the address, even if a file was verified in between.
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
        <FileResult
          check={check}
          onFiles={take}
          onAgain={(file, password) => void start(file, password)}
          onRepeat={(file) => void repeat(file)}
          onRestart={restart}
          mayTrust={mayTrust}
        />
      ) : code === undefined ? (
        beginning
      ) : byCode.data !== undefined ? (
        <CodeResult
          found={byCode.data}
          onFiles={take}
          onRepeat={() => void byCode.refetch()}
          asking={byCode.isFetching}
          mayTrust={mayTrust}
        />
      ) : byCode.isError ? (
        <Refused error={byCode.error} onAgain={() => void byCode.refetch()} onRestart={restart} />
      ) : (
        <Card>
          <SkeletonList rows={4} header />
        </Card>
      )}
      {scanning && <ScanModal onCode={look} onClose={() => setScanning(false)} />}
    </div>
  )
}

/** Moves the focus to the result, because the pressed button has disappeared. */
function useAnswerFocus(state: string) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (!['done', 'locked', 'failed', 'success', 'error'].includes(state)) return
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
  const verify = useVerifyTexts()
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

function Refused({ error, onAgain, onRestart }: { error: unknown; onAgain: () => void; onRestart: () => void }) {
  const verify = useVerifyTexts()
  const problem = problemOf(error)
  const wrongCode = problem?.code === 'code_unknown' || problem?.code === 'validation_failed'
  const words = problem?.status === 400 ? problem : { title: verify.failed, detail: wordsOf(error, verify.offline) }
  return (
    <Failure
      icon={wrongCode ? <SearchX /> : undefined}
      title={words.title}
      detail={words.detail}
      problem={problem}
      {...(wrongCode ? {} : { onAgain })}
      onRestart={onRestart}
    />
  )
}

/** What happens to an uploaded file. */
function Privacy() {
  const verify = useVerifyTexts()
  return (
    <p className="flex items-start gap-2 text-small text-ink-muted">
      <Lock aria-hidden className="size-4" /> <span className="min-w-0">{verify.private}</span>
    </p>
  )
}
