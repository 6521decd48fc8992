import type { ReactNode } from 'react'
import { useShellTexts } from '../../shared/texts/shell.ts'
import type { RenderLink } from '../../ui/breadcrumb.tsx'
import { buttonVariants } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { ConnectionBand } from './connection-band.tsx'
import { HelpLink } from './help-link.tsx'
import { Logo } from './logo.tsx'
import { ColorModeToggle, LanguageToggle } from './preference-buttons.tsx'
import { mainId, SkipLink } from './skip-link.tsx'

type Props = {
  home: string
  renderLink: RenderLink
  /** After the logo: "Verificar un documento". */
  title?: string
  /** Address of "Ingresar"; missing if the user is signed in or signing in. */
  signIn?: string
  /** `card`: one centred card of 448 px; `page`: 1088 px wide. */
  width?: 'page' | 'card'
  children: ReactNode
}

/** Layout of public pages: shared documents, verification, expired session. */
export function PublicLayout({ home, renderLink, title, signIn, width = 'page', children }: Props) {
  const shell = useShellTexts()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header
        data-print="hide"
        className="flex h-14 items-center gap-2 border-b border-line bg-panel px-12 max-md:px-4"
      >
        {renderLink({
          to: home,
          'aria-label': `${shell.product}, ${shell.home}`,
          className: 'flex rounded-md',
          children: <Logo />,
        })}
        {title !== undefined && (
          <span className="ml-3 border-l border-line pl-5 text-small font-medium max-sm:hidden">{title}</span>
        )}
        <div className="ml-auto flex items-center gap-1">
          <span className="flex max-sm:hidden">
            <LanguageToggle />
          </span>
          <ColorModeToggle />
          <HelpLink />
          {signIn !== undefined &&
            renderLink({
              to: signIn,
              className: buttonVariants({ variant: 'secondary', className: 'ml-2' }),
              children: shell.signIn,
            })}
        </div>
      </header>
      <main
        id={mainId}
        tabIndex={-1}
        className={cn(
          'mx-auto w-full flex-1 px-4 focus:outline-none print:max-w-none',
          width === 'page' ? 'max-w-280 py-8 max-md:py-5' : 'flex max-w-120 flex-col justify-center py-8',
        )}
      >
        {children}
      </main>
      <ConnectionBand />
    </div>
  )
}
