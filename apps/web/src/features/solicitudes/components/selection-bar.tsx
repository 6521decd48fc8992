import { maxBatch } from '@foja/contracts/constants'
import type { BulkAction } from '@foja/contracts/casework'
import type { SolicitudMain, Solicitud } from '@foja/contracts/solicitudes'
import { Download, Flag, Send, Signature, Undo2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { allowedSolicitudActions, type SolicitudAction } from '@foja/contracts/actions'
import type { Actor } from '@foja/contracts/policies'
import { AppLink } from '../../../shared/app-link.tsx'
import { useListToolsTexts } from '../texts/list-tools.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { paths } from '../../../lib/router/paths.ts'
import { useClientState } from '../../../lib/session/client-state.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { FloatingAction, FloatingBar } from '../../../ui/floating-bar.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { downloadZip, mostInZip } from '../api/solicitudes.ts'
import { BulkModal } from './bulk-modal.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

/** The action in the state table for each bulk action. */
const needed: Record<BulkAction, SolicitudAction> = {
  assign: 'schedule',
  send: 'send',
  return: 'return',
  conclude: 'conclude',
}

/** The requests of the selected case files on which `actor` may perform the action now. */
export function choiceFor(action: BulkAction, groups: readonly SolicitudMain[], actor: Actor): Solicitud[] {
  return groups.flatMap((group) => {
    const resource = { id_company: group.id_company, created_by: group.created_by.id }
    return group.solicitudes.filter((one) =>
      allowedSolicitudActions(actor, resource, one.status).includes(needed[action]),
    )
  })
}

/** The PDFs of the case files, which can be signed as a batch. */
export const pdfsOf = (groups: readonly SolicitudMain[]): string[] =>
  groups.flatMap((group) =>
    group.solicitudes.flatMap((one) =>
      one.description.filter(({ paginas }) => paginas !== null).map(({ id_documento }) => id_documento),
    ),
  )

type Props = { groups: readonly SolicitudMain[]; onClear: () => void }

const actions = [
  ['assign', UserPlus],
  ['send', Send],
  ['return', Undo2],
  ['conclude', Flag],
] as const satisfies readonly (readonly [BulkAction, unknown])[]

/** Bulk actions that at least one of the selected case files allows. */
export function SelectionBar({ groups, onClear }: Props) {
  const listTools = useListToolsTexts()
  const ui = useUiTexts()
  const { data: session } = useSession()
  const { role } = useClientState()
  const [doing, setDoing] = useState<BulkAction | null>(null)
  const download = useToastMutation({
    mutationFn: downloadZip,
    onSuccess: () => toast.success(listTools.zipReady),
  })
  if (session === null || role === '') return null
  const { id, id_company } = session.user
  const actor = { id, role, id_company }
  const pdfs = pdfsOf(groups).slice(0, maxBatch)
  const ids = groups.flatMap((group) => group.solicitudes.map((one) => one.id_solicitud))

  const zip = () => {
    if (ids.length > mostInZip) toast.warning(listTools.zipTooMany(mostInZip))
    else download.mutate(ids)
  }

  return (
    <>
      <FloatingBar text={ui.selected(groups.length)} onClose={onClear} className="my-2">
        {actions
          .filter(([action]) => choiceFor(action, groups, actor).length > 0)
          .map(([action, Icon]) => (
            <FloatingAction key={action} icon={<Icon />} onClick={() => setDoing(action)}>
              {listTools[action]}
            </FloatingAction>
          ))}
        <FloatingAction icon={<Download />} loading={download.isPending} onClick={zip}>
          {listTools.zip}
        </FloatingAction>
        {pdfs.length > 0 && (
          <FloatingAction asChild icon={<Signature />}>
            <AppLink to={paths.batch(pdfs.join(','))}>{listTools.signDocuments(pdfs.length)}</AppLink>
          </FloatingAction>
        )}
      </FloatingBar>
      {doing !== null && (
        <BulkModal
          key={doing}
          action={doing}
          items={choiceFor(doing, groups, actor).map((one) => ({ ...one, id: one.id_solicitud }))}
          leftOut={ids.length - choiceFor(doing, groups, actor).length}
          mayPlan={role !== 'usuario'}
          company={groups[0]?.id_company}
          onClose={(finished) => {
            setDoing(null)
            if (finished) onClear()
          }}
        />
      )}
    </>
  )
}
