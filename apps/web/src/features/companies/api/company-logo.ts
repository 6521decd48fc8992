import type { companyLogo, removeCompanyLogo, uploadCompanyLogo } from '@foja/contracts/companies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { callUpload, filesForm } from '../../../lib/api/upload.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Fetches the image with the session: the address alone does not give access. */
export const logoQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.companyLogo(id),
    queryFn: ({ signal }) =>
      call<typeof companyLogo>('GET', '/api/v1/company_logo/{id}/', { params: { id }, as: 'blob', signal }),
    staleTime: Infinity,
  })

export const uploadLogo = (id: string, file: File) =>
  callUpload<typeof uploadCompanyLogo>('/api/v1/upload_company_logo/{id}/', filesForm([file]), { params: { id } })

export const removeLogo = (id: string) =>
  call<typeof removeCompanyLogo>('DELETE', '/api/v1/remove_company_logo/{id}/', { params: { id } })
