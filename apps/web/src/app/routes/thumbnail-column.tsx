import type { ComponentProps } from 'react'
import type { Thumbnails as Column } from '../../features/documents/components/thumbnails.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMedia } from '../../ui/use-media.ts'

const Thumbnails = lazyPart(
  async () => (await import('../../features/documents/components/thumbnails.tsx')).Thumbnails,
  'quiet',
)

/** The column of thumbnails where there is room for it, which is empty while its code loads. */
export function ThumbnailColumn(props: ComponentProps<typeof Column>) {
  const wide = useMedia('(width >= 80em)')
  const empty = <div data-print="hide" className="w-33 shrink-0 border-r border-line bg-panel" />
  return wide && <Thumbnails fallback={empty} {...props} />
}
