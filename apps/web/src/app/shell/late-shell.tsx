import { DropAnywhere } from './drop-anywhere.tsx'
import { HelpKey } from './help-key.tsx'

/** What waits for an act of the user on any page: files dropped anywhere, and the key of the help. */
export function LateShell() {
  return (
    <>
      <DropAnywhere />
      <HelpKey />
    </>
  )
}
