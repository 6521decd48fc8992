import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { ErrorAlert } from '../../../shared/error-alert.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { approve, type View } from '../api/recipient.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { useAct } from '../use-act.ts'
import { countDocuments } from '../words.ts'

type Props = { token: string; view: View; onDone: (status: View['recipient']['status']) => void; onClose: () => void }

export function ApproveModal({ token, view, onDone, onClose }: Props) {
  const texts = useRecipientTexts()
  const format = useFormat()
  const { approving } = texts
  const act = useAct(token)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => act(() => approve(token)),
    onSuccess: ({ status }) => onDone(status),
  })
  return (
    <ConfirmModal
      title={approving.title(countDocuments(view.documents.length, texts, format))}
      description={approving.text}
      confirm={approving.confirm}
      icon={<Check />}
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {error !== null && <ErrorAlert error={error} title={approving.failed} />}
    </ConfirmModal>
  )
}
