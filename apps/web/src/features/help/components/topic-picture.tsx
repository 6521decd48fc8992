import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useColorMode } from '../../../ui/theme/color-mode.ts'
import type { HelpTopic } from '../topics.ts'

type PictureProps = { topic: HelpTopic; children: (src: string | undefined) => ReactNode }

const partOf = (mode: 'light' | 'dark', load: () => Promise<{ pictures: Record<string, string> }>) =>
  lazyPart<PictureProps>(async () => {
    const { pictures } = await load()
    return ({ topic, children }) => children(pictures[`./pictures/${topic}-${mode}.webp`])
  }, 'quiet')

// A user sees one mode: the addresses of the other mode's pictures would cost the page 1 kB.
const parts = {
  light: partOf('light', () => import('../light-pictures.ts')),
  dark: partOf('dark', () => import('../dark-pictures.ts')),
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
