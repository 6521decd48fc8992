import type { TrustAnchor } from '@foja/contracts/verification'
import { useMutation } from '@tanstack/react-query'
import { Landmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useTrustTexts } from '../texts/trust.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { problemOf } from '../../../lib/api/call.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { deleteTrustAnchor } from '../api/trust-anchors.ts'
import { shortName } from '../short-name.ts'
import { useRefreshVerdicts } from '../use-refresh-verdicts.ts'

type Props = {
  anchors: readonly TrustAnchor[]
  /** Anchors that the user may remove: a gestor may not remove those of an admin. */
  mayRemove: (anchor: TrustAnchor) => boolean
}

/** Authorities added from files. */
export function AddedCard({ anchors, mayRemove }: Props) {
  const trust = useTrustTexts()
  return (
    <Card aria-labelledby="added-title">
      <CardHeader title={trust.addedPlace} titleId="added-title" count={anchors.length} />
      <CardList>
        {anchors.map((anchor) => (
          <AnchorRow key={anchor.id} anchor={anchor} removable={mayRemove(anchor)} />
        ))}
      </CardList>
    </Card>
  )
}

function AnchorRow({ anchor, removable }: { anchor: TrustAnchor; removable: boolean }) {
  const trust = useTrustTexts()
  const { date } = useFormat()
  const [asking, setAsking] = useState(false)
  const name = shortName(anchor.subject)
  const expired = Date.parse(anchor.not_after) < Date.now()
  return (
    <CardRow className="items-start! py-3.5">
      <IconTile tone="primary">
        <Landmark />
      </IconTile>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <Badge size="sm">{anchor.id_company === null ? trust.everyone : trust.company}</Badge>
          {expired && (
            <Badge size="sm" variant="error">
              {trust.expired}
            </Badge>
          )}
        </p>
        <p className="text-small text-ink-muted">
          {anchor.subject === anchor.issuer ? trust.root : trust.issuedBy(shortName(anchor.issuer))} ·{' '}
          {trust.valid(date(anchor.not_before), date(anchor.not_after))}
        </p>
        <p className="mt-0.5 flex items-center gap-1 text-meta text-ink-muted">
          <span className="code min-w-0 wrap-anywhere">{anchor.fingerprint}</span>
          <CopyButton text={anchor.fingerprint} label={trust.copyFingerprint} />
        </p>
      </div>
      {removable && (
        <IconButton variant="danger" label={trust.removeOf(name)} onClick={() => setAsking(true)}>
          <Trash2 />
        </IconButton>
      )}
      <RemoveAnchor anchor={anchor} name={name} open={asking} onOpenChange={setAsking} />
    </CardRow>
  )
}

type RemoveProps = { anchor: TrustAnchor; name: string; open: boolean; onOpenChange: (open: boolean) => void }

function RemoveAnchor({ anchor, name, open, onOpenChange }: RemoveProps) {
  const trust = useTrustTexts()
  const ui = useUiTexts()
  const domain = useDomainTexts()
  const refresh = useRefreshVerdicts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteTrustAnchor(anchor.id),
    onSuccess: async () => {
      toast.success(trust.removed)
      // The refetch removes the row together with its dialog.
      await refresh()
      onOpenChange(false)
    },
    onError: (error) => toast.error(problemOf(error)?.detail ?? domain.tryAgainLater),
  })
  return (
    <Modal
      variant="danger"
      open={open}
      onOpenChange={onOpenChange}
      busy={isPending}
      title={trust.removeTitle(name)}
      description={trust.removeText}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {ui.cancel}
          </Button>
          <Button variant="danger" loading={isPending} onClick={() => mutate()}>
            {trust.remove}
          </Button>
        </>
      }
    />
  )
}
