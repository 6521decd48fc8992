import type { Document, DocumentAction } from '@foja/contracts/documents'
import type { SolicitudStatus } from '@foja/contracts/states'
import { Download, Ellipsis, FileText, FolderOpen, Image, Signature, Share2 } from 'lucide-react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { AppLink } from '../../../domain/app-link.tsx'
import { MediationText, SignaturesBadge, StatusBadge } from '../../../domain/badges.tsx'
import { useDownload } from '../../../domain/use-download.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow, cardLink } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { FileTile } from '../../../ui/tile.tsx'
import type { Leaf } from '../case-leaves.ts'

type Props = {
  leaves: readonly Leaf[]
  /** Of the request that is on the screen: a document of another one says its own where it differs. */
  status: SolicitudStatus
  onShare: (document: Document) => void
  onOpen: (document: Document, tab?: 'firmar') => void
}

/** As many as are signed with one passphrase. */
const mostAtOnce = 50

/** The documents of a case file with their verdicts; only what works is offered. */
export function DocumentsCard({ leaves, ...rest }: Props) {
  const { solicitudes } = useTexts()
  const { number } = useFormat()
  const several = leaves.some((leaf) => !leaf.own)
  const signable = leaves.filter(({ actions }) => actions.includes('sign')).map(({ document }) => document.id_documento)
  return (
    <Card aria-labelledby="documents-title" className="overflow-hidden">
      <CardHeader
        title={solicitudes.documents}
        titleId="documents-title"
        count={number(leaves.length)}
        action={
          signable.length > 1 ? (
            <Button asChild size="sm" icon={<Signature />} data-print="hide">
              <AppLink to={paths.batch(signable.slice(0, mostAtOnce).join(','))}>{solicitudes.signAll}</AppLink>
            </Button>
          ) : undefined
        }
      />
      <CardList>
        {leaves.map((leaf) => (
          <DocumentRow key={leaf.document.id_documento} leaf={leaf} marked={several && leaf.own} {...rest} />
        ))}
      </CardList>
    </Card>
  )
}

type RowProps = Omit<Props, 'leaves'> & { leaf: Leaf; marked: boolean }

function DocumentRow({ leaf, marked, status, onShare, onOpen }: RowProps) {
  const { document, request } = leaf
  const { domain } = useTexts()
  const { bytes, plural } = useFormat()
  const facts = [
    ...(request.tipo === null ? [] : [request.tipo]),
    domain.version(document.version),
    ...(document.paginas === null ? [] : [plural(document.paginas, domain.pages)]),
    bytes(document.size),
  ]
  return (
    <CardRow selected={marked} className={marked ? 'max-md:flex-wrap' : 'hover:bg-canvas max-md:flex-wrap'}>
      <FileTile>{document.mime.startsWith('image/') ? <Image /> : <FileText />}</FileTile>
      <div className="min-w-0 flex-1">
        <AppLink to={paths.document(document.id_documento)} className={`block truncate font-medium ${cardLink}`}>
          {document.nombre}
        </AppLink>
        <p className="truncate text-small text-ink-muted figures">{facts.join(' · ')}</p>
      </div>
      <div className="flex items-center gap-3 max-md:order-last max-md:basis-full max-md:flex-wrap max-md:pl-12">
        {request.status !== status && <StatusBadge status={request.status} />}
        <SignaturesBadge signatures={document.signatures} />
        <span className="md:w-32">
          <MediationText status={document.status_mediacion} />
        </span>
      </div>
      <span data-print="hide" className="relative z-1">
        <DocumentMenu leaf={leaf} onShare={onShare} onOpen={onOpen} />
      </span>
    </CardRow>
  )
}

function DocumentMenu({ leaf, onShare, onOpen }: Pick<RowProps, 'leaf' | 'onShare' | 'onOpen'>) {
  const { document, actions, request, own } = leaf
  const { solicitudes } = useTexts()
  const download = useDownload()
  const may = (action: DocumentAction) => actions.includes(action)
  return (
    <Menu
      trigger={
        <IconButton label={solicitudes.actionsOf(document.nombre)}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<FileText />} onSelect={() => onOpen(document)}>
        {solicitudes.open}
      </MenuItem>
      {may('sign') && (
        <MenuItem icon={<Signature />} onSelect={() => onOpen(document, 'firmar')}>
          {solicitudes.sign}
        </MenuItem>
      )}
      {may('share') && (
        <MenuItem icon={<Share2 />} onSelect={() => onShare(document)}>
          {solicitudes.share}
        </MenuItem>
      )}
      {may('download') && (
        <MenuItem icon={<Download />} onSelect={() => download.mutate(document)}>
          {solicitudes.download}
        </MenuItem>
      )}
      {!own && (
        <MenuItem asChild>
          <AppLink to={paths.solicitud(request.id_solicitud)}>
            <FolderOpen /> {solicitudes.openRequest}
          </AppLink>
        </MenuItem>
      )}
    </Menu>
  )
}
