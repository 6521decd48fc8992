import { CircleHelp } from 'lucide-react'
import { paths } from '../../lib/router/paths.ts'
import { useShown } from '../../lib/router/router.tsx'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Opens the help of a public page in a tab of its own: what the visitor has typed stays. */
export function HelpLink() {
  const shell = useShellTexts()
  const { pathname } = useShown()
  return (
    <IconButton label={shell.help} asChild>
      <a href={paths.help(pathname)} target="_blank" rel="noreferrer">
        <CircleHelp aria-hidden />
      </a>
    </IconButton>
  )
}
