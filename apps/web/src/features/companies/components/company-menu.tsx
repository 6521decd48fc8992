import type { Company, CompanyAction } from '@foja/contracts/companies'
import { Building2, CirclePause, CirclePlay, Pencil, Trash2, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCompaniesTexts } from '../texts/companies.ts'
import { paths } from '../../../lib/router/paths.ts'
import { MenuItem, MenuSeparator, ActionsMenu } from '../../../ui/menu.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { MenuLink } from '../../../shared/menu-link.tsx'

export type CompanyAct = Exclude<CompanyAction, 'settings'>

type Props = {
  company: Company
  /** On the company's own page, the link to it is left out. */
  here?: boolean
  onAct: (act: CompanyAct, company: Company) => void
}

/** The actions that the user may perform on a company. */
export function CompanyMenu({ company, here = false, onAct }: Props) {
  const companies = useCompaniesTexts()
  const phone = useMedia(phoneQuery)
  const may = (act: CompanyAct) => company.actions.includes(act)
  const item = (act: CompanyAct, icon: ReactNode, label: string, danger = false) => (
    <MenuItem icon={icon} label={label} danger={danger} onSelect={() => onAct(act, company)} />
  )
  const ends = may('deactivate') || may('remove') || may('reactivate')
  if (here && !ends) return null
  return (
    <span className="relative z-1 grow-0!">
      <ActionsMenu
        label={companies.actionsOf(company.nombre)}
        tooltip={false}
        {...(here ? { variant: 'secondary', size: phone ? 'lg' : 'md' } : {})}
      >
        {!here && (
          <>
            <MenuLink to={paths.company(company.id)} icon={<Building2 />} label={companies.see} />
            {may('update') && item('update', <Pencil />, companies.edit)}
            <MenuLink to={paths.users(company.id)} icon={<Users />} label={companies.seePeople} />
          </>
        )}
        {!here && ends && <MenuSeparator />}
        {may('reactivate') && item('reactivate', <CirclePlay />, companies.reactivate)}
        {may('deactivate') && item('deactivate', <CirclePause />, companies.deactivate)}
        {may('remove') && item('remove', <Trash2 />, companies.remove, true)}
      </ActionsMenu>
    </span>
  )
}
