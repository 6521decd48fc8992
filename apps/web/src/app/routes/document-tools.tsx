import type { DocumentAction } from '@foja/contracts/documents'
import {
  Download,
  History,
  Mail,
  Send,
  Printer,
  Redo2,
  RotateCw,
  Share2,
  TextSearch,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { ZoomTools } from '../../shared/zoom-tools.tsx'
import type { Zoom } from '../../shared/use-zoom.ts'
import type { Placement } from '../../features/signing/use-placement.ts'
import { useDocumentsTexts } from '../../shared/texts/documents.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../ui/menu.tsx'
import { useMedia } from '../../ui/use-media.ts'

type Tool = { label: string; icon: ReactNode; act: () => void; danger?: boolean }

type Props = {
  actions: readonly DocumentAction[]
  zoom: Zoom
  page: number
  /** 0 for a document without pages. */
  pages: number
  phone: boolean
  undo: Placement | null
  onGo: (page: number) => void
  on: Record<'ask' | 'print' | 'turn' | 'download' | 'email' | 'share' | 'search' | 'versions' | 'delete', () => void>
}

/** Below `xl` the bar has no room for print and turn, which are in its menu. */
const narrowQuery = '(width < 80em)'

/** The toolbar of the reader: document actions, zoom and pages. */
export function DocumentTools({ actions, zoom, page, pages, phone, undo, onGo, on }: Props) {
  const documents = useDocumentsTexts()
  const narrow = useMedia(narrowQuery)
  const may = (...wanted: DocumentAction[]) => wanted.some((one) => actions.includes(one))
  const search: Tool = { label: documents.search, icon: <TextSearch />, act: on.search }
  const tools: Tool[] = [
    ...(may('download') ? [{ label: documents.download, icon: <Download />, act: on.download }] : []),
    ...(may('sign') && pages > 0 ? [{ label: documents.ask, icon: <Send />, act: on.ask }] : []),
    ...(may('email') ? [{ label: documents.email, icon: <Mail />, act: on.email }] : []),
    ...(may('share', 'share_users') ? [{ label: documents.share, icon: <Share2 />, act: on.share }] : []),
  ]
  const ofPages: Tool[] =
    pages === 0
      ? []
      : [
          { label: documents.turn, icon: <RotateCw />, act: on.turn },
          { label: documents.print, icon: <Printer />, act: on.print },
        ]
  const versions: Tool = { label: documents.tabs.versiones, icon: <History />, act: on.versions }
  const more: Tool[] = [
    ...(pages > 0
      ? [
          { label: documents.zoomFit, icon: null, act: zoom.fit },
          { label: documents.zoomPage, icon: null, act: zoom.fitPage },
        ]
      : []),
    ...(phone && pages > 0 ? [{ label: documents.zoomIn, icon: null, act: zoom.zoomIn }] : []),
  ]
  const remove = may('delete') ? { label: documents.remove, icon: <Trash2 />, act: on.delete, danger: true } : null
  const inMenu = [...(phone ? [...tools, versions] : []), ...(phone || narrow ? ofPages : []), ...more]
  return (
    <>
      {!phone && pages > 0 && (
        <>
          <ZoomTools zoom={zoom} page={page} pages={pages} onGo={onGo} />
          <Line />
        </>
      )}
      {undo !== null && (
        <>
          <IconButton label={documents.undo} disabled={!undo.canUndo} onClick={undo.undo}>
            <Undo2 />
          </IconButton>
          {!phone && (
            <>
              <IconButton label={documents.redo} disabled={!undo.canRedo} onClick={undo.redo}>
                <Redo2 />
              </IconButton>
              <Line />
            </>
          )}
        </>
      )}
      {[
        ...(pages > 0 ? [search] : []),
        ...(phone || narrow ? [] : ofPages),
        ...(phone ? [] : [...tools, versions]),
      ].map((tool) => (
        <IconButton key={tool.label} label={tool.label} onClick={tool.act}>
          {tool.icon}
        </IconButton>
      ))}
      {(inMenu.length > 0 || remove !== null) && (
        <ActionsMenu label={documents.more}>
          {inMenu.map((tool) => (
            <MenuItem key={tool.label} icon={tool.icon} label={tool.label} onSelect={tool.act} />
          ))}
          {remove !== null && (
            <>
              {inMenu.length > 0 && <MenuSeparator />}
              <MenuItem icon={remove.icon} label={remove.label} danger onSelect={remove.act} />
            </>
          )}
        </ActionsMenu>
      )}
    </>
  )
}

const Line = () => <span aria-hidden className="mx-2 h-5 w-px bg-line max-lg:hidden" />
