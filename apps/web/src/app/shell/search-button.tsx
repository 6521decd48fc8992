import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { collectTyped } from '../../lib/typed-ahead.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useAppTexts } from '../../ui/texts/app.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { NavSection } from './shell-types.ts'

const AppCommands = lazyPart(async () => (await import('./app-commands.tsx')).AppCommands)

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Props = { nav: readonly NavSection[]; onSignOut: () => void; compact: boolean }

/** Opens the command bar, like Ctrl+K (⌘K on a Mac); in the top bar it looks like a search field. */
export function SearchButton({ nav, onSignOut, compact }: Props) {
  const app = useAppTexts()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = useCallback(() => {
    setWanted(true)
    setOpen(true)
    // No keystroke is lost while the code loads.
    collectTyped(() => setOpen(false))
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      // Not while another dialog is open.
      if (document.querySelector('[role=dialog],[role=alertdialog]') !== null) return
      event.preventDefault()
      show()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [show])
  return (
    <>
      {compact ? (
        <IconButton label={app.search} aria-haspopup="dialog" onClick={show}>
          <Search />
        </IconButton>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={show}
          className="flex h-9 w-96 items-center gap-2 rounded-lg border border-line bg-canvas px-3 text-left text-body text-ink-muted hover:border-control max-lg:w-64"
        >
          <Search aria-hidden className="size-4.5 shrink-0" />
          <span className="min-w-0 flex-1 truncate">{app.searchPlaceholder}</span>
          <span aria-hidden className="max-lg:hidden">
            <Kbd>{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>
          </span>
        </button>
      )}
      {wanted && <AppCommands open={open} onOpenChange={setOpen} nav={nav} onSignOut={onSignOut} />}
    </>
  )
}
