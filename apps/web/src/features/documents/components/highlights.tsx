import { toPercent, type Size } from '../../../lib/files/geometry.ts'
import type { Hit } from '../api/search-document.ts'

type Props = { page: { page: number } & Size; hits: readonly Hit[] | undefined; current: Hit | undefined }

/** Marks search hits on a page image; the current one stands out. */
export function Highlights({ page, hits = [], current }: Props) {
  return hits
    .filter((hit) => hit.page === page.page)
    .flatMap((hit) =>
      hit.rects.map((rect) => {
        const { left, top, width, height } = toPercent(rect, page)
        const here = hit === current
        return (
          <span
            key={`${rect.x} ${rect.y}`}
            aria-hidden
            data-hit={here ? 'current' : ''}
            className="pointer-events-none absolute"
            style={{
              left: `${left}%`,
              top: `${top}%`,
              width: `${width}%`,
              height: `${height}%`,
              // Like a highlighter on white paper, in light and dark mode.
              mixBlendMode: 'multiply',
              background: here ? '#F4C22B' : '#FFE9B5',
            }}
          />
        )
      }),
    )
}
