import { MapPin } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { useAskTexts } from '../texts/ask.ts'

type Props = { count: number; onClick: () => void }

/** Opens the choice of where a recipient signs; says in how many documents it is chosen. */
export function PlaceButton({ count, onClick }: Props) {
  const ask = useAskTexts()
  const { plural } = useFormat()
  return (
    <Button size="sm" variant="ghost" icon={<MapPin />} aria-haspopup="dialog" onClick={onClick}>
      {count === 0 ? ask.choosePlace : plural(count, ask.placed)}
    </Button>
  )
}
