import { Highlights } from '../../features/documents/components/highlights.tsx'
import type { Search } from '../../features/documents/use-reader-search.ts'
import { FieldMark } from '../../features/signing/components/field-mark.tsx'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import type { Signing } from '../../features/signing/use-signing.ts'
import type { PageOf } from '../../shared/page-image.tsx'
import { AppearancePreview, type DocumentPlacing } from './use-document-placing.ts'

type Props = {
  page: PageOf
  current: number
  search: Search | null
  signing: Signing
  placing: DocumentPlacing
}

/** What lies over a page: search hits, and the position of the signature or its field. */
export function DocumentOverlay({ page, current, search, signing, placing }: Props) {
  const isNear = Math.abs(page.page - current) < 6
  return (
    <>
      {search !== null && <Highlights page={page} hits={search.hits} current={search.hits?.[search.at]} />}
      {isNear && placing.placing && (
        <PlacementLayer
          page={page}
          placement={signing.placement}
          disabled={signing.busy}
          onTap={placing.phone ? placing.near : undefined}
          preview={(rect) => (
            <AppearancePreview
              appearance={signing.chosen.appearance}
              certificate={placing.certificate}
              reason={signing.draft.reason}
              location={signing.draft.location}
              rect={rect}
            />
          )}
        />
      )}
      {isNear && !placing.placing && placing.waiting && <FieldMark at={signing.draft.fieldAt} page={page} />}
    </>
  )
}
