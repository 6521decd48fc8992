import { Suspense, useState } from 'react'
import { lazyWithTexts } from '../i18n/lazy-with-texts.ts'
import type { ModalProps } from './modal-radix.tsx'

const RadixModal = lazyWithTexts(async () => (await import('./modal-radix.tsx')).RadixModal, ['leaving'])

/** A dialog (a bottom sheet on phones), loaded on demand. */
export function Modal(props: ModalProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <RadixModal {...props} />
    </Suspense>
  )
}
