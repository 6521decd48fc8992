import type { Company } from '@foja/contracts/companies'
import { useQuery } from '@tanstack/react-query'
import { useBlobUrl } from '../../../lib/use-blob-url.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { logoQuery } from '../api/company-logo.ts'

/** The logo on the white of paper, small, beside the name; the initials where there is none. */
export function CompanyMark({ company }: { company: Pick<Company, 'id' | 'nombre' | 'has_logo'> }) {
  const { data } = useQuery({ ...logoQuery(company.id), enabled: company.has_logo })
  const url = useBlobUrl(company.has_logo ? data : null)
  if (url === null) return <Avatar name={company.nombre} size="lg" square silent />
  return (
    <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-white p-0.5">
      <img src={url} alt="" className="max-h-full max-w-full object-contain" />
    </span>
  )
}
