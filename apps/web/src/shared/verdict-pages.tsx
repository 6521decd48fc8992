import type { SignatureReport } from '@foja/contracts/verification'
import { apiAddress } from '../lib/api/runtime-config.ts'
import { VerdictBadge, type Verdict } from '../ui/verdict-badge.tsx'

/** A page with its size in PDF points. */
type ShownPage = { page: number; width: number; height: number }

/** Where the images of a document's pages come from. */
export type PageSource = {
  pages: readonly ShownPage[]
  /** The address of a page's image; with `signedBytes`, of the page as it was when that much was signed. */
  address: (page: number, signedBytes?: number) => string
  /** True if pages can be shown as they were at a signature. */
  hasRevisions: boolean
  /** What to do when an image does not come, and what the button says. */
  onGone: () => void
  gone: string
}

type Tone = 'success' | 'warning' | 'error'

/** A box over a page: points from its top left corner. */
export type Mark = {
  key: string
  page: number
  rectangle: NonNullable<SignatureReport['rectangle']>
  tone: Tone
  /** In a disc at the corner, or in the margin, where it is the number of an item of a list. */
  number?: number
  inMargin?: boolean
  /** In a pill over the box. */
  label?: { verdict: Verdict; text: string }
}

/** In light colours: a page is white paper in the dark too. */
const colors: Record<Tone, { line: string; fill: string; disc: string }> = {
  success: { line: 'var(--on-soft-success)', fill: 'var(--soft-success)', disc: 'var(--on-soft-success)' },
  warning: { line: 'var(--on-soft-warning)', fill: 'var(--soft-warning)', disc: 'var(--ink)' },
  error: { line: 'var(--on-soft-error)', fill: 'var(--soft-error)', disc: 'var(--on-soft-error)' },
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** Signed, but shown nowhere: an invisible signature has a box without a size. */
export const isVisible = ({ rectangle }: Pick<Mark, 'rectangle'>): boolean =>
  rectangle.width > 3 && rectangle.height > 3

type MarkProps = { mark: Mark; page: ShownPage; hideLabel: boolean }

function MarkBox({ mark, page, hideLabel }: MarkProps) {
  const { rectangle, tone, number, inMargin = false, label } = mark
  const { x, y, width, height } = rectangle
  const { line, fill, disc } = colors[tone]
  const isChange = number !== undefined && !inMargin
  return (
    <span
      aria-hidden
      data-mark={number}
      className="absolute rounded-sm border-2"
      style={{
        borderColor: line,
        left: percent(x / page.width),
        top: percent(y / page.height),
        width: percent(width / page.width),
        height: percent(height / page.height),
      }}
    >
      <span
        className="absolute inset-0"
        // What is under a change stays legible, and what is under a stamp as it was printed.
        style={{ background: fill, mixBlendMode: 'multiply', opacity: isChange ? 1 : 0.3 }}
      />
      {label !== undefined && !hideLabel && (
        <span
          className="absolute flex"
          style={{
            ...(y < 30 ? { top: '100%', marginTop: 4 } : { bottom: '100%', marginBottom: 4 }),
            ...(x > page.width / 2 ? { right: -2 } : { left: -2 }),
          }}
        >
          <VerdictBadge verdict={label.verdict} size="sm">
            {label.text}
          </VerdictBadge>
        </span>
      )}
      {number !== undefined && (
        <span
          className="absolute flex size-5.5 items-center justify-center rounded-full text-meta font-semibold text-white figures"
          style={{
            background: disc,
            ...(inMargin ? { right: '100%', top: '50%', margin: '-11px 6px 0 0' } : { top: -12, right: -12 }),
          }}
        >
          {number}
        </span>
      )}
    </span>
  )
}

type Props = {
  page: ShownPage
  address: string
  alt: string
  marks: readonly Mark[]
  onBroken: () => void
  /** On a small picture the words over a stamp would hide the page. */
  hideLabels?: boolean
}

/** A page as wide as its room, white in the dark too, with the marks over it. Its height is known before the image. */
export function MarkedPage({ page, address, alt, marks, onBroken, hideLabels = false }: Props) {
  return (
    <div
      data-mode="light"
      data-page={page.page}
      className="relative w-full bg-white shadow-lift"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      <img
        key={address}
        src={apiAddress(address)}
        alt={alt}
        decoding="async"
        draggable={false}
        className="absolute inset-0 size-full select-none"
        onError={onBroken}
      />
      {marks.map((mark) => (
        <MarkBox key={mark.key} mark={mark} page={page} hideLabel={hideLabels} />
      ))}
    </div>
  )
}

/** How much larger than its room a page is drawn where only a strip of it is shown. */
const enlarged = 1.7

/** A strip of 120 of the page, at `center`, as large as to be read on a phone. */
export function PageCrop({ center, ...rest }: Props & { center: { x: number; y: number } }) {
  const { page } = rest
  const half = 0.5 / enlarged
  const x = Math.min(1 - half, Math.max(half, center.x / page.width))
  return (
    <div className="relative h-30 overflow-hidden bg-white">
      <div
        className="absolute top-1/2 left-1/2"
        style={{
          width: percent(enlarged),
          transform: `translate(-${percent(x)}, -${percent(center.y / page.height)})`,
        }}
      >
        <MarkedPage {...rest} />
      </div>
    </div>
  )
}
