import type { ReactNode } from 'react'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { Logo } from './logo.tsx'
import { ColorModeToggle, LanguageToggle } from './preference-buttons.tsx'
import { Showcase } from './showcase.tsx'
import { mainId, SkipLink } from './skip-link.tsx'

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
    </div>
  )
}
