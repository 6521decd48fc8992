import { lazy, Suspense, type ComponentProps } from 'react'
import type { ShareModal as Modal } from '../../features/shares/components/share-modal.tsx'
import { loadSections } from '../../i18n/load.ts'
import { partSections } from '../part-sections.ts'

const ShareModal = lazy(async () => {
  const [code] = await Promise.all([
    import('../../features/shares/components/share-modal.tsx'),
    loadSections(partSections['features/shares/components/share-modal']),
  ])
  return { default: code.ShareModal }
})

/** The sharing dialog; its code comes when it first opens. */
export function LazyShareModal(props: ComponentProps<typeof Modal>) {
  if (props.document === null) return null
  return (
    <Suspense fallback={null}>
      <ShareModal {...props} />
    </Suspense>
  )
}
