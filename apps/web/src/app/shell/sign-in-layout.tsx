import type { ReactNode, CSSProperties } from 'react'
import { ShieldCheck } from 'lucide-react'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { ConnectionBand } from './connection-band.tsx'
import { Logo } from './logo.tsx'
import { ColorModeToggle, LanguageToggle } from './preference-buttons.tsx'
import { mainId, SkipLink } from './skip-link.tsx'
import { useShowcaseTexts } from '../texts/showcase.ts'

const paragraphs = [
  ['100%', '100%', '100%', '62%'],
  ['100%', '100%', '100%', '100%', '62%'],
  ['100%', '100%', '44%'],
]

/** A sheet behind the first one: offset in pixels, rotation in degrees, opacity of its white. */
const behind = (x: number, y: number, turn: number, alpha: number): CSSProperties => ({
  transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`,
  background: `rgb(255 255 255 / ${alpha})`,
})

/**
 * The dark pane of the sign-in page: a signed paper and what can be done with it. The paper is always light. Uses
 * inline styles, because every page loads the style sheet.
 */
function Showcase() {
  const showcase = useShowcaseTexts()
  return (
    <aside
      style={{ flex: 7, padding: '0 48px', overflow: 'clip', background: 'var(--showcase)' }}
      className="max-lg:hidden"
    >
      {/* The form may be taller than the window. */}
      <div
        style={{ padding: '48px 0', gap: 48 }}
        className="sticky top-0 flex h-dvh flex-col items-center justify-center"
      >
        <div aria-hidden data-mode="light" style={{ maxWidth: 368 }} className="relative w-full text-ink">
          <div style={behind(28, 20, 4, 0.08)} className="absolute inset-0 rounded-sm" />
          <div style={behind(12, 8, 1.6, 0.12)} className="absolute inset-0 rounded-sm" />
          <div
            style={{ aspectRatio: '1 / 1.36', padding: 40 }}
            className="relative flex flex-col rounded-sm bg-white shadow-float"
          >
            <p className="mx-auto mb-7 max-w-60 text-center font-serif text-[0.9375rem]/5 font-bold uppercase">
              {showcase.paper}
            </p>
            <div className="flex flex-col gap-4">
              {paragraphs.map((lines, at) => (
                // The paragraphs never change order.
                // oxlint-disable-next-line react/no-array-index-key
                <div key={at} className="flex flex-col gap-2.25">
                  {lines.map((width, line) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <span key={line} style={{ width, height: 3 }} className="rounded-full bg-line" />
                  ))}
                </div>
              ))}
            </div>
            <div className="mt-auto flex w-54 items-center gap-3 rounded-md border border-primary px-3 py-2.5">
              <svg
                viewBox="0 0 64 44"
                className="h-11 w-16 fill-none stroke-ink"
                strokeLinecap="round"
                strokeWidth="1.8"
              >
                <path d="M4 34c8-1 18-27 23-28 5-1-6 27-1 28 4 1 6-13 10-13 3 0 0 9 4 9 3 0 4-6 7-6s1 5 4 5c2 0 4-2 9-3" />
                <path className="stroke-primary" d="M6 40.5c16-2 34-2.6 52-1.6" />
              </svg>
              <span className="flex min-w-0 flex-1 flex-col gap-1.5">
                <span className="text-[0.5625rem]/3 text-ink-muted">{showcase.signedBy}</span>
                <span className="h-1.5 w-full rounded-full bg-ink" />
                <span className="h-1.5 w-3/5 rounded-full bg-ink" />
                <span className="h-1 w-4/5 rounded-full bg-line" />
              </span>
            </div>
          </div>
          <div
            style={{ right: '-17%', bottom: '29%' }}
            className="absolute flex items-center gap-3 rounded-lg bg-white py-3 pr-4 pl-3 shadow-float"
          >
            {/* Drawn here, because importing the badges would load code of the other pages. */}
            <span className="flex size-9 items-center justify-center rounded-full bg-soft-success text-on-soft-success">
              <ShieldCheck className="size-5" />
            </span>
            <span>
              <span className="block text-small font-semibold">{showcase.valid}</span>
              <span className="block text-small text-ink-muted">{showcase.unchanged}</span>
            </span>
          </div>
        </div>
        <div className="text-center text-balance">
          <p className="text-[1.25rem]/7 font-semibold tracking-tight text-on-dark">{showcase.title}</p>
          <p className="mt-1 text-float-muted">{showcase.text}</p>
        </div>
      </div>
    </aside>
  )
}

const year = new Date().getFullYear()

type Props = {
  /** Title, form and other content, in a column of 376 px. */
  children: ReactNode
  /** Muted links at the bottom. */
  footer?: ReactNode
}

/** Two panes: the form, and from `lg` on the showcase. */
export function SignInLayout({ children, footer }: Props) {
  const shell = useShellTexts()
  return (
    <div className="flex min-h-dvh bg-panel">
      <SkipLink />
      <div className="flex min-w-0 flex-1 flex-col px-12 py-8 max-md:px-4 max-md:py-5 lg:max-w-160 lg:flex-[5]">
        <header className="flex items-center justify-between">
          <Logo />
          <ColorModeToggle />
        </header>
        <main
          id={mainId}
          tabIndex={-1}
          className="mx-auto flex w-full max-w-94 flex-1 flex-col justify-center py-10 focus:outline-none"
        >
          {children}
        </main>
        <footer className="flex items-center justify-between gap-4 text-small text-ink-muted">
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            <span>
              © {year} {shell.product}
            </span>
            {footer}
          </span>
          <LanguageToggle />
        </footer>
      </div>
      <Showcase />
      <ConnectionBand />
    </div>
  )
}
