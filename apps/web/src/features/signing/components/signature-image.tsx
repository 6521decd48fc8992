import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp, PenLine } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMySignatureTexts } from '../texts/my-signature.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { deleteImage, imageFile, sendSigner } from '../api/send-signer.ts'
import { signatureImageQuery, signerQuery } from '../api/signer.ts'
import { useSignatureImage } from '../use-signature-image.ts'
import { invalidate } from '../../../lib/api/query-keys.ts'

const DrawModal = lazyPart(async () => (await import('./draw-modal.tsx')).DrawModal)

const mostBytes = 2 * 1024 * 1024

function useImageChange() {
  const mySignature = useMySignatureTexts()
  const ui = useUiTexts()
  const queries = useQueryClient()
  const renew = () => invalidate(queries, signerQuery.queryKey, signatureImageQuery.queryKey)
  const save = useMutation({
    mutationFn: (file: File) => sendSigner([file], ''),
    onSuccess: async () => {
      await renew()
      toast.success(mySignature.imageSaved)
    },
  })
  const remove = useMutation({
    mutationFn: async () => {
      const image = queries.getQueryData(signatureImageQuery.queryKey)
      await deleteImage()
      return image
    },
    onSuccess: async (image) => {
      await renew()
      const undo =
        image === undefined ? {} : { action: { label: ui.undo, onClick: () => save.mutate(imageFile(image)) } }
      toast.success(mySignature.imageRemoved, undo)
    },
  })
  return { save, remove }
}

/** The optional image of the signature. */
export function SignatureImage({ hasImage }: { hasImage: boolean }) {
  const domain = useDomainTexts()
  const mySignature = useMySignatureTexts()
  const [wrong, setWrong] = useState<string | null>(null)
  const [drawing, setDrawing] = useState(false)
  const { save, remove } = useImageChange()
  const take = (file: File | undefined) => {
    if (file === undefined || save.isPending) return
    remove.reset()
    const fault = !/^image\/(png|jpeg)$/.test(file.type)
      ? mySignature.imageType
      : file.size > mostBytes
        ? mySignature.imageLarge
        : null
    setWrong(fault)
    save.reset()
    if (fault === null) save.mutate(file, { onSuccess: () => setDrawing(false) })
  }
  const picker = useFilePicker({ onFiles: ([file]) => take(file), accept: 'image/png,image/jpeg' })
  const takeAway = () => {
    setWrong(null)
    save.reset()
    remove.mutate()
  }
  const error = save.error ?? remove.error
  const failure = wrong ?? (!isUnreported(error) ? null : (problemOf(error)?.detail ?? domain.tryAgainLater))
  const busy = save.isPending || remove.isPending
  return (
    <Card>
      <CardHeader title={mySignature.imageTitle} />
      <CardBody className="flex flex-col gap-3">
        <p className="text-ink-muted">{mySignature.imageText}</p>
        {failure !== null && !drawing && <Alert variant="error" title={failure} />}
        {hasImage ? <StoredImage /> : <p>{mySignature.imageNone}</p>}
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          {hasImage && (
            <Button variant="ghost" disabled={busy} onClick={takeAway}>
              {mySignature.imageRemove}
            </Button>
          )}
          <Button icon={<ImageUp />} loading={save.isPending && !drawing} onClick={picker.open}>
            {hasImage ? mySignature.imageReplace : mySignature.imageChoose}
          </Button>
          <Button icon={<PenLine />} disabled={busy} onClick={() => setDrawing(true)}>
            {mySignature.draw}
          </Button>
        </div>
        {picker.input}
      </CardBody>
      {drawing && (
        <DrawModal busy={save.isPending} failure={failure} onDrawn={take} onClose={() => setDrawing(false)} />
      )}
    </Card>
  )
}

/** The stored image on white. */
function StoredImage() {
  const mySignature = useMySignatureTexts()
  const url = useSignatureImage(true)
  if (url === null) return <p>{mySignature.imageHas}</p>
  return (
    <span className="flex h-28 items-center justify-center rounded-lg border border-line bg-white p-3">
      <img src={url} alt={mySignature.imageHas} className="max-h-full max-w-full object-contain" />
    </span>
  )
}
