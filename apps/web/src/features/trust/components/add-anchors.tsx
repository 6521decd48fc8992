import type { TrustAnchorPreview } from '@foja/contracts/verification'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { previewTrustAnchors, sendTrustAnchors } from '../api/trust.ts'
import { inFours, shortName } from '../short-name.ts'
import { useRefreshVerdicts } from '../use-refresh-verdicts.ts'

const accept = '.cer,.crt,.pem,.der,.p7b,.p7c'

/** Reads authority files and shows their content before it is trusted. */
export function useAddAnchors() {
  const trust = useTrustTexts()
  const [files, setFiles] = useState<readonly File[]>([])
  const { mutate, reset, isPending, data, error } = useMutation({ mutationFn: previewTrustAnchors })
  const take = (chosen: File[]) => {
    setFiles(chosen)
    mutate(chosen)
  }
  const { input, open } = useFilePicker({ onFiles: take, accept, multiple: true, label: trust.add })
  return {
    button: (
      <>
        {input}
        <Button variant="primary" icon={<FileUp />} loading={isPending} onClick={open}>
          {trust.add}
        </Button>
      </>
    ),
    refusal: error === null ? null : <Refusal error={error} />,
    dialog: data === undefined ? null : <Compare files={files} found={data} onClose={reset} />,
  }
}

function Refusal({ error }: { error: Error | null }) {
  const trust = useTrustTexts()
  const domain = useDomainTexts()
  const problem = problemOf(error)
  if (!isUnreported(error)) return null
  return (
    <Alert variant="error" title={problem?.title ?? trust.failed}>
      {problem?.detail ?? domain.tryAgainLater}
    </Alert>
  )
}

type CompareProps = { files: readonly File[]; found: readonly TrustAnchorPreview[]; onClose: () => void }

/** Shows fingerprints to compare with what the authority publishes; nothing is trusted before the user confirms. */
function Compare({ files, found, onClose }: CompareProps) {
  const trust = useTrustTexts()
  const ui = useUiTexts()
  const refresh = useRefreshVerdicts()
  const fresh = found.filter(({ known }) => !known)
  const [first] = fresh
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendTrustAnchors(files),
    onSuccess: async () => {
      await refresh()
      toast.success(trust.added(fresh.length))
      onClose()
    },
  })
  const confirmTitle =
    found.length === 1 && first !== undefined
      ? trust.trustTitle(shortName(first.subject))
      : trust.trustMany(found.length)
  const unsure = fresh.some(({ shipped }) => !shipped)
  return (
    <Modal
      open
      busy={isPending}
      onOpenChange={onClose}
      title={first === undefined ? trust.allKnownTitle : confirmTitle}
      description={first === undefined ? trust.allKnown : unsure ? trust.compare : trust.shippedAll}
      footer={
        <>
          <Button variant="ghost" disabled={isPending} onClick={onClose}>
            {first === undefined ? ui.close : ui.cancel}
          </Button>
          {first !== undefined && (
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
  const trust = useTrustTexts()
  const { date } = useFormat()
  const { subject, issuer, fingerprint, not_before, not_after, known, shipped } = found
  return (
    <li className="rounded-lg border border-line p-4">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {shortName(subject)}
        {known && <Badge size="sm">{trust.alreadyThere}</Badge>}
        {shipped && <Badge size="sm">{trust.ships}</Badge>}
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
      {!shipped && (
        <>
          <p className="mt-3 flex items-center gap-1 text-small text-ink-muted">
            {trust.fingerprint} <CopyButton text={fingerprint} label={trust.copyFingerprint} />
          </p>
          <p className="code wrap-anywhere">{inFours(fingerprint)}</p>
        </>
      )}
    </li>
  )
}
