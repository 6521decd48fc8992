import type { TrustAnchorPreview } from '@foja/contracts/verification'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { problemOf } from '../../../lib/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { previewTrustAnchors, sendTrustAnchors } from '../api/trust-anchors.ts'
import { inFours, shortName } from '../short-name.ts'
import { useRefreshVerdicts } from '../use-refresh-verdicts.ts'

/** Takes the files of authorities, and shows what is in them before anything rests on it. */
export function AddAnchors() {
  const { trust } = useTexts()
  const [files, setFiles] = useState<readonly File[]>([])
  const preview = useMutation({ mutationFn: previewTrustAnchors })
  const { mutate, reset } = preview
  const take = useCallback(
    (chosen: File[]) => {
      setFiles(chosen)
      mutate(chosen)
    },
    [mutate],
  )
  return (
    <Card>
      <CardHeader title={trust.add} />
      <CardBody className="flex flex-col gap-3">
        <Dropzone onFiles={take} accept=".cer,.crt,.pem,.der,.p7b,.p7c" title={trust.drop} hint={trust.dropHint} />
        {preview.isPending && <Progress label={trust.reading} before={trust.reading} value={undefined} />}
        <Refusal error={preview.error} />
        <p className="text-small text-ink-muted">{trust.check}</p>
      </CardBody>
      {preview.data !== undefined && <Compare files={files} found={preview.data} onClose={reset} />}
    </Card>
  )
}

function Refusal({ error }: { error: Error | null }) {
  const { trust, domain } = useTexts()
  const problem = problemOf(error)
  if (error === null) return null
  return (
    <Alert variant="error" title={problem?.title ?? trust.failed}>
      {problem?.detail ?? domain.tryAgainLater}
    </Alert>
  )
}

type CompareProps = { files: readonly File[]; found: readonly TrustAnchorPreview[]; onClose: () => void }

/** What the files hold, to be held against what the authority publishes; nothing is trusted before the person says so. */
function Compare({ files, found, onClose }: CompareProps) {
  const { trust, ui } = useTexts()
  const refresh = useRefreshVerdicts()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendTrustAnchors(files),
    onSuccess: async (count) => {
      await refresh()
      toast.success(trust.added(count))
      onClose()
    },
  })
  const [first] = found
  const fresh = found.some(({ known }) => !known)
  const asked =
    found.length === 1 && first !== undefined
      ? trust.trustTitle(shortName(first.subject))
      : trust.trustMany(found.length)
  const title = fresh ? asked : trust.allKnownTitle
  return (
    <Modal
      open
      busy={isPending}
      onOpenChange={onClose}
      title={title}
      description={fresh ? trust.compare : trust.allKnown}
      footer={
        <>
          <Button variant="ghost" disabled={isPending} onClick={onClose}>
            {fresh ? ui.cancel : ui.close}
          </Button>
          {fresh && (
            <Button variant="primary" loading={isPending} onClick={() => mutate()}>
              {trust.trustYes}
            </Button>
          )}
        </>
      }
    >
      <Refusal error={error} />
      <ul className="flex flex-col gap-4">
        {found.map((one) => (
          <Found key={one.fingerprint} found={one} />
        ))}
      </ul>
    </Modal>
  )
}

function Found({ found }: { found: TrustAnchorPreview }) {
  const { trust } = useTexts()
  const { date } = useFormat()
  const { subject, issuer, fingerprint, not_before, not_after, known } = found
  return (
    <li className="rounded-lg border border-line p-4">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {shortName(subject)}
        {known && <Badge size="sm">{trust.known}</Badge>}
        {Date.parse(not_after) < Date.now() && (
          <Badge size="sm" variant="error">
            {trust.expired}
          </Badge>
        )}
      </p>
      <p className="text-small text-ink-muted">
        {subject === issuer ? trust.root : trust.issuedBy(shortName(issuer))} ·{' '}
        {trust.valid(date(not_before), date(not_after))}
      </p>
      <p className="mt-3 flex items-center gap-1 text-small text-ink-muted">
        {trust.fingerprint} <CopyButton text={fingerprint} label={trust.copyFingerprint} />
      </p>
      <p className="code wrap-anywhere">{inFours(fingerprint)}</p>
    </li>
  )
}
