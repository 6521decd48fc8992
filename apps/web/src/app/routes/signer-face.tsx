import type { DraftRecipient } from '../../features/signing-requests/draft.ts'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import { Avatar } from '../../ui/avatar.tsx'

type Props = {
  recipient: Pick<DraftRecipient, 'rol'>
  name: string
  /** One of several: with the initials that the list has. */
  among?: boolean
}

/** A signer in the box of their place: the first two words of the name, and the way of signing. */
export function SignerFace({ recipient: { rol }, name, among = false }: Props) {
  const ask = useAskTexts()
  return (
    <div className="flex size-full items-center gap-1.5 px-1.5 text-meta text-(--signer)">
      {among && <Avatar name={name} size="sm" signer silent />}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name.split(/\s+/, 2).join(' ')}</p>
        <p className="truncate">{ask.ways[rol === 'firma_simple' ? rol : 'firma']}</p>
      </div>
    </div>
  )
}
