import type { Company } from '@foja/contracts/companies'
import { useQueryClient } from '@tanstack/react-query'
import { CirclePause, Trash2 } from 'lucide-react'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompanyFormsTexts } from '../texts/company-forms.ts'
import { useCompaniesTexts } from '../texts/companies.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshCompanies } from '../api/refresh-companies.ts'
import { removeCompany } from '../api/remove-company.ts'
import { updateCompany } from '../api/update-company.ts'
import type { CompanyAct } from './company-menu.tsx'

type Props = {
  kind: Exclude<CompanyAct, 'update'>
  company: Company
  /** `removed`: the company was deleted. */
  onClose: (removed?: boolean) => void
}

const icons = { deactivate: <CirclePause />, reactivate: undefined, remove: <Trash2 /> }

/** Confirms deactivating, reactivating or removing a company, and says what follows. */
export function EndModal({ kind, company, onClose }: Props) {
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
