import type { Company } from '@foja/contracts/companies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttemptKey } from '../../../lib/api/uuid.ts'
import { companiesQuery } from '../../../shared/companies.ts'
import { taxIdName, checkedCountries } from '../../../shared/tax-id.ts'
import { useFormSend } from '../../../shared/use-form-send.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useCompanyFormsTexts } from '../texts/company-forms.ts'
import { useDraft } from '../../../lib/session/draft.ts'
import { paths } from '../../../lib/router/paths.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { isEmail } from '../../../lib/format/is-email.ts'
import {
  createCompany,
  refreshCompanies,
  updateCompany,
  type NewCompany,
  type CompanyChange,
} from '../api/companies.ts'

/** The other codes of ISO 3166-1 alpha-2. */
const others =
  'AD AE AF AG AI AL AM AO AQ AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CM CN CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EE EG EH ER ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

const isChecked = (country: string): boolean => checkedCountries.includes(country)

/** Every country by name; those with a known tax id come first. */
export function countryOptions(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const toOption = (code: string) => ({ value: code, label: names.of(code) ?? code })
  const rest = others.split(' ').map(toOption)
  return [...checkedCountries.map(toOption), ...rest.toSorted((a, b) => a.label.localeCompare(b.label, locale))]
}

const texts = ['nombre', 'identificacion', 'email', 'telefono', 'direccion'] as const

/** Values of the company form; `pais` is empty for none. */
type CompanyDraft = Record<(typeof texts)[number] | 'pais', string>

const emptyDraft = (): CompanyDraft => ({
  nombre: '',
  pais: '',
  identificacion: '',
  email: '',
  telefono: '',
  direccion: '',
})

const draftOf = (company: Company): CompanyDraft => ({
  nombre: company.nombre,
  pais: company.pais ?? '',
  identificacion: company.identificacion ?? '',
  email: company.email ?? '',
  telefono: company.telefono ?? '',
  direccion: company.direccion ?? '',
})

const newCompanyOf = (draft: CompanyDraft): NewCompany => ({
  nombre: draft.nombre.trim(),
  pais: draft.pais === '' ? null : draft.pais,
  identificacion: draft.identificacion.trim(),
  email: draft.email.trim(),
  telefono: draft.telefono.trim(),
  direccion: draft.direccion.trim(),
})

/** Only the changed fields, so that concurrent changes of other users are kept. */
function changeOf(before: CompanyDraft, after: CompanyDraft): CompanyChange {
  const change: CompanyChange = {}
  for (const name of texts) if (after[name].trim() !== before[name]) change[name] = after[name].trim()
  if (after.pais !== before.pais) change.pais = after.pais === '' ? null : after.pais
  return change
}

type Props = {
  /** The company to edit; null for a new one. */
  company: Company | null
  onClose: () => void
}

const fields = ['nombre', 'pais', 'identificacion', 'email', 'telefono', 'direccion'] as const

/** Sends a new company. A name that another company has is sent once the user has confirmed it. */
function useNewCompany(companies: readonly Company[]) {
  const { keyFor } = useAttemptKey()
  const [asked, setAsked] = useState<string>()
  const plain = (name: string) => name.trim().toLocaleLowerCase()
  return {
    create: (body: NewCompany) => createCompany({ ...body, key: keyFor(body) }),
    isAsked: (name: string) => asked === plain(name),
    /** True the first time if another company has this name. */
    asks: (name: string): boolean => {
      const isTaken = companies.some(({ nombre }) => plain(nombre) === plain(name))
      const asks = isTaken && asked !== plain(name)
      if (asks) setAsked(plain(name))
      return asks
    },
  }
}

/** Form for the details of a company. The draft survives a reload. */
export function CompanyFormModal({ company, onClose }: Props) {
  const texts = useCompanyFormsTexts()
  const { locale } = useFormat()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: session } = useSession()
  const { data: companies = [] } = useQuery(companiesQuery)
  const fresh = useNewCompany(companies)
  // The country of the user's own company.
  const own = companies.find(({ id }) => id === session?.user.id_company)?.pais ?? ''
  const before = company === null ? emptyDraft() : draftOf(company)
  const [typed, setDraft, clear] = useDraft<CompanyDraft>(`company-${company?.id ?? 'new'}`, before)
  // The default country may arrive after the dialog has opened.
  const draft = company === null && typed.pais === '' ? { ...typed, pais: own } : typed
  const leave = () => {
    clear()
    onClose()
  }
  const form = useFormSend({
    send: () =>
      company === null ? fresh.create(newCompanyOf(draft)) : updateCompany(company.id, changeOf(before, draft)),
    fields,
    byCode: { tax_id_wrong: 'identificacion', company_exists: 'identificacion', tax_id_refused: 'identificacion' },
    onDone: async (saved) => {
      clear()
      await refreshCompanies(queries)
      onClose()
      if (company !== null) return void toast.success(texts.saved)
      const invite = { label: texts.invite, onClick: () => void navigate({ href: paths.users(saved.id) }) }
      return void toast.success(texts.created(saved.nombre), { description: texts.createdNext, action: invite })
    },
  })
  const change = (name: keyof CompanyDraft, value: string) => {
    setDraft((now) => ({ ...now, [name]: value }))
    form.mend(name)
  }
  const submit = () => {
    if (company !== null && Object.keys(changeOf(before, draft)).length === 0) return leave()
    const email = draft.email.trim()
    const isTaken = company === null && fresh.asks(draft.nombre)
    return form.submit({
      ...(draft.nombre.trim() === '' ? { nombre: texts.nameMissing } : isTaken ? { nombre: texts.nameTaken } : {}),
      ...(email === '' || isEmail(email) ? {} : { email: texts.emailWrong }),
    })
  }
  const { errors } = form
  const line = (name: keyof CompanyDraft) => ({
    value: draft[name],
    onValueChange: (value: string) => change(name, value),
  })
  return (
    <FormModal
      title={company === null ? texts.newTitle : texts.editTitle(company.nombre)}
      submit={company !== null ? texts.save : fresh.isAsked(draft.nombre) ? texts.createAnyway : texts.create}
      {...form.state}
      onSubmit={submit}
      onClose={leave}
    >
      <TextField autoFocus label={texts.name} error={errors.nombre} required maxLength={160} {...line('nombre')} />
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={texts.country} error={errors.pais}>
          <Select
            value={draft.pais}
            onValueChange={(pais: string) => change('pais', pais)}
            options={countryOptions(locale)}
          />
        </Field>
        <TextField
          code
          label={taxIdName(draft.pais, texts.taxId)}
          error={errors.identificacion}
          hint={isChecked(draft.pais) ? texts.taxIdHint : draft.pais === '' ? undefined : texts.taxIdFree}
          optional
          maxLength={40}
          {...line('identificacion')}
        />
        <TextField type="email" label={texts.email} error={errors.email} optional maxLength={254} {...line('email')} />
        <TextField
          type="tel"
          label={texts.phone}
          error={errors.telefono}
          optional
          maxLength={40}
          {...line('telefono')}
        />
      </div>
      <Field label={texts.address} error={errors.direccion} optional>
        <Textarea
          rows={2}
          maxLength={300}
          value={draft.direccion}
          onChange={(event) => change('direccion', event.target.value)}
        />
      </Field>
    </FormModal>
  )
}
