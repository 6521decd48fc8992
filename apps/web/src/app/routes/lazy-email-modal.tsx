import type { ComponentProps } from 'react'
import type { EmailModal as Modal } from '../../features/emails/components/email-modal.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMay } from '../../shared/use-may.ts'

const EmailModal = lazyPart(async () => (await import('../../features/emails/components/email-modal.tsx')).EmailModal)

/** The email dialog of a document, loaded on demand. */
export function LazyEmailModal(props: Omit<ComponentProps<typeof Modal>, 'seesOutbox'>) {
  const seesOutbox = useMay('outbox.read')
  if (props.document === null) return null
  return <EmailModal {...props} seesOutbox={seesOutbox} />
}
