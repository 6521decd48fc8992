import type { ActiveContent } from '@foja/contracts/active-content'
import { Zap } from 'lucide-react'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { useActiveContentTexts } from './texts/active-content.ts'

type Props = { kinds: readonly ActiveContent[] | undefined }

/** A mark in lists and headers for PDFs with scripts, launch actions or attached programs. */
export function ActiveContentBadge({ kinds = [] }: Props) {
  const texts = useActiveContentTexts()
  if (kinds.length === 0) return null
  return (
    <Badge variant="warning" icon={<Zap aria-hidden />}>
      {texts.badge}
    </Badge>
  )
}

/** The same with what it is and what to do. */
export function ActiveContentAlert({ kinds = [], className }: Props & { className?: string }) {
  const texts = useActiveContentTexts()
  if (kinds.length === 0) return null
  return (
    <Alert variant="warning" title={texts.title} className={className} icon={<Zap />}>
      {[...kinds.map((kind) => texts.kinds[kind]), texts.advice].join(' ')}
    </Alert>
  )
}
