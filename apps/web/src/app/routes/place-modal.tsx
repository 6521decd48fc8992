import { useState } from 'react'
import type { DraftRecipient } from '../../features/signing-requests/draft.ts'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import type { Placed } from '../../features/signing/use-placement.ts'
import { useUiTexts } from '../../ui/texts/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Select } from '../../ui/select.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { withPlace, type PlacedDocument, type Places } from './places.ts'
import { PlacingPages } from './placing-pages.tsx'

type Props = {
  recipient: DraftRecipient
  others: readonly DraftRecipient[]
  documents: readonly PlacedDocument[]
  onPlaces: (places: Places) => void
  onClose: () => void
}

/** Chooses where a recipient signs each document. Without a place, one is proposed when they sign. */
export function PlaceModal({ recipient, others, documents, onPlaces, onClose }: Props) {
  const ask = useAskTexts()
  const ui = useUiTexts()
  const phone = useMedia(phoneQuery)
  const [places, setPlaces] = useState<Places>(recipient.places)
  const [id, setId] = useState(documents[0]?.id_documento ?? '')
  const shown = documents.find((one) => one.id_documento === id)
  const put = (placed: Placed | null) => setPlaces((before) => withPlace(before, id, placed))
  const name = recipient.nombre.trim() === '' ? ask.someone : recipient.nombre.trim()
  return (
    <Modal
      open
      variant="wide"
      onOpenChange={onClose}
      title={ask.placeTitle(name)}
      description={ask.placeText}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onPlaces(places)
              onClose()
            }}
          >
            {ask.ready}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {documents.length > 1 && (
          <Select
            label={ask.documents}
            value={id}
            onValueChange={setId}
            options={documents.map(({ id_documento: value, nombre: label }) => ({ value, label }))}
          />
        )}
        {shown !== undefined && (
          <PlacingPages
            key={id}
            width={phone ? 300 : 600}
            document={shown}
            first={places.find((one) => one.id_documento === id)}
            name={name}
            recipient={recipient}
            taken={others.flatMap((one) => one.places.filter((place) => place.id_documento === id))}
            onPut={put}
          />
        )}
      </div>
    </Modal>
  )
}
