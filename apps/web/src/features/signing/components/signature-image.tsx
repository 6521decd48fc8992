import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.tsx'
import { problemOf } from '../../../lib/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sendSigner } from '../api/send-signer.ts'
import { signerQuery } from '../api/signer.ts'

const mostBytes = 2 * 1024 * 1024

/** The drawn signature, as an image; optional. */
export function SignatureImage({ hasImage }: { hasImage: boolean }) {
  const { signing, domain } = useTexts()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => sendSigner([file], ''),
    onSuccess: async () => {
      await queries.invalidateQueries(signerQuery)
      toast.success(signing.imageSaved)
    },
  })
  const take = (file: File | undefined) => {
    if (file === undefined) return
    const fault = !/^image\/(png|jpeg)$/.test(file.type)
      ? signing.imageType
      : file.size > mostBytes
        ? signing.imageLarge
        : null
    setWrong(fault)
    if (fault === null) mutate(file)
  }
  const problem = problemOf(error)
  const failure = wrong ?? (error === null ? null : (problem?.detail ?? domain.tryAgainLater))
  return (
    <Card>
      <CardHeader title={signing.imageTitle} />
      <CardBody className="flex flex-col gap-3">
        <p className="text-ink-muted">{signing.imageText}</p>
        {failure !== null && <Alert variant="error" title={failure} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{hasImage ? signing.imageHas : signing.imageNone}</p>
          <Button icon={<ImageUp />} loading={isPending} onClick={() => input.current?.click()}>
            {hasImage ? signing.imageReplace : signing.imageChoose}
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg"
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </CardBody>
    </Card>
  )
}
