import { Move } from 'lucide-react'
import { usePlacementTexts } from '../texts/placement.ts'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'

/** The dark bar over the reader that explains what the pointer does. */
export function PlacementHint({ placed, turned = false }: { placed: boolean; turned?: boolean }) {
  const texts = usePlacementTexts()
  const phone = useMedia(phoneQuery)
  const hint = placed ? (phone ? texts.moveHintPhone : texts.moveHint) : phone ? texts.placeHintPhone : texts.placeHint
  return (
    <p
      data-floating
      data-print="hide"
      className="pointer-events-none absolute bottom-4 left-1/2 z-10 flex w-max max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-2.5 rounded-lg bg-float px-4 py-2.5 text-on-dark shadow-float max-md:top-3 max-md:bottom-auto max-md:rounded-full max-md:py-2 max-md:text-small"
    >
      <Move aria-hidden className="size-4.5" /> {turned ? texts.turnedHint : hint}
    </p>
  )
}
