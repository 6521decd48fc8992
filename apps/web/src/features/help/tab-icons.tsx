import { Scale, Settings2, Signature, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HelpTab } from './topics.ts'

export const tabIcons: Record<HelpTab, ReactNode> = {
  sign: <Signature />,
  mediate: <Scale />,
  manage: <Users />,
  administer: <Settings2 />,
}
