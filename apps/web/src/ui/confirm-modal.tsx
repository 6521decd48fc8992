import type { ComponentProps, ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

type Props = Omit<ComponentProps<typeof Modal>, 'open' | 'onOpenChange' | 'footer'> & {
  open?: boolean
  /** Label of the button that confirms. */
  confirm: string
  icon?: ReactNode
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question with two buttons: cancel and confirm. */
export function ConfirmModal(props: Props) {
  const { open = true, confirm, icon, disabled, onConfirm, onClose, ...modal } = props
  const ui = useUiTexts()
  return (
    <Modal
      {...modal}
      open={open}
      onOpenChange={onClose}
      footer={
        <>
          <Button variant="ghost" disabled={modal.busy} onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button
            variant={modal.variant === 'danger' ? 'danger' : 'primary'}
            icon={icon}
            loading={modal.busy}
            disabled={disabled}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    />
  )
}
