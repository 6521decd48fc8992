import { lazy, Suspense, type ComponentProps } from 'react'
import type { ShareModal as Modal } from '../../features/shares/components/share-modal.tsx'

const ShareModal = lazy(async () => ({
  default: (await import('../../features/shares/components/share-modal.tsx')).ShareModal,
}))

/** The sharing dialog; its code comes when it first opens. */
export function LazyShareModal(props: ComponentProps<typeof Modal>) {
  if (props.document === null) return null
  return (
    <Suspense fallback={null}>
      <ShareModal {...props} />
    </Suspense>
  )
}
