import type { SigningRecipient } from '@foja/contracts/signing-requests'
import { useQueryClient } from '@tanstack/react-query'
import { Link, MessageCircle, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { ActionsMenu, MenuItem } from '../../../ui/menu.tsx'
import { makeLink, refreshRequests } from '../api/signing-requests.ts'
import { useRequestCardTexts } from '../texts/request-card.ts'
import { useSigningRequestsTexts } from '../texts/signing-requests.ts'
import { useRemind } from '../use-remind.ts'

const ChangeModal = lazyPart(async () => (await import('./request-modals.tsx')).ChangeModal)
const LinkModal = lazyPart(async () => (await import('./link-modal.tsx')).LinkModal)

type Via = 'copy' | 'whatsApp'

type Props = {
  recipient: Pick<SigningRecipient, 'id' | 'nombre' | 'email' | 'telefono'>
  mayRemind: boolean
  mayLink: boolean
  mayChange: boolean
  /** What is sent by WhatsApp with the link. */
  messageOf: (url: string) => string
}

/** How to reach a recipient: remind, hand over the link, correct name or address. */
export function RecipientActions({ recipient, mayRemind, mayLink, mayChange, messageOf }: Props) {
  const texts = useRequestCardTexts()
  const { remind, remindTo } = useSigningRequestsTexts()
  const queries = useQueryClient()
  const reminder = useRemind()
  const [changing, setChanging] = useState(false)
  const [made, setMade] = useState<{ url: string; via: Via } | null>(null)
  const link = useToastMutation({
    mutationFn: (_via: Via) => makeLink(recipient.id),
    onSuccess: async ({ url }, via) => {
      setMade({ url, via })
      await refreshRequests(queries)
    },
  })
  return (
    <>
      {mayRemind && (
        <Button
          size="sm"
          variant="ghost"
          className="text-gold-ink! max-sm:px-2!"
          aria-label={remindTo(recipient.nombre)}
          loading={reminder.isPending}
          onClick={() => reminder.mutate(recipient)}
        >
          {remind}
        </Button>
      )}
      {(mayLink || mayChange) && (
        <ActionsMenu label={texts.actionsOf(recipient.nombre)} size="sm">
          {mayLink && <MenuItem icon={<Link />} label={texts.copyLink} onSelect={() => link.mutate('copy')} />}
          {mayLink && (
            <MenuItem icon={<MessageCircle />} label={texts.whatsApp} onSelect={() => link.mutate('whatsApp')} />
          )}
          {mayChange && <MenuItem icon={<Pencil />} label={texts.change} onSelect={() => setChanging(true)} />}
        </ActionsMenu>
      )}
      {changing && <ChangeModal recipient={recipient} onClose={() => setChanging(false)} />}
      {made !== null && (
        <LinkModal recipient={recipient} {...made} message={messageOf(made.url)} onClose={() => setMade(null)} />
      )}
    </>
  )
}
