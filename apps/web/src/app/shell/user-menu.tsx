import { Ellipsis, LogOut, UserRound } from 'lucide-react'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator, MenuLinkItem } from '../../ui/menu.tsx'
import { ColorModeChoice, LanguageChoice } from './preference-menus.tsx'
import type { ShellProps } from './shell-types.ts'

type Account = Pick<ShellProps, 'user' | 'profile' | 'onSignOut' | 'renderLink'>

/** The user's email address, and menu items: profile, appearance, language, sign out. */
export function AccountItems({ user, profile, onSignOut, renderLink }: Account) {
  const shell = useShellTexts()
  const face = (
    <>
      <UserRound />
      {shell.profile}
    </>
  )
  return (
    <>
      {user.email !== undefined && user.email !== '' && (
        <p className="max-w-64 truncate px-2.5 pt-1 pb-1.5 text-small text-ink-muted">{user.email}</p>
      )}
      {profile !== undefined && <MenuLinkItem>{renderLink({ to: profile, children: face })}</MenuLinkItem>}
      {profile !== undefined && <MenuSeparator />}
      <ColorModeChoice />
      <MenuSeparator />
      <LanguageChoice />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} label={shell.signOut} onSelect={onSignOut} />
    </>
  )
}

/** The signed-in user at the bottom of the sidebar; `compact` shows only the initials. */
export function UserMenu({ compact, ...account }: Account & { compact: boolean }) {
  const shell = useShellTexts()
  const { user } = account
  return (
    <Menu
      side={compact ? 'right' : 'top'}
      align={compact ? 'end' : 'start'}
      trigger={
        <Button
          variant="menu"
          className={
            compact
              ? 'h-10! w-10! px-0! data-[state=open]:bg-muted [&>:first-child]:mx-auto'
              : 'h-auto! gap-3! px-2! py-1.5 text-left data-[state=open]:bg-muted'
          }
        >
          <Avatar name={user.name} silent />
          {compact && <span className="sr-only">{shell.accountMenu(user.name)}</span>}
          {!compact && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-small font-semibold text-ink">{user.name}</span>
                <span className="block truncate text-meta text-ink-muted">{user.role}</span>
              </span>
              <Ellipsis aria-hidden className="size-4 text-ink-muted" />
            </>
          )}
        </Button>
      }
    >
      <AccountItems {...account} />
    </Menu>
  )
}
