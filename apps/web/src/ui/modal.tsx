import { useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import type { ModalProps } from './modal-radix.tsx'

const RadixModal = lazyPart(async () => (await import('./modal-radix.tsx')).RadixModal)

/** A dialog (a bottom sheet on phones), loaded on demand. */
export function Modal(props: ModalProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return <RadixModal {...props} />
}
