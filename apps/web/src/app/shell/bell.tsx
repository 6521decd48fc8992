import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useAppTexts } from '../../ui/texts/app.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const NoticePanel = lazyPart(
  async () => (await import('../../features/notifications/components/notice-panel.tsx')).NoticePanel,
)

/** The bell, with a dot for unread notifications; its panel is loaded on demand. */
export function Bell({ unread }: { unread: number }) {
  const app = useAppTexts()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
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
      {wanted && <NoticePanel open={open} onOpenChange={setOpen} />}
    </>
  )
}
