import type { Company } from '@foja/contracts/companies'
import { CompanyFormModal } from './company-form-modal.tsx'
import type { CompanyAct } from './company-menu.tsx'
import { EndModal } from './end-modal.tsx'

/** The dialogs that are not part of the address. */
export type CompanyDialog = { kind: Exclude<CompanyAct, 'update'>; company: Company }

type Props = {
  fresh: boolean
  edited: Company | undefined
  dialog: CompanyDialog | null
  /** `removed`: the company was deleted. */
  onClose: (removed?: boolean) => void
}

/** Renders the dialog that is open. */
export function CompanyDialogs({ fresh, edited, dialog, onClose }: Props) {
  if (dialog !== null) return <EndModal {...dialog} onClose={onClose} />
  if (!fresh && edited === undefined) return null
  return <CompanyFormModal key={edited?.id} company={edited ?? null} onClose={() => onClose()} />
}
