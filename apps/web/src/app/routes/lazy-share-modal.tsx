import type { ComponentProps } from 'react'
import type { ShareModal as Modal } from '../../features/shares/components/share-modal.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const ShareModal = lazyPart(async () => (await import('../../features/shares/components/share-modal.tsx')).ShareModal)

/** The sharing dialog, loaded on demand. */
export function LazyShareModal(props: ComponentProps<typeof Modal>) {
  if (props.document === null) return null
  return <ShareModal {...props} />
}

/** The same, only for users of the company. */
export function LazyPeopleModal(props: Omit<ComponentProps<typeof Modal>, 'tabs'>) {
  return <LazyShareModal {...props} tabs={['people']} />
}
