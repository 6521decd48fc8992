import type { SignatureReport } from '@foja/contracts/verification'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { authorityQuery, trustIssuerOf } from '../api/trust.ts'
import { inFours } from '../short-name.ts'
import { SourceBadge } from './source-badge.tsx'
import { useRefreshVerdicts } from '../use-refresh-verdicts.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'

type Props = { idDocumento: string; signature: SignatureReport }

/** Trusts the top authority of a signature's chain after a fingerprint comparison. */
export function TrustIssuer({ idDocumento, signature }: Props) {
  const trust = useTrustTexts()
  const [asking, setAsking] = useState(false)
  const highest = signature.chain.at(-1)
  // If the signature only embeds the signer's certificate, the authority's must be downloaded from its website.
  const known = highest !== undefined && highest.fingerprint !== signature.signer?.fingerprint
  return (
    <div data-print="hide" className="flex flex-col items-start gap-2">
      <p className="text-small text-ink-muted">{known ? trust.issuerText : trust.issuerMissing}</p>
      {known ? (
        <Button size="sm" onClick={() => setAsking(true)}>
          {trust.trustIssuer}
        </Button>
      ) : (
        <Button asChild size="sm">
          <AppLink to={paths.trustAnchors()}>{trust.goTrust}</AppLink>
        </Button>
      )}
      {known && (
        <Confirm idDocumento={idDocumento} authority={highest} open={asking} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

type ConfirmProps = {
  idDocumento: string
  authority: SignatureReport['chain'][number]
  open: boolean
  onClose: () => void
}

function Confirm({ idDocumento, authority, open, onClose }: ConfirmProps) {
  const trust = useTrustTexts()
  const domain = useDomainTexts()
  const refresh = useRefreshVerdicts()
  const { data: shipped, isLoading } = useQuery({ ...authorityQuery(authority.fingerprint), enabled: open })
  const ships = shipped !== undefined && shipped !== null
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => trustIssuerOf(idDocumento, authority.fingerprint),
    onSuccess: async () => {
      onClose()
      await refresh()
      toast.success(trust.added(1))
    },
  })
  const close = () => {
    // Clears the error of the previous attempt.
    reset()
    onClose()
  }
  return (
    <ConfirmModal
      open={open}
      busy={isPending}
      title={trust.trustTitle(authority.nombre)}
      description={ships ? trust.shippedAll : trust.check}
      confirm={trust.trustYes}
      disabled={isLoading}
      onConfirm={() => mutate()}
      onClose={close}
    >
      {ships ? (
        <SourceBadge authority={shipped} />
      ) : (
        <>
          <p className="text-small text-ink-muted">{trust.fingerprint}</p>
          <p className="code mb-3 wrap-anywhere">{inFours(authority.fingerprint)}</p>
        </>
      )}
      {isUnreported(error) && <Alert variant="error" title={problemOf(error)?.detail ?? domain.tryAgainLater} />}
    </ConfirmModal>
  )
}
