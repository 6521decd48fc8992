import type { ComponentProps } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import type { ActiveContentAlert as Alert } from './active-content.tsx'

const LoadedAlert = lazyPart(async () => (await import('./active-content.tsx')).ActiveContentAlert)

/** The alert about scripts and attached programs, which most PDFs do not have. */
export const ActiveContentAlert = (props: ComponentProps<typeof Alert>) =>
  (props.kinds ?? []).length > 0 && <LoadedAlert {...props} />
