import type { Company } from '@foja/contracts/companies'
import type { ListedUser } from '@foja/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useCompanyFormsTexts } from '../texts/company-forms.ts'
import { useCompaniesTexts } from '../texts/companies.ts'
import { useProvider } from '../../../lib/session/use-provider.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshCompanies } from '../api/refresh-companies.ts'
import { updateCompany } from '../api/update-company.ts'

type Props = { company: Company; lacking: readonly ListedUser[]; onClose: () => void }

/**
 * Confirms requiring the second factor, or no longer requiring it, and says how many users it locks out until they set
 * it up.
 */
export function RequireModal({ company, lacking, onClose }: Props) {
  const companyForms = useCompanyFormsTexts()
  const companies = useCompaniesTexts()
  const { data: session } = useSession()
  const provider = useProvider()
  const queries = useQueryClient()
  const requires = !company.exige_totp
  const { totp, totpEnd } = companyForms
  const texts = requires ? totp : totpEnd
  const form = useFormSend({
    send: () => updateCompany(company.id, { exige_totp: requires }),
    fields: [],
    onDone: async () => {
      await refreshCompanies(queries)
      toast.success(requires ? companies.requireSaved : companies.requireEnded)
      onClose()
    },
  })
  const mine = lacking.some(({ id }) => id === session?.user.id)
  return (
    <FormModal
      title={texts.title}
      description={requires ? totp.lacking(lacking.length) : totpEnd.text}
      submit={texts.submit}
      {...form.state}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      {requires && lacking.length > 0 && provider !== null && <p>{totp.unless(provider.name)}</p>}
      {requires && mine && <p>{provider === null ? totp.you : totp.youByPassword}</p>}
    </FormModal>
  )
}
