import { maxBatch } from '@foja/contracts/constants'
import type { Document, DocumentAction } from '@foja/contracts/documents'
import type { SolicitudStatus } from '@foja/contracts/states'
import {
  ClipboardList,
  Download,
  FileText,
  FolderOpen,
  Handshake,
  LayoutTemplate,
  Mail,
  Send,
  Share2,
  Signature,
  Trash2,
  Upload,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { MediationText, StatusBadge } from '../../../shared/badges.tsx'
import { ActiveContentBadge } from '../../../shared/active-content.tsx'
import { SignaturesBadge } from '../../../shared/signatures-badge.tsx'
import { useDownload } from '../../../shared/use-download.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow, cardLink } from '../../../ui/card.tsx'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../../ui/menu.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { Leaf } from '../case-leaves.ts'
import { useAttach } from '../use-attach.ts'
import { useDeleteDocument } from '../use-delete-document.ts'
import { accept, isImage } from '../wizard/check-file.ts'
import { AttachRow } from './attach-row.tsx'
import { DocumentTile } from './document-tile.tsx'
import { MenuLink } from '../../../shared/menu-link.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'

const PhotosModal = lazyPart(async () => (await import('../../../shared/photos/photos-modal.tsx')).PhotosModal)

/** Callbacks for dialogs of other features. */
export type DocumentActs = {
  onOpen: (document: Document, tab?: 'firmar') => void
  onShare: (document: Document) => void
  onShareUsers: (document: Document) => void
  onEmail: (document: Document) => void
  onMediate: (document: Document) => void
  /** Records a result of the request's documents. */
  onRegister: () => void
  /** Creates a document from a template. */
  onTemplate: () => void
}

type Props = {
  idSolicitud: string
  leaves: readonly Leaf[]
  /** Status of the request on the screen: a document of another request shows its own if it differs. */
  status: SolicitudStatus
  /** The user may add files. */
  mayAttach: boolean
  acts: DocumentActs
}

/** The documents of a case file with their verdicts and allowed actions. */
export function DocumentsCard({ idSolicitud, leaves, status, mayAttach, acts }: Props) {
  const caseFile = useCaseFileTexts()
  const { number } = useFormat()
  const { now, attach, retry, stop, dismiss } = useAttach(idSolicitud)
  const remove = useDeleteDocument(idSolicitud)
  const [asking, setAsking] = useState<Document | null>(null)
  const several = leaves.some((leaf) => !leaf.own)
  const [photos, setPhotos] = useState<readonly File[] | null>(null)
  /** Offers to combine images into one PDF; other files are uploaded without asking. */
  const take = (files: readonly File[]) => {
    const images = files.filter((file) => isImage(file.name))
    const others = files.filter((file) => !isImage(file.name))
    if (images.length > 0) setPhotos(images)
    if (others.length > 0) attach(others)
  }
  const onDelete = (document: Document) => {
    if (document.signatures.count > 0) setAsking(document)
    else void remove(document)
  }
  return (
    <Card aria-labelledby="documents-title" className="overflow-hidden">
      <CardHeader
        title={caseFile.documents}
        titleId="documents-title"
        count={number(leaves.length)}
        action={
          <CardActions
            idSolicitud={idSolicitud}
            leaves={leaves}
            mayAttach={mayAttach}
            busy={now !== null}
            onFiles={take}
            onTemplate={acts.onTemplate}
          />
        }
      />
      <CardList>
        {leaves.map((leaf) => (
          <DocumentRow
            key={leaf.document.id_documento}
            leaf={leaf}
            marked={several && leaf.own}
            status={status}
            acts={acts}
            onDelete={onDelete}
          />
        ))}
      </CardList>
      {mayAttach && <AttachRow now={now} onFiles={take} onRetry={retry} onStop={stop} onDismiss={dismiss} />}
      {photos !== null && (
        <PhotosModal
          files={photos}
          onClose={() => setPhotos(null)}
          onDone={(files) => {
            setPhotos(null)
            attach(files)
          }}
        />
      )}
      <DeleteSignedModal
        document={asking}
        onDelete={(document) => void remove(document)}
        onClose={() => setAsking(null)}
      />
    </Card>
  )
}

type ActionsProps = Pick<Props, 'idSolicitud' | 'leaves' | 'mayAttach'> & {
  busy: boolean
  onFiles: (files: readonly File[]) => void
  onTemplate: () => void
}

/** Sign all, ask for signatures, create from a template, and add files; on phones all but the last are in a menu. */
function CardActions({ idSolicitud, leaves, mayAttach, busy, onFiles, onTemplate }: ActionsProps) {
  const caseFile = useCaseFileTexts()
  const phone = useMedia(phoneQuery)
  const picker = useFilePicker({ onFiles, accept, multiple: true })
  const signable = leaves.filter(({ actions }) => actions.includes('sign')).map(({ document }) => document.id_documento)
  const ask = paths.askForSignatures(idSolicitud)
  const askDocuments = paths.askForDocuments(idSolicitud)
  const signAll = paths.batch(signable.slice(0, maxBatch).join(','))
  return (
    <span data-print="hide" className="flex items-center gap-2">
      {phone && (signable.length > 0 || mayAttach) && (
        <ActionsMenu label={caseFile.moreDocuments} size="lg">
          {signable.length > 1 && <MenuLink to={signAll} icon={<Signature />} label={caseFile.signAll} />}
          {signable.length > 0 && <MenuLink to={ask} icon={<Send />} label={caseFile.ask} />}
          {mayAttach && <MenuLink to={askDocuments} icon={<ClipboardList />} label={caseFile.askDocuments} />}
          {mayAttach && <MenuItem icon={<LayoutTemplate />} label={caseFile.fromTemplate} onSelect={onTemplate} />}
        </ActionsMenu>
      )}
      {!phone && signable.length > 1 && (
        <Button asChild size="sm" variant="ghost" icon={<Signature />}>
          <AppLink to={signAll}>{caseFile.signAll}</AppLink>
        </Button>
      )}
      {!phone && signable.length > 0 && (
        <Button asChild size="sm" variant="ghost" icon={<Send />}>
          <AppLink to={ask}>{caseFile.ask}</AppLink>
        </Button>
      )}
      {mayAttach && (
        <>
          {!phone && (
            <Button asChild size="sm" variant="ghost" icon={<ClipboardList />}>
              <AppLink to={askDocuments}>{caseFile.askDocuments}</AppLink>
            </Button>
          )}
          {!phone && (
            <Button size="sm" variant="ghost" icon={<LayoutTemplate />} onClick={onTemplate}>
              {caseFile.fromTemplate}
            </Button>
          )}
          <Button size="sm" icon={<Upload />} disabled={busy} onClick={picker.open}>
            {caseFile.add}
          </Button>
          {picker.input}
        </>
      )}
    </span>
  )
}

type DeleteProps = { document: Document | null; onDelete: (document: Document) => void; onClose: () => void }

/** Confirms the deletion of a signed document. */
function DeleteSignedModal({ document, onDelete, onClose }: DeleteProps) {
  const caseFile = useCaseFileTexts()
  const { plural } = useFormat()
  return (
    <ConfirmModal
      variant="danger"
      open={document !== null}
      title={caseFile.deleteTitle(document?.nombre ?? '')}
      description={caseFile.deleteText(plural(document?.signatures.count ?? 0, caseFile.signatures))}
      confirm={caseFile.delete}
      icon={<Trash2 />}
      onConfirm={() => {
        if (document !== null) onDelete(document)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

type RowProps = {
  leaf: Leaf
  marked: boolean
  status: SolicitudStatus
  acts: DocumentActs
  onDelete: (document: Document) => void
}

function DocumentRow({ leaf, marked, status, acts, onDelete }: RowProps) {
  const { document, request } = leaf
  const domain = useDomainTexts()
  const { bytes, plural } = useFormat()
  const facts = [
    ...(request.tipo === null ? [] : [request.tipo]),
    domain.version(document.version),
    ...(document.paginas === null ? [] : [plural(document.paginas, domain.pages)]),
    bytes(document.size),
  ]
  return (
    <CardRow selected={marked} className={marked ? 'max-md:flex-wrap' : 'hover:bg-canvas max-md:flex-wrap'}>
      <DocumentTile image={document.mime.startsWith('image/')} />
      <div className="min-w-0 flex-1">
        <AppLink to={paths.document(document.id_documento)} className={`block truncate font-medium ${cardLink}`}>
          {document.nombre}
        </AppLink>
        <p className="truncate text-small text-ink-muted figures">{facts.join(' · ')}</p>
      </div>
      <div className="flex items-center gap-3 max-md:order-last max-md:basis-full max-md:flex-wrap max-md:pl-12">
        {request.status !== status && <StatusBadge status={request.status} />}
        {document.paginas !== null && <SignaturesBadge signatures={document.signatures} />}
        <ActiveContentBadge kinds={document.active_content} />
        <span className="md:w-32">
          <MediationText status={document.status_mediacion} />
        </span>
      </div>
      <span data-print="hide" className="relative z-1">
        <DocumentMenu leaf={leaf} acts={acts} onDelete={onDelete} />
      </span>
    </CardRow>
  )
}

function DocumentMenu({ leaf, acts, onDelete }: Pick<RowProps, 'leaf' | 'acts' | 'onDelete'>) {
  const { document, actions, request, own } = leaf
  const caseFile = useCaseFileTexts()
  const download = useDownload()
  const may = (action: DocumentAction) => actions.includes(action)
  return (
    <ActionsMenu label={caseFile.actionsOf(document.nombre)}>
      <MenuItem icon={<FileText />} label={caseFile.open} onSelect={() => acts.onOpen(document)} />
      {may('sign') && (
        <MenuItem icon={<Signature />} label={caseFile.sign} onSelect={() => acts.onOpen(document, 'firmar')} />
      )}
      {may('mediate') && (
        <MenuItem icon={<Handshake />} label={caseFile.mediate} onSelect={() => acts.onMediate(document)} />
      )}
      {may('share') && (
        <MenuItem icon={<Share2 />} label={caseFile.shareLink} onSelect={() => acts.onShare(document)} />
      )}
      {may('share_users') && (
        <MenuItem icon={<Users />} label={caseFile.shareUsers} onSelect={() => acts.onShareUsers(document)} />
      )}
      {may('email') && <MenuItem icon={<Mail />} label={caseFile.email} onSelect={() => acts.onEmail(document)} />}
      {may('download') && (
        <MenuItem icon={<Download />} label={caseFile.download} onSelect={() => download.mutate(document)} />
      )}
      {!own && (
        <MenuLink to={paths.solicitud(request.id_solicitud)} icon={<FolderOpen />} label={caseFile.openRequest} />
      )}
      {may('delete') && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} label={caseFile.delete} danger onSelect={() => onDelete(document)} />
        </>
      )}
    </ActionsMenu>
  )
}
