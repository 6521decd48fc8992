import type { DocumentRequest, Requirement } from '@foja/contracts/document-requests'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Download, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { PageImage } from '../../../shared/page-image.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useDocumentsTexts } from '../../../shared/texts/documents.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { useWidth } from '../../../shared/use-width.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshRequests } from '../api/signing-requests.ts'
import { deliveredPagesQuery, review } from '../api/document-requests.ts'
import { useDeliveriesTexts } from '../texts/deliveries.ts'

type Props = { item: Requirement; from: string; onClose: () => void }

/** What was delivered for an item: read, then accepted or returned with a reason. */
export function ReviewModal({ item, from, onClose }: Props) {
  const texts = useDeliveriesTexts()
  const queries = useQueryClient()
  const [returning, setReturning] = useState(false)
  const done = async (request: DocumentRequest, words: string) => {
    toast.success(request.status === 'completa' ? texts.completed : words)
    await refreshRequests(queries)
    onClose()
  }
  const accept = useToastMutation({
    mutationFn: () => review({ id_requirement: item.id, status: 'aceptado' }),
    onSuccess: async (request) => await done(request, texts.accepted(item.nombre)),
  })
  if (returning) {
    return (
      <ReturnModal
        item={item}
        onBack={() => setReturning(false)}
        onDone={async (request) => await done(request, texts.returned(item.nombre))}
        onClose={onClose}
      />
    )
  }
  return (
    <Modal
      open
      variant="wide"
      busy={accept.isPending}
      onOpenChange={onClose}
      title={texts.reviewTitle(item.nombre)}
      description={texts.reviewFrom(from)}
      footer={
        <>
          <Button icon={<Undo2 />} disabled={accept.isPending} onClick={() => setReturning(true)}>
            {texts.giveBack}
          </Button>
          <Button variant="primary" icon={<Check />} loading={accept.isPending} onClick={() => accept.mutate()}>
            {texts.accept}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-5 pb-1">
        {item.documents.map((file) => (
          <li key={file.id}>
            <File file={file} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function File({ file }: { file: Requirement['documents'][number] }) {
  const texts = useDeliveriesTexts()
  const format = useFormat()
  return (
    <section aria-label={file.nombre}>
      <div className="mb-2 flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium">{file.nombre}</h3>
          <p className="text-small text-ink-muted">
            {format.bytes(file.size)} · {format.relative(file.delivered_at)}
          </p>
        </div>
        <IconButton asChild label={texts.download(file.nombre)}>
          <a href={file.download_url} download={file.nombre}>
            <Download />
          </a>
        </IconButton>
      </div>
      <Content file={file} />
    </section>
  )
}

function Content({ file }: { file: Requirement['documents'][number] }) {
  const texts = useDeliveriesTexts()
  const [broken, setBroken] = useState(false)
  if (file.mime === 'application/pdf') return <Pages id={file.id} />
  // Not every browser draws every kind of picture, and the link ends.
  if (file.mime.startsWith('image/') && !broken)
    return (
      <div className="flex justify-center rounded-lg bg-muted p-3">
        <img
          src={file.download_url}
          alt={file.nombre}
          className="max-h-[70dvh] max-w-full rounded-sm object-contain"
          onError={() => setBroken(true)}
        />
      </div>
    )
  return <p className="rounded-lg bg-muted px-4 py-3 text-ink-muted">{texts.noPreview}</p>
}

function Pages({ id }: { id: string }) {
  const documents = useDocumentsTexts()
  const pages = useQuery(deliveredPagesQuery(id))
  const ref = useRef<HTMLDivElement>(null)
  const width = useWidth(ref)
  return (
    <div ref={ref} className="flex flex-col items-center gap-3 rounded-lg bg-muted p-3">
      {pages.isLoadingError && <LoadFailed error={pages.error} onRetry={() => void pages.refetch()} level={3} />}
      {pages.isLoading && <SkeletonList rows={4} />}
      {pages.data?.pages.map((page) => (
        <PageImage
          key={page.page}
          page={page}
          width={Math.max(120, width - 24)}
          alt={documents.pageAlt(page.page, pages.data.paginas)}
          eager={page.page === 1}
          onBroken={() => void pages.refetch()}
        />
      ))}
    </div>
  )
}

type ReturnProps = {
  item: Requirement
  onBack: () => void
  onDone: (request: DocumentRequest) => Promise<void>
  onClose: () => void
}

function ReturnModal({ item, onBack, onDone, onClose }: ReturnProps) {
  const texts = useDeliveriesTexts()
  const [motivo, setMotivo] = useState('')
  const { errors, state, submit, mend } = useFormSend({
    send: () => review({ id_requirement: item.id, status: 'observado', motivo: motivo.trim() }),
    fields: ['motivo'],
    onDone,
  })
  return (
    <FormModal
      title={item.nombre}
      description={texts.giveBackText}
      submit={texts.giveBack}
      icon={<Undo2 />}
      cancel={texts.back}
      disabled={motivo.trim() === ''}
      onSubmit={() => submit()}
      onCancel={onBack}
      onClose={onClose}
      {...state}
    >
      <Field label={texts.reason} required error={errors.motivo}>
        <Textarea
          rows={3}
          maxLength={500}
          placeholder={texts.reasonPlaceholder}
          value={motivo}
          onChange={(event) => {
            mend('motivo')
            setMotivo(event.target.value)
          }}
        />
      </Field>
    </FormModal>
  )
}
