import { cn } from '../../../ui/cn.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useColorMode } from '../../../ui/theme/color-mode.ts'
import type { HelpTopic } from '../topics.ts'

// A user sees one mode: the addresses of the other mode's pictures would cost the page 1 kB.
const parts = {
  light: lazyPart(async () => (await import('./light-picture.tsx')).LightPicture, 'quiet'),
  dark: lazyPart(async () => (await import('./dark-picture.tsx')).DarkPicture, 'quiet'),
}

/** A part of the topic's page, in the current colour mode. */
export function TopicPicture({ topic, className }: { topic: HelpTopic; className?: string }) {
  const { shown } = useColorMode()
  const Picture = parts[shown]
  const draw = (src?: string) => (
    <img
      loading="lazy"
      src={src}
      alt=""
      width={400}
      height={184}
      className={cn('aspect-[400/184] w-full border-line bg-canvas', className)}
    />
  )
  return (
    <Picture topic={topic} fallback={draw()}>
      {draw}
    </Picture>
  )
}
