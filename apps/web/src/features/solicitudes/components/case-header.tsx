import type { SolicitudAction } from '@foja/contracts/actions'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import {
  CalendarClock,
  ClipboardList,
  Download,
  Flag,
  Link,
  Lock,
  Mail,
  Send,
  Pencil,
  Printer,
  Share2,
  Signature,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useCaseFileTexts } from '../texts/case-file.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { StatusBadge } from '../../../shared/badges.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../../ui/menu.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { downloadZip } from '../api/solicitudes.ts'
import { nextStep } from '../next-step.ts'
import { partOf } from '../summarise-case.ts'
import type { CaseDialog } from './case-dialogs.tsx'
import type { DocumentActs } from './documents-card.tsx'
import { MenuLink } from '../../../shared/menu-link.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { useMay } from '../../../shared/use-may.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

type Props = { solicitud: SolicitudDetails; acts: DocumentActs; onDialog: (dialog: CaseDialog) => void }

type Act = { key: string; icon: ReactNode; text: string; run: () => void }

/** The allowed actions without the next step, which has its own card; most likely first. */
function useActs({ solicitud, acts, onDialog }: Props): Act[] {
  const caseFile = useCaseFileTexts()
  const first = solicitud.description[0]
  const may = (action: SolicitudAction) => solicitud.actions.includes(action)
  const dialog = (key: CaseDialog, icon: ReactNode, text: string): Act => ({
    key,
    icon,
    text,
    run: () => onDialog(key),
  })
  const next = nextStep(solicitud, Date.now())?.kind
  return [
    ...(first?.actions.includes('sign') === true && solicitud.status !== 'concluido' && next !== 'sign'
      ? [{ key: 'sign', icon: <Signature />, text: caseFile.sign, run: () => acts.onOpen(first, 'firmar') }]
      : []),
    ...(may('conclude') && next !== 'conclude' ? [dialog('conclude', <Flag />, caseFile.conclude)] : []),
    ...(first?.actions.includes('share') === true
      ? [{ key: 'share', icon: <Share2 />, text: caseFile.share, run: () => acts.onShare(first) }]
      : []),
    ...(may('return') ? [dialog('return', <Undo2 />, caseFile.return)] : []),
  ]
}

/** The rest is in the menu. Returning a request undoes a step, so it is never beside it. */
const mostButtons = 2

/** Title, status, code, parties and allowed actions. */
export function CaseHeader(props: Props) {
  const { solicitud } = props
  const caseFile = useCaseFileTexts()
  const phone = useMedia(phoneQuery)
  const list = useActs(props)
  const shown = phone ? [] : list.filter(({ key }) => key !== 'return').slice(0, mostButtons)
  const { solicitud_main: group, titulo } = solicitud
  // Of several requests, the navigation names the current one.
  const own = group.solicitudes.length === 1 && titulo !== group.titulo ? [titulo] : []
  const people = solicitud.partes.slice(0, 3).map((party) => party.nombre)
  // On a phone the documents come first.
  const others = phone ? [] : [people.length > 0 ? people.join(' / ') : caseFile.createdBy(group.created_by.nombre)]
  const about = [...own, ...others].join(' · ')
  const domain = useDomainTexts()
  const part = partOf(group)
  const menu = <MoreMenu {...props} rest={list.filter((act) => !shown.includes(act))} />
  return (
    <PageHeader
      title={group.titulo}
      badge={
        <>
          <StatusBadge status={solicitud.status} />
          {part !== null && <span className="figures">{domain.part[part.step](part.done, part.total)}</span>}
        </>
      }
      note={
        <>
          <span className="code">{group.id_solicitud_main}</span>
          <CopyButton text={group.id_solicitud_main} label={caseFile.copyId} />
          {phone && <span className="-my-2.5 -mr-2 ml-auto">{menu}</span>}
          {about !== '' && <span className="truncate max-md:basis-full md:min-w-0">{about}</span>}
        </>
      }
      actions={
        phone ? undefined : (
          <>
            {shown
              .map(({ key, icon, text, run }) => (
                <Button key={key} icon={icon} onClick={run}>
                  {text}
                </Button>
              ))
              .toReversed()}
            {menu}
          </>
        )
      }
    />
  )
}

function MoreMenu({ solicitud, acts, onDialog, rest }: Props & { rest: readonly Act[] }) {
  const caseFile = useCaseFileTexts()
  const phone = useMedia(phoneQuery)
  const first = solicitud.description[0]
  const mayHold = useMay('privacy.manage')
  const zip = useToastMutation({ mutationFn: () => downloadZip([solicitud.id_solicitud]) })
  const copy = () => {
    const written = navigator.clipboard?.writeText(window.location.href) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => toast.success(caseFile.linkCopied),
      () => toast.info(window.location.href),
    )
  }
  return (
    <ActionsMenu
      label={caseFile.more}
      variant={phone ? 'ghost' : 'secondary'}
      size={phone ? 'lg' : 'md'}
      className="grow-0!"
    >
      {rest.map(({ key, icon, text, run }) => (
        <MenuItem key={key} icon={icon} label={text} onSelect={run} />
      ))}
      {rest.length > 0 && <MenuSeparator />}
      {solicitud.actions.includes('update') && (
        <MenuItem icon={<Pencil />} label={caseFile.edit} onSelect={() => onDialog('edit')} />
      )}
      {solicitud.actions.includes('schedule') && (
        <MenuItem icon={<CalendarClock />} label={caseFile.reschedule} onSelect={() => onDialog('schedule')} />
      )}
      {solicitud.description.some(({ actions }) => actions.includes('sign')) && (
        <MenuLink to={paths.askForSignatures(solicitud.id_solicitud)} icon={<Send />} label={caseFile.ask} />
      )}
      {solicitud.actions.includes('attach') && (
        <MenuLink
          to={paths.askForDocuments(solicitud.id_solicitud)}
          icon={<ClipboardList />}
          label={caseFile.askDocuments}
        />
      )}
      {first?.actions.includes('email') === true && (
        <MenuItem icon={<Mail />} label={caseFile.email} onSelect={() => acts.onEmail(first)} />
      )}
      <MenuItem icon={<Download />} label={caseFile.zip} onSelect={() => zip.mutate()} />
      <MenuItem icon={<Link />} label={caseFile.copyLink} onSelect={copy} />
      <MenuItem icon={<Printer />} label={caseFile.print} onSelect={() => window.print()} />
      {mayHold && <MenuItem icon={<Lock />} label={caseFile.hold} onSelect={() => onDialog('hold')} />}
      {solicitud.actions.includes('delete') && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} label={caseFile.deleteCase} onSelect={() => onDialog('delete')} />
        </>
      )}
    </ActionsMenu>
  )
}
