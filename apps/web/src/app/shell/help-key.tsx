import { useEffect, useState } from 'react'
import { isHelpKeyOn } from '../../features/help/help-key.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const ShortcutsModal = lazyPart(
  async () => (await import('../../features/help/components/shortcuts-modal.tsx')).ShortcutsModal,
)

/** Elements where the key types a character. */
const typing = 'input, textarea, select, [contenteditable], [role=combobox]'

/** `?` opens the list of shortcuts. */
export function HelpKey() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(typing) !== null) return
      if (document.querySelector('[role=dialog],[role=alertdialog]') !== null || !isHelpKeyOn()) return
      event.preventDefault()
      setWanted(true)
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!wanted) return null
  return <ShortcutsModal open={open} onOpenChange={setOpen} />
}
