import type { TrustAnchor } from '@foja/contracts/verification'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Landmark, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { meQuery } from '../../../domain/me.ts'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { problemOf } from '../../../lib/call.ts'
import { LoadFailed } from '../../../domain/load-failed.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { IconTile } from '../../../ui/tile.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { deleteTrustAnchor, trustAnchorsQuery } from '../api/trust-anchors.ts'
import { shortName } from '../short-name.ts'
import { useRefreshVerdicts } from '../use-refresh-verdicts.ts'
import { AddAnchors } from './add-anchors.tsx'

type Props = {
  /** To the other places where the office is set up. */
  links: ReactNode
  mayManage: boolean
  /** Which of them the person may remove: an admin's are not a gestor's to take away. */
  mayRemove: (anchor: TrustAnchor) => boolean
}

/** The roots that verdicts rest on. */
export function TrustPage({ links, mayManage, mayRemove }: Props) {
  const { trust } = useTexts()
  const { plural } = useFormat()
  const { data, isError, error, refetch } = useQuery(trustAnchorsQuery)
  return (
    <div className="mx-auto max-w-220">
      <PageHeader title={trust.title} note={trust.text} actions={links} />
      <div className="flex flex-col gap-4">
        {mayManage && <AddAnchors />}
        <Card aria-labelledby="anchors-title">
          {data !== undefined && data.length > 0 && (
            <CardHeader
              title={<span className="first-letter:uppercase">{plural(data.length, trust.count)}</span>}
              titleId="anchors-title"
            />
          )}
          {isError ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <SkeletonList rows={3} header />
          ) : data.length === 0 ? (
            <EmptyState
              icon={<Landmark />}
              tone="primary"
              wide
              title={<span id="anchors-title">{trust.emptyTitle}</span>}
            >
              {mayManage ? <HowToBegin /> : trust.emptyReader}
            </EmptyState>
          ) : (
            <CardList>
              {data.map((anchor) => (
                <AnchorRow key={anchor.id} anchor={anchor} removable={mayRemove(anchor)} />
              ))}
            </CardList>
          )}
        </Card>
      </div>
    </div>
  )
}

/** What authorities are for and where theirs is got, with those of the company's country where they are known. */
function HowToBegin() {
  const { trust } = useTexts()
  const { data: me } = useQuery(meQuery)
  const issuers = trust.issuers[me?.company?.pais ?? '']
  return (
    <>
      <p>{trust.emptyText}</p>
      {issuers !== undefined && <p className="mt-2">{issuers}</p>}
    </>
  )
}

function AnchorRow({ anchor, removable }: { anchor: TrustAnchor; removable: boolean }) {
  const { trust } = useTexts()
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
  const { trust, ui, domain } = useTexts()
  const refresh = useRefreshVerdicts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteTrustAnchor(anchor.id),
    onSuccess: async () => {
      toast.success(trust.removed)
      // With its row goes the dialog.
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
