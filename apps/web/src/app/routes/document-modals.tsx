import type { DocumentDetails } from '@foja/contracts/documents'
import { lazyPart } from '../../ui/lazy-part.ts'
import { paths } from '../../lib/router/paths.ts'
import { LazyEmailModal } from './lazy-email-modal.tsx'
import { LazyShareModal } from './lazy-share-modal.tsx'
import { useNavigate } from '../../lib/router/router.tsx'

const DeleteModal = lazyPart(
  async () => (await import('../../features/documents/components/delete-modal.tsx')).DeleteModal,
)

export type DocumentModal = 'email' | 'share' | 'delete'

type Props = {
  document: DocumentDetails
  open: DocumentModal | null
  onClose: () => void
  onDeleted: () => Promise<void>
}

/** The dialogs of a document, each loaded on demand. */
export function DocumentModals({ document, open, onClose, onDeleted }: Props) {
  const navigate = useNavigate()
  const tabs = [
    ...(document.actions.includes('share') ? (['link'] as const) : []),
    ...(document.actions.includes('share_users') ? (['people'] as const) : []),
  ]
  return (
    <>
      <LazyShareModal document={open === 'share' ? document : null} onClose={onClose} tabs={tabs} />
      <LazyEmailModal document={open === 'email' ? document : null} onClose={onClose} />
      {open === 'delete' && (
        <DeleteModal
          document={document}
          onClose={onClose}
          onDeleted={onDeleted}
          onOpen={(id) => void navigate({ href: paths.document(id) })}
        />
      )}
    </>
  )
}
