import { Menu as MenuIcon } from 'lucide-react'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { cn } from '../../ui/cn.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import type { ShellProps } from './shell-types.ts'
import { AccountItems } from './user-menu.tsx'

const tab =
  'relative flex h-full w-full flex-col items-center justify-center gap-1.5 text-meta font-medium [&_svg]:size-5.5'

/** The tab bar of phones, 72 px high: four pages and "Más", which contains the others and the account. */
export function PhoneTabs(props: ShellProps) {
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
              <MenuItem disabled icon={notice.icon}>
                {notice.label}
              </MenuItem>
            )}
            {notice?.to !== undefined && (
              <MenuItem asChild>
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
              </MenuItem>
            )}
            {rest.map((item) => (
              <MenuItem key={item.to} asChild>
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
              </MenuItem>
            ))}
            {rest.length > 0 && <MenuSeparator />}
            <AccountItems {...props} />
          </Menu>
        </li>
      </ul>
    </nav>
  )
}
