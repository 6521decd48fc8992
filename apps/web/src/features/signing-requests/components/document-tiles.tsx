import { signingRequestLimits as limits } from '@foja/contracts/request-states'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { useAskTexts } from '../texts/ask.ts'
import { ListCard } from './list-card.tsx'

export type AskDocument = { id_documento: string; nombre: string; paginas: number | null; requested: boolean }

type Props = {
  documents: readonly AskDocument[]
  chosen: readonly string[]
  error: string | undefined
  /** How many places are chosen in a document. */
  placesIn: (id: string) => number
  flat: boolean
  onChange: (chosen: readonly string[]) => void
}

/** The documents that can be asked for, and which are. */
export function DocumentTiles({ documents, chosen, error, placesIn, flat, onChange }: Props) {
  const ask = useAskTexts()
  const { number, plural } = useFormat()
  return (
    <ListCard title={ask.documents} titleId="ask-documents-title" count={number(chosen.length)} flat={flat}>
      {documents.length === 0 ? (
        <p className="text-ink-muted">{ask.noDocuments}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-2">
          {documents.map(({ id_documento: id, nombre, paginas, requested }) => {
            const marked = chosen.includes(id)
            const places = marked ? placesIn(id) : 0
            return (
              <li
                key={id}
                className={cn(
                  'rounded-lg border px-3 py-2',
                  marked ? 'border-gold-ink bg-selected' : 'border-line bg-panel',
                )}
              >
                <Checkbox
                  label={<span className="font-medium wrap-anywhere">{nombre}</span>}
                  hint={
                    requested
                      ? ask.requested
                      : [
                          ...(paginas === null ? [] : [plural(paginas, ask.pages)]),
                          ...(places === 0 ? [] : [plural(places, ask.places)]),
                        ].join(' · ')
                  }
                  checked={marked}
                  disabled={!marked && (requested || chosen.length >= limits.documents)}
                  onCheckedChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      {error !== undefined && (
        <p role="alert" className="text-small text-error-ink">
          {error}
        </p>
      )}
    </ListCard>
  )
}
