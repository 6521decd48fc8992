import type { DocumentDetails } from '@foja/contracts/documents'
import { Download, Ellipsis, FileText, Image, Signature, Share2 } from 'lucide-react'
import { useFormat, useTexts } from '../../../i18n/texts.tsx'
import { AppLink } from '../../../domain/app-link.tsx'
import { MediationText, SignaturesBadge } from '../../../domain/badges.tsx'
import { useDownload } from '../../../domain/use-download.ts'
import { paths } from '../../../lib/paths.ts'
import { Card, CardHeader, CardList, CardRow, cardLink } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { FileTile } from '../../../ui/tile.tsx'

type Props = {
  documents: readonly DocumentDetails[]
  onShare: (document: DocumentDetails) => void
  onOpen: (document: DocumentDetails, tab?: 'firmar') => void
}

/** The documents of a case with their verdicts; only what works is offered. */
export function DocumentsCard({ documents, onShare, onOpen }: Props) {
  const { solicitudes } = useTexts()
  const { number } = useFormat()
  return (
    <Card aria-labelledby="documents-title">
      <CardHeader title={solicitudes.documents} titleId="documents-title" count={number(documents.length)} />
      <CardList>
        {documents.map((document) => (
          <DocumentRow key={document.id_documento} document={document} onShare={onShare} onOpen={onOpen} />
        ))}
      </CardList>
    </Card>
  )
}

function DocumentRow({ document, onShare, onOpen }: Omit<Props, 'documents'> & { document: DocumentDetails }) {
  const { solicitudes, domain } = useTexts()
  const { bytes, plural } = useFormat()
  const download = useDownload()
  const facts = [
    domain.version(document.version),
    ...(document.paginas === null ? [] : [plural(document.paginas, domain.pages)]),
    bytes(document.size),
  ]
  const may = (action: DocumentDetails['actions'][number]) => document.actions.includes(action)
  return (
    <CardRow className="hover:bg-canvas max-md:flex-wrap">
      <FileTile>{document.mime.startsWith('image/') ? <Image /> : <FileText />}</FileTile>
      <div className="min-w-0 flex-1">
        <AppLink to={paths.document(document.id_documento)} className={`block truncate font-medium ${cardLink}`}>
          {document.nombre}
        </AppLink>
        <p className="text-small text-ink-muted figures">{facts.join(' · ')}</p>
      </div>
      <div className="flex items-center gap-3 max-md:order-last max-md:basis-full max-md:flex-wrap max-md:pl-12">
        <SignaturesBadge signatures={document.signatures} />
        <span className="md:w-32">
          <MediationText status={document.status_mediacion} />
        </span>
      </div>
      <span className="relative z-1">
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
        </Menu>
      </span>
    </CardRow>
  )
}
