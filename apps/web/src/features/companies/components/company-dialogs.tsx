import type { Company } from '@foja/contracts/companies'
import { CompanyFormModal } from './company-form-modal.tsx'
import type { CompanyAct } from './company-menu.tsx'
import { EndModal } from './end-modal.tsx'

/** What is asked over the list or a company's page besides a new one and what is edited, which are in the address. */
export type CompanyDialog = { kind: Exclude<CompanyAct, 'update'>; company: Company }

type Props = {
  fresh: boolean
  edited: Company | undefined
  dialog: CompanyDialog | null
  /** `gone`: the company is no more. */
  onClose: (gone?: boolean) => void
}

/** The one dialog that is open. */
export function CompanyDialogs({ fresh, edited, dialog, onClose }: Props) {
  if (dialog !== null) return <EndModal {...dialog} onClose={onClose} />
  if (!fresh && edited === undefined) return null
  return <CompanyFormModal key={edited?.id} company={edited ?? null} onClose={() => onClose()} />
}
