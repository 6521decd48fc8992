import { Suspense, type ComponentProps } from 'react'
import type { EmailModal as Modal } from '../../features/emails/components/email-modal.tsx'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { emailSections } from '../part-sections.ts'
import { useMay } from '../use-may.ts'

const EmailModal = lazyWithTexts(
  async () => (await import('../../features/emails/components/email-modal.tsx')).EmailModal,
  emailSections,
)

/** The dialog that sends a document by email; its code comes when it first opens. */
export function LazyEmailModal(props: Omit<ComponentProps<typeof Modal>, 'seesOutbox'>) {
  const seesOutbox = useMay('outbox.read')
  if (props.document === null) return null
  return (
    <Suspense fallback={null}>
      <EmailModal {...props} seesOutbox={seesOutbox} />
    </Suspense>
  )
}
