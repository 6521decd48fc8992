import { Bell as BellIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCachedQuery } from '../../shared/use-cached-query.ts'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { noticeSections } from '../part-sections.ts'

const NoticePanel = lazyWithTexts(
  async () => (await import('../../features/notifications/components/notice-panel.tsx')).NoticePanel,
  noticeSections,
)

/** The bell, with a dot while something was not read; what it holds comes when it is first pressed. */
export function Bell() {
  const { app } = useTexts()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  // Asked for by LateShell, once the page stands.
  const unread = useCachedQuery('notifications unread')?.unread ?? 0
  return (
    <>
      <IconButton
        label={unread === 0 ? app.notices : `${app.notices}: ${app.unread(unread)}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <BellIcon />
        {unread > 0 && (
          <span aria-hidden className="absolute top-1 right-1 size-2.5 rounded-full border-2 border-panel bg-danger" />
        )}
      </IconButton>
      {wanted && (
        <Suspense fallback={null}>
          <NoticePanel open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
