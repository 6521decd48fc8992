import { ArrowLeft } from 'lucide-react'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { cn } from '../../ui/cn.ts'
import { TitleInBarContext } from '../../ui/page-header.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { Logo } from './logo.tsx'
import { PhoneTabs } from './phone-tabs.tsx'
import { ColorModeButton } from './preference-menus.tsx'
import type { ShellProps } from './shell-types.ts'
import { Sidebar } from './sidebar.tsx'
import { mainId, SkipLink } from './skip-link.tsx'

/** Below `lg` the sidebar is a narrow rail, so that the page keeps its width. */
const narrow = '(width < 62em)'

/** Layout of pages with a session: sidebar or rail, top bar of 56 px, content; on phones a top bar and tabs. */
export function AppShell(props: ShellProps) {
  const { children, rail = false, hideTabs = false, phoneTitle } = props
  const compact = useMedia(narrow) || rail
  const named = compact && !rail
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar {...props} compact={compact} named={named} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar {...props} />
        <main
          id={mainId}
          tabIndex={-1}
          className={cn(
            'flex-1 focus:outline-none',
            rail ? 'flex min-h-0' : 'px-8 py-6 max-md:px-4 max-md:py-5 print:p-0',
            !hideTabs && 'max-md:pb-24',
          )}
        >
          <TitleInBarContext value={phoneTitle !== undefined}>{children}</TitleInBarContext>
        </main>
      </div>
      {!hideTabs && <PhoneTabs {...props} />}
    </div>
  )
}

function TopBar(props: ShellProps) {
  const { crumbs, header, tools, phoneTools, notices, phoneTitle, home, renderLink, rail } = props
  const phone = useMedia(phoneQuery)
  const shell = useShellTexts()
  const logo = renderLink({
    to: home,
    'aria-label': `${shell.product}, ${shell.home}`,
    className: 'flex rounded-md',
    children: <Logo />,
  })
  const up = crumbs?.at(-2)
  const back =
    up?.to === undefined
      ? logo
      : renderLink({
          to: up.to,
          className: 'touch-target flex items-center gap-2 rounded-md font-medium [&_svg]:size-5',
          children: (
            <>
              <ArrowLeft aria-hidden />
              <span className="sr-only">{shell.backTo}</span> {up.label}
            </>
          ),
        })
  const title = phoneTitle === undefined ? back : <span className="text-section font-semibold">{phoneTitle}</span>
  const way = crumbs === undefined ? null : <Breadcrumb items={crumbs} renderLink={renderLink} />
  return (
    <header
      data-print="hide"
      className={cn(
        'sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-panel max-md:px-4',
        rail === true ? 'px-4' : 'px-8',
      )}
    >
      <div className="flex min-w-0 flex-1 items-center gap-3">{header ?? (phone ? title : way)}</div>
      <div className="flex shrink-0 items-center gap-1">
        {phone ? (phoneTools ?? tools) : tools}
        {!phone && rail !== true && <ColorModeButton />}
        {!(phone && rail === true) && notices}
      </div>
    </header>
  )
}
