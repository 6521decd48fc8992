import type { Problem } from '@foja/contracts/problem'
import { FileX, Lock, RotateCcw, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { SupportCode } from '../../../shared/support-code.tsx'
import { SignatureRepair } from '../../../shared/signature-repair.tsx'
import type { PageSource } from '../../../shared/verdict-pages.tsx'
import { FootNote, VerdictView } from '../../../shared/verdict-view.tsx'
import { useVerifyTexts } from '../texts/verify.ts'
import { useVerdictTexts } from '../../../shared/texts/verdict.ts'
import { base } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import type { FoundByCode, Verified } from '../api/verify.ts'
import type { Check } from '../use-verify.ts'
import { CompareCard, compareMarks } from './compare-card.tsx'
import { PasswordCard } from '../../../shared/password-card.tsx'

const pdfs = '.pdf,application/pdf'

type FileProps = {
  check: Exclude<Check, { state: 'idle' }>
  onFiles: (files: File[]) => void
  onAgain: (file: File, password?: string) => void
  /** Verifies again while the result stays visible. */
  onRepeat: (file: File) => void
  onRestart: () => void
  mayTrust: boolean
}

export function FileResult({ check, onFiles, onAgain, onRepeat, onRestart, mayTrust }: FileProps) {
  const verify = useVerifyTexts()
  const { file } = check
  if (check.state === 'busy') return <Busy file={file} share={check.share} onCancel={onRestart} />
  if (check.state === 'locked') {
    return (
      <PasswordCard
        title={verify.passwordTitle}
        name={file.name}
        text={verify.passwordText}
        label={verify.password}
        submit={verify.passwordButton}
        missing={verify.passwordMissing}
        wrong={(typed) => (check.wrong && typed === '' ? verify.passwordWrong : null)}
        onPassword={(password) => onAgain(file, password)}
        cancel={{ label: verify.cancel, onClick: onRestart }}
      />
    )
  }
  if (check.state === 'failed') {
    const { title, detail, problem, again } = check
    return (
      <Failure
        title={title}
        detail={detail}
        problem={problem}
        {...(again ? { onAgain: () => onAgain(file) } : {})}
        onRestart={onRestart}
      />
    )
  }
  return (
    <FileVerdict
      file={file}
      verification={check.verification}
      asking={check.again}
      onRepeat={() => onRepeat(file)}
      onFiles={onFiles}
      mayTrust={mayTrust}
    />
  )
}

type VerdictProps = {
  file: File
  verification: Verified
  asking: boolean
  onRepeat: () => void
  onFiles: (files: File[]) => void
  mayTrust: boolean
}

function FileVerdict({ file, verification, asking, onRepeat, onFiles, mayTrust }: VerdictProps) {
  const verify = useVerifyTexts()
  const verdict = useVerdictTexts()
  const { images } = verification
  const source: PageSource | null =
    images === null
      ? null
      : {
          pages: images.pages,
          address: (page, signedBytes) =>
            `${base}/api/v1/verify_page/${images.handle}/${page}/${signedBytes === undefined ? '' : `?signed_bytes=${signedBytes}`}`,
          hasRevisions: true,
          onGone: onRepeat,
          gone: verdict.imagesGoneText,
        }
  return (
    <VerdictView
      // Remounts the pages for another file or for new images.
      key={images?.handle ?? verification.sha256}
      verification={verification}
      file={{ name: file.name, size: file.size, pages: images?.pages.length ?? null }}
      held={{ content: file, name: file.name }}
      source={source}
      primary={<AnotherButton onFiles={onFiles} />}
      repair={(signature) => (
        <SignatureRepair signature={signature} onAskAgain={onRepeat} asking={asking} mayTrust={mayTrust} />
      )}
      foot={<FootNote icon={<Lock />}>{verify.private}</FootNote>}
    />
  )
}

type CodeProps = {
  found: FoundByCode
  onFiles: (files: File[]) => void
  onRepeat: () => void
  asking: boolean
  mayTrust: boolean
}

/** The stored page, to compare with the paper that carries its code. */
export function CodeResult({ found, onFiles, onRepeat, asking, mayTrust }: CodeProps) {
  const verify = useVerifyTexts()
  const verdict = useVerdictTexts()
  const { nombre, paginas, size, is_newest, images, verification } = found
  const source: PageSource | null =
    images === null
      ? null
      : {
          pages: images.pages,
          address: (page) => images.pages[page - 1]?.url ?? '',
          hasRevisions: false,
          onGone: onRepeat,
          gone: verdict.imagesGoneReload,
        }
  return (
    <VerdictView
      verification={verification}
      file={{ name: nombre, size, pages: paginas }}
      source={source}
      primary={<AnotherButton onFiles={onFiles} />}
      foot={<OwnFile onFiles={onFiles} />}
      repair={(signature) => (
        <SignatureRepair signature={signature} onAskAgain={onRepeat} asking={asking} mayTrust={mayTrust} />
      )}
      compare={{
        title: verify.stored,
        marks: compareMarks(found),
        card: <CompareCard found={found} />,
        story: (base) => {
          if (base.verdict === 'failed') return base
          if (is_newest) return { ...base, heading: verify.compareTitle }
          return { ...base, verdict: 'changed', heading: verify.newestTitle, rest: `${base.rest} ${verify.superseded}` }
        },
      }}
    />
  )
}

function Busy({ file, share, onCancel }: { file: File; share: number; onCancel: () => void }) {
  const verify = useVerifyTexts()
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

/** Offers to verify the PDF itself. */
function OwnFile({ onFiles }: { onFiles: (files: File[]) => void }) {
  const verify = useVerifyTexts()
  const { input, open } = useFilePicker({ onFiles, accept: pdfs, label: verify.verifyFile })
  return (
    <FootNote icon={<Upload />}>
      {input}
      {verify.haveFile}{' '}
      <button type="button" className="font-medium text-gold-ink underline-offset-4 hover:underline" onClick={open}>
        {verify.verifyFile}
      </button>
      : {verify.verifyFileWhy}
    </FootNote>
  )
}

function AnotherButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const verify = useVerifyTexts()
  const { input, open } = useFilePicker({ onFiles, accept: pdfs, label: verify.another })
  return (
    <>
      {input}
      <Button variant="primary" icon={<Upload />} onClick={open}>
        {verify.another}
      </Button>
    </>
  )
}

type FailureProps = {
  title: string
  detail: string
  problem: Problem | null
  icon?: ReactNode
  onAgain?: () => void
  onRestart: () => void
}

export function Failure({ title, detail, problem, icon = <FileX />, onAgain, onRestart }: FailureProps) {
  const verify = useVerifyTexts()
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
        <SupportCode problem={problem} />
      </EmptyState>
    </Card>
  )
}
