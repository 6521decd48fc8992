import { ArrowLeft, Menu as MenuIcon } from 'lucide-react'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { cn } from '../../ui/cn.ts'
import { TitleInBarContext } from '../../ui/page-header.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { setFailureSlot } from '../failure-slot.ts'
import { Logo } from './logo.tsx'
import { ColorModeButton } from './preference-menus.tsx'
import type { ShellProps } from './shell-types.ts'
import { Sidebar } from './sidebar.tsx'
import { mainId, SkipLink } from './skip-link.tsx'
import { Menu, MenuItem, MenuSeparator, MenuLinkItem } from '../../ui/menu.tsx'
import { AccountItems } from './user-menu.tsx'

const tab =
  'relative flex h-full w-full flex-col items-center justify-center gap-1.5 text-meta font-medium [&_svg]:size-5.5'

/** The tab bar of phones, 72 px high: four pages and "Más", which contains the others and the account. */
function PhoneTabs(props: ShellProps) {
  const { nav, help, notice, company, renderLink } = props
  const shell = useShellTexts()
  const items = nav.flatMap((section) => section.items)
  const tabs = items.filter((item) => item.tab === true).slice(0, 4)
  const rest = [...items.filter((item) => !tabs.includes(item)), ...(help === undefined ? [] : [help])]
  return (
    <nav
      aria-label={shell.mainNavigation}
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-18 auto-cols-fr grid-flow-col">
        {tabs.map((item) => (
          <li key={item.to}>
            {renderLink({
              to: item.to,
              'aria-current': item.active ? 'page' : undefined,
              className: cn(
                tab,
                item.active
                  ? 'font-semibold! text-ink before:absolute before:-top-px before:h-0.75 before:w-8 before:rounded-b-full before:bg-primary [&_svg]:text-gold-ink'
                  : 'text-ink-muted',
              ),
              children: (
                <>
                  {item.icon}
                  <span className="max-w-full truncate">{item.label}</span>
                </>
              ),
            })}
          </li>
        ))}
        <li>
          <Menu
            side="top"
            trigger={
              <button type="button" className={cn(tab, 'text-ink-muted')}>
                <MenuIcon aria-hidden />
                {notice !== undefined && (
                  <span
                    aria-hidden
                    className="absolute top-3 left-1/2 ml-2 size-2.5 rounded-full border-2 border-panel bg-warning"
                  />
                )}
                {shell.more}
                {notice !== undefined && <span className="sr-only"> ({notice.label})</span>}
              </button>
            }
          >
            {company !== undefined && (
              <div className="flex items-center gap-2.5 p-2.5 font-semibold">
                {company.mark}
                {company.name}
              </div>
            )}
            {notice !== undefined && notice.to === undefined && (
              <MenuItem disabled icon={notice.icon} label={notice.label} />
            )}
            {notice?.to !== undefined && (
              <MenuLinkItem>
                {renderLink({
                  to: notice.to,
                  className: 'text-on-soft-warning!',
                  children: (
                    <>
                      {notice.icon}
                      {notice.label}
                    </>
                  ),
                })}
              </MenuLinkItem>
            )}
            {rest.map((item) => (
              <MenuLinkItem key={item.to}>
                {renderLink({
                  to: item.to,
                  'aria-current': item.active ? 'page' : undefined,
                  children: (
                    <>
                      {item.icon}
                      {item.label}
                      {item.count !== undefined && <span className="ml-auto text-ink-muted">{item.count}</span>}
                    </>
                  ),
                })}
              </MenuLinkItem>
            ))}
            {rest.length > 0 && <MenuSeparator />}
            <AccountItems {...props} />
          </Menu>
        </li>
      </ul>
    </nav>
  )
}

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
          {!rail && <div ref={setFailureSlot} className="contents" />}
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
