import { useShellTexts } from '../../shared/texts/shell.ts'
import type { RenderLink } from '../../ui/breadcrumb.tsx'
import { cn } from '../../ui/cn.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Logo, LogoMark } from './logo.tsx'
import { ColorModeButton } from './preference-menus.tsx'
import type { NavItem, ShellProps } from './shell-types.ts'
import { UserMenu } from './user-menu.tsx'

type SidebarProps = ShellProps & {
  compact: boolean
  /** A rail wide enough for names below its icons. */
  named: boolean
}

/**
 * 232 px wide, or a rail: 80 px with names below the icons, or 56 px with icons only. Not on phones, which have tabs.
 */
export function Sidebar({ compact, named, ...props }: SidebarProps) {
  const { nav, home, help, notice, company, renderLink } = props
  const shell = useShellTexts()
  return (
    <aside
      data-print="hide"
      className={cn(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r border-line bg-panel max-md:hidden',
        named ? 'w-20' : compact ? 'w-14' : 'w-58',
      )}
    >
      <div className={cn('flex h-14 items-center', compact ? 'justify-center' : 'px-5')}>
        {renderLink({
          to: home,
          'aria-label': `${shell.product}, ${shell.home}`,
          className: 'flex rounded-md',
          children: compact ? <LogoMark /> : <Logo />,
        })}
      </div>
      {company !== undefined && !compact && (
        <div className="mx-3 mt-1 flex items-center gap-2.5 min-h-15.5 rounded-lg border border-line p-2.5">
          {company.mark}
          <p className="line-clamp-2 min-w-0 text-small font-semibold" title={company.name}>
            {company.name}
          </p>
        </div>
      )}
      <nav
        aria-label={shell.mainNavigation}
        className={cn('flex-1 overflow-y-auto py-3', named ? 'px-1' : compact ? 'px-2' : 'px-3')}
      >
        {nav.map((section, at) => (
          <div key={section.label ?? at}>
            {section.label !== undefined &&
              (compact ? (
                <hr className="mx-1 my-3 border-line" />
              ) : (
                <h2 className="px-2.5 pt-5 pb-1.5 text-meta font-medium text-ink-muted">{section.label}</h2>
              ))}
            <ul className="flex flex-col gap-1">
              {section.items
                .filter(({ phoneOnly }) => phoneOnly !== true)
                .map((item) => (
                  <li key={item.to}>
                    <SidebarLink item={item} compact={compact} named={named} renderLink={renderLink} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={compact ? 'flex flex-col items-center gap-1 px-2 pb-2' : 'px-3 pb-3'}>
        {notice !== undefined && <QuietNotice {...notice} compact={compact} renderLink={renderLink} />}
        {help !== undefined && <SidebarLink item={help} compact={compact} named={named} renderLink={renderLink} />}
        {compact && <ColorModeButton side="right" />}
      </div>
      <div className={cn('border-t border-line', compact ? 'flex justify-center py-2' : 'p-3')}>
        <UserMenu {...props} compact={compact} />
      </div>
    </aside>
  )
}

type NoticeProps = NonNullable<ShellProps['notice']> & { compact: boolean; renderLink: RenderLink }

/** A muted line at the bottom in the warning colour. */
function QuietNotice({ to, label, icon, compact, renderLink }: NoticeProps) {
  const className = cn(
    'flex items-center gap-2.5 rounded-lg bg-soft-warning text-meta font-medium text-on-soft-warning [&_svg]:size-4',
    compact ? 'size-10 justify-center' : 'px-2.5 py-2',
    to !== undefined && 'hover:underline',
  )
  const children = (
    <>
      {icon}
      <span className={compact ? 'sr-only' : undefined}>{label}</span>
    </>
  )
  const shown = to === undefined ? <p className={className}>{children}</p> : renderLink({ to, className, children })
  return compact ? (
    <Tooltip text={label} side="right">
      {shown}
    </Tooltip>
  ) : (
    shown
  )
}

type LinkProps = { item: NavItem; compact: boolean; named: boolean; renderLink: RenderLink }

function SidebarLink({ item, compact, named, renderLink }: LinkProps) {
  const bare = compact && !named
  const link = renderLink({
    to: item.to,
    'aria-current': item.active ? 'page' : undefined,
    ...(bare ? { 'aria-label': item.label } : {}),
    className: cn(
      'relative flex items-center rounded-lg font-medium transition-colors [&_svg]:size-4.5',
      bare && 'h-10 w-10 justify-center',
      named && 'flex-col gap-1 px-0.5 py-1.5 text-[0.6875rem]/3.5',
      !compact && 'h-9 gap-3 px-2.5 text-body',
      item.active
        ? 'bg-muted font-semibold text-ink [&_svg]:text-gold-ink'
        : 'text-ink-muted hover:bg-muted hover:text-ink',
      item.active && 'before:absolute before:inset-y-2 before:w-0.75 before:rounded-r-full before:bg-primary',
      item.active && (named ? 'before:-left-1' : compact ? 'before:-left-2' : 'before:-left-3'),
    ),
    children: bare ? (
      item.icon
    ) : (
      <>
        {item.icon}
        <span className={cn('truncate', named ? 'max-w-full' : 'min-w-0 flex-1')}>{item.label}</span>
        {!named && item.count !== undefined && <span className="text-small font-normal figures">{item.count}</span>}
      </>
    ),
  })
  return bare ? (
    <Tooltip text={item.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
