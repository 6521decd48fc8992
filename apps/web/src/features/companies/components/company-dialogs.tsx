import type { Company } from '@foja/contracts/companies'
import { useQueryClient } from '@tanstack/react-query'
import { CirclePause, Trash2 } from 'lucide-react'
import { CompanyFormModal } from './company-form-modal.tsx'
import type { CompanyAct } from './company-menu.tsx'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompanyFormsTexts } from '../texts/company-forms.ts'
import { useCompaniesTexts } from '../texts/companies.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshCompanies, removeCompany, updateCompany } from '../api/companies.ts'

type EndModalProps = {
  kind: Exclude<CompanyAct, 'update'>
  company: Company
  /** `removed`: the company was deleted. */
  onClose: (removed?: boolean) => void
}

const icons = { deactivate: <CirclePause />, reactivate: undefined, remove: <Trash2 /> }

/** Confirms deactivating, reactivating or removing a company, and says what follows. */
function EndModal({ kind, company, onClose }: EndModalProps) {
  const texts = useCompanyFormsTexts()
  const companies = useCompaniesTexts()
  const ui = useUiTexts()
  const { plural } = useFormat()
  const queries = useQueryClient()
  const { title, effects, submit, done } = texts.acts[kind]
  const form = useFormSend({
    send: async () => {
      if (kind === 'remove') return (await removeCompany(company.id)).outcome
      await updateCompany(company.id, { activa: kind === 'reactivate' })
      return kind === 'reactivate' ? ('open' as const) : ('closed' as const)
    },
    fields: [],
    onDone: async (outcome) => {
      await refreshCompanies(queries)
      toast.success(outcome === 'deactivated' ? texts.keptInstead(company.nombre) : done(company.nombre))
      onClose(outcome === 'removed')
    },
  })
  const people = plural(company.usuarios, companies.people)
  const cases = plural(company.expedientes, companies.cases)
  const isEmpty = company.usuarios === 0 && company.expedientes === 0
  if (kind === 'remove' && !isEmpty && !company.activa) {
    return (
      <Modal
        open
        onOpenChange={() => onClose()}
        title={texts.staysTitle(company.nombre)}
        description={texts.staysText(people, cases)}
        footer={<Button onClick={() => onClose()}>{ui.close}</Button>}
      />
    )
  }
  return (
    <FormModal
      variant={kind === 'reactivate' ? 'default' : 'danger'}
      title={title(company.nombre)}
      submit={submit}
      icon={icons[kind]}
      {...form.state}
      onSubmit={() => form.submit()}
      onClose={() => onClose()}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
        {effects(people, cases, isEmpty).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </FormModal>
  )
}

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
