import { CircleHelp } from 'lucide-react'
import { base, paths } from '../../lib/router/paths.ts'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Opens the help of a public page in a tab of its own: what the visitor has typed stays. */
export function HelpLink() {
  const shell = useShellTexts()
  // Not the router's: pages that failed to load are shown without one.
  const path = window.location.pathname.slice(base.length)
  return (
    <IconButton label={shell.help} asChild>
      <a href={paths.help(path)} target="_blank" rel="noreferrer">
        <CircleHelp aria-hidden />
      </a>
    </IconButton>
  )
}
