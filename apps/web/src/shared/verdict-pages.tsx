import type { SignatureReport } from '@foja/contracts/verification'
import { LazyPageText } from './lazy-page-text.tsx'
import { VerdictBadge, type Verdict } from '../ui/verdict-badge.tsx'

/** A page with its size in PDF points. */
type ShownPage = { page: number; width: number; height: number }

/** The source of a document's page images. */
export type PageSource = {
  pages: readonly ShownPage[]
  /** The URL of a page image; with `signedBytes`, of the page in that signed revision. */
  address: (page: number, signedBytes?: number) => string
  /** True if pages of earlier revisions can be shown. */
  hasRevisions: boolean
  /** Called if an image does not load, and the label of the button. */
  onGone: () => void
  gone: string
}

type Tone = 'success' | 'warning' | 'error'

/** A box over a page, in points from its top left corner. */
export type Mark = {
  key: string
  page: number
  rectangle: NonNullable<SignatureReport['rectangle']>
  tone: Tone
  /** Shown in a disc at the corner, or in the margin if it refers to a list. */
  number?: number
  inMargin?: boolean
  /** Shown in a pill over the box. */
  label?: { verdict: Verdict; text: string }
}

/** Light colours only: a page is white in dark mode too. */
const colors: Record<Tone, { line: string; fill: string; disc: string }> = {
  success: { line: 'var(--on-soft-success)', fill: 'var(--soft-success)', disc: 'var(--on-soft-success)' },
  warning: { line: 'var(--on-soft-warning)', fill: 'var(--soft-warning)', disc: 'var(--ink)' },
  error: { line: 'var(--on-soft-error)', fill: 'var(--soft-error)', disc: 'var(--on-soft-error)' },
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** False for invisible signatures, which have a box without a size. */
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
        // Text under a change stays legible, and a stamp looks as printed.
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
  /** On a small image the label would hide the page. */
  hideLabels?: boolean
  /** Adds the page's text over the image, a moment later; called with the page to which a link leads. */
  onPage?: (page: number) => void
}

/** A page as wide as its container, white in dark mode too, with marks. Its height is known before the image loads. */
export function MarkedPage({ page, address, alt, marks, onBroken, hideLabels = false, onPage }: Props) {
  return (
    <div
      data-mode="light"
      data-page={page.page}
      className="relative w-full bg-white shadow-lift"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      <img
        key={address}
        src={address}
        alt={alt}
        decoding="async"
        draggable={false}
        className="absolute inset-0 size-full select-none"
        onError={onBroken}
      />
      {marks.map((mark) => (
        <MarkBox key={mark.key} mark={mark} page={page} hideLabel={hideLabels} />
      ))}
      {onPage !== undefined && <LazyPageText key={`text ${address}`} image={address} page={page} onPage={onPage} />}
    </div>
  )
}

/** Scale of a page in a strip, relative to the width of the strip. */
const enlarged = 1.7

/** A strip of the page, 120 px high around `center`, large enough to read on a phone. */
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
