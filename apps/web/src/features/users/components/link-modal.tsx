import type { Invitation, ListedUser } from '@foja/contracts/users'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useUserFormsTexts } from '../texts/user-forms.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'

type Props = { user: ListedUser; invitation: Invitation; onClose: () => void }

/**
 * Shows an invitation link that could not be emailed. It is shown only once, so until it was copied only the confirm
 * button closes the dialog.
 */
export function LinkModal({ user, invitation: { url, expires_at }, onClose }: Props) {
  const texts = useUserFormsTexts()
  const { dateTime } = useFormat()
  const [copied, setCopied] = useState(false)
  const kept = url === null || copied
  return (
    <Modal
      open
      busy={!kept}
      onOpenChange={kept ? onClose : () => {}}
      title={url === null ? texts.heldTitle : texts.linkTitle(user.nombre)}
      description={url === null ? texts.heldText : texts.linkText}
      footer={
        <Button variant={url === null ? 'primary' : 'secondary'} onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      {url !== null && (
        <div className="flex flex-col gap-4 pb-1">
          <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
            <Field label={texts.link} className="flex-1">
              <Input
                readOnly
                autoFocus
                code
                value={url}
                onFocus={(event) => event.target.select()}
                onCopy={() => setCopied(true)}
              />
            </Field>
            <CopyButton
              text={url}
              label={texts.copyLink}
              variant="primary"
              size="md"
              onCopied={() => setCopied(true)}
            />
          </div>
          <Alert variant="warning" title={texts.linkOnce(dateTime(expires_at))}>
            {texts.linkLost}
          </Alert>
        </div>
      )}
    </Modal>
  )
}
