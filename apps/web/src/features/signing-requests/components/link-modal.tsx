import type { SigningRecipient } from '@foja/contracts/signing-requests'
import { MessageCircle } from 'lucide-react'
import { LocalLinkNotice } from '../../../shared/local-link-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { whatsAppLink } from '../progress.ts'
import { useRequestCardTexts } from '../texts/request-card.ts'

type Props = {
  recipient: Pick<SigningRecipient, 'nombre' | 'telefono'>
  url: string
  /** What the user has chosen: it is the gold button. */
  via: 'copy' | 'whatsApp'
  /** What is sent by WhatsApp. */
  message: string
  onClose: () => void
}

/** The link of a recipient, to hand over in another way. */
export function LinkModal({ recipient, url, via, message, onClose }: Props) {
  const texts = useRequestCardTexts()
  const chat = whatsAppLink(message, recipient.telefono)
  const copy = <CopyButton text={url} label={texts.copy} size="md" variant={via === 'copy' ? 'primary' : 'secondary'} />
  const open = (
    <Button asChild icon={<MessageCircle />} variant={via === 'copy' ? 'secondary' : 'primary'}>
      <a href={chat} target="_blank" rel="noopener noreferrer">
        {texts.openWhatsApp}
      </a>
    </Button>
  )
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={texts.linkTitle(recipient.nombre)}
      description={texts.linkText}
      footer={
        via === 'copy' ? (
          <>
            {open}
            {copy}
          </>
        ) : (
          <>
            {copy}
            {open}
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={texts.link}>
          <Input readOnly value={url} onFocus={(event) => event.target.select()} />
        </Field>
        <LocalLinkNotice url={url} />
      </div>
    </Modal>
  )
}
