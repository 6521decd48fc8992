import type { ServiceState } from '@foja/contracts/status'
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '../../ui/badge.tsx'

/** Colour and icon of a state. */
export const marks: Record<ServiceState, { tone: Tone; icon: ReactNode }> = {
  failed: { tone: 'error', icon: <CircleX /> },
  warning: { tone: 'warning', icon: <TriangleAlert /> },
  ok: { tone: 'success', icon: <CircleCheck /> },
  off: { tone: 'neutral', icon: <CircleMinus /> },
}
