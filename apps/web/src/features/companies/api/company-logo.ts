import type { companyLogo, removeCompanyLogo, uploadCompanyLogo } from '@foja/contracts/companies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Fetches the image with the session: the address alone does not give access. */
export const logoQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.companyLogo(id),
    queryFn: ({ signal }) =>
      call<typeof companyLogo>('GET', '/api/v1/company_logo/{id}/', { params: { id }, as: 'blob', signal }),
    staleTime: Infinity,
  })

export async function uploadLogo(id: string, file: File) {
  // Loaded with the act: every page shows the logo.
  const { callUpload, filesForm } = await import('../../../lib/api/upload.ts')
  const path = '/api/v1/upload_company_logo/{id}/'
  return callUpload<typeof uploadCompanyLogo>(path, filesForm([file]), { params: { id } })
}

export const removeLogo = (id: string) =>
  call<typeof removeCompanyLogo>('DELETE', '/api/v1/remove_company_logo/{id}/', { params: { id } })
