import { cn } from '../../../ui/cn.ts'
import { useColorMode } from '../../../ui/theme/color-mode.ts'
import type { HelpTopic } from '../topics.ts'

/** Taken by `npm run pictures`, which runs e2e/pictures.test.ts. */
const pictures = import.meta.glob<string>('../pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** A part of the topic's page, in the current colour mode. */
export function TopicPicture({ topic, className }: { topic: HelpTopic; className?: string }) {
  const { shown } = useColorMode()
  return (
    <img
      loading="lazy"
      src={pictures[`../pictures/${topic}-${shown}.webp`]}
      alt=""
      width={400}
      height={184}
      className={cn('aspect-[400/184] w-full border-line bg-canvas', className)}
    />
  )
}
