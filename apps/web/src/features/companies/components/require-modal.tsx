import type { Company } from '@foja/contracts/companies'
import type { ListedUser } from '@foja/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useCompanyFormsTexts } from '../texts/company-forms.ts'
import { useCompaniesTexts } from '../texts/companies.ts'
import { useProvider } from '../../../lib/session/provider.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshCompanies, updateCompany } from '../api/companies.ts'

type Props = {
  company: Company
  /** What is required or no longer required: any second factor, or a passkey. */
  what: 'totp' | 'passkey'
  lacking: readonly ListedUser[]
  onClose: () => void
}

/**
 * Confirms requiring the second factor, or no longer requiring it, and says how many users it locks out until they set
 * it up.
 */
export function RequireModal({ company, what, lacking, onClose }: Props) {
  const companyForms = useCompanyFormsTexts()
  const companies = useCompaniesTexts()
  const { data: session } = useSession()
  const provider = useProvider()
  const queries = useQueryClient()
  const passkey = what === 'passkey'
  const requires = passkey ? !company.exige_passkey : !company.exige_totp
  const totp = passkey ? companyForms.passkey : companyForms.totp
  const totpEnd = passkey ? companyForms.passkeyEnd : companyForms.totpEnd
  const texts = requires ? totp : totpEnd
  const [saved, ended] = passkey
    ? [companies.requirePasskeySaved, companies.requirePasskeyEnded]
    : [companies.requireSaved, companies.requireEnded]
  const form = useFormSend({
    send: () => updateCompany(company.id, passkey ? { exige_passkey: requires } : { exige_totp: requires }),
    fields: [],
    onDone: async () => {
      await refreshCompanies(queries)
      toast.success(requires ? saved : ended)
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
