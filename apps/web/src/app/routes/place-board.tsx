import { isSigner } from '@foja/contracts/request-states'
import { useState } from 'react'
import type { DraftRecipient } from '../../features/signing-requests/draft.ts'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import type { Placed } from '../../features/signing/use-placement.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { PlacingPages, withPlace, type PlacedDocument } from './placing-pages.tsx'

type Places = DraftRecipient['places']

type Props = {
  recipients: readonly DraftRecipient[]
  documents: readonly PlacedDocument[]
  /** Whose place is chosen; the first signer if null. */
  active: string | null
  onActive: (id: string) => void
  onPlaces: (id: string, places: Places) => void
}

/** Beside the list of recipients: where each of them signs. Without a place, one is proposed when they sign. */
export function PlaceBoard({ recipients, documents, active, onActive, onPlaces }: Props) {
  const ask = useAskTexts()
  const [chosen, setChosen] = useState<string>()
  const shown = documents.find(({ id_documento }) => id_documento === chosen) ?? documents[0]
  const signers = recipients.filter(({ rol }) => isSigner(rol))
  const current = signers.find(({ id }) => id === active) ?? signers[0]
  const nameOf = (one: DraftRecipient) =>
    one.nombre.trim() || one.email.trim() || ask.recipient(recipients.indexOf(one) + 1)
  const placeOf = ({ places }: DraftRecipient) => places.find((one) => one.id_documento === shown?.id_documento)
  const put = (placed: Placed | null) => {
    if (current === undefined || shown === undefined) return
    onPlaces(current.id, withPlace(current.places, shown.id_documento, placed))
  }
  return (
    <Card aria-labelledby="place-board-title" className="flex h-full flex-col overflow-hidden">
      <CardHeader title={ask.placesTitle} titleId="place-board-title" />
      {shown === undefined || current === undefined ? (
        <p className="p-5 text-ink-muted">{ask.placesNothing}</p>
      ) : (
        <>
          <div className="flex flex-col gap-2 px-4 pt-3 pb-2">
            {documents.length > 1 && (
              <Select
                label={ask.documents}
                value={shown.id_documento}
                onValueChange={setChosen}
                options={documents.map(({ id_documento: value, nombre: label }) => ({ value, label }))}
              />
            )}
            <SegmentedControl
              variant="chips"
              label={ask.placesWho}
              value={current.id}
              onValueChange={onActive}
              options={signers.map((one) => ({ value: one.id, label: nameOf(one) }))}
            />
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-2 *:first:px-4">
            <PlacingPages
              key={`${shown.id_documento} ${current.id}`}
              document={shown}
              first={placeOf(current)}
              name={nameOf(current)}
              others={signers.flatMap((one) => {
                const place = placeOf(one)
                return one === current || place === undefined
                  ? []
                  : [{ id: one.id, name: nameOf(one), position: place.position }]
              })}
              onOther={onActive}
              width={424}
              className="min-h-0 flex-1"
              onPut={put}
            />
          </div>
        </>
      )}
    </Card>
  )
}
