import type { listTemplate } from '@foja/contracts/templates'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type TemplateFilters = { q?: string | undefined; archived?: boolean | undefined }

function queryOf({ q, archived }: TemplateFilters): string {
  const query = new URLSearchParams()
  if (q !== undefined && q !== '') query.set('q', q)
  if (archived === true) query.set('archived', '1')
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The company's templates, last changed first. The URLs of their thumbnails are short-lived. */
export const templatesQuery = (filters: TemplateFilters = {}) =>
  queryOptions({
    queryKey: queryKeys.templates(filters),
    queryFn: ({ signal }) =>
      call<typeof listTemplate>('GET', '/api/v1/list_template/', { query: queryOf(filters), signal }),
    placeholderData: keepPreviousData,
  })
