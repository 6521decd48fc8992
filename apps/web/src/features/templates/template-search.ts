import type { TemplateFilters } from './api/templates.ts'

export type TemplatesSearch = TemplateFilters & {
  /** The dialog for a new template is open. */
  fresh: boolean
}

/** Parses the search parameters of the list; invalid values are dropped. */
export const readTemplatesSearch = (raw: Record<string, unknown>): TemplatesSearch => ({
  q: typeof raw['q'] === 'string' && raw['q'] !== '' ? raw['q'].slice(0, 200) : undefined,
  archived: raw['archivadas'] === '1',
  fresh: raw['nueva'] === '1',
})

/** The search parameters of the list. */
export const writeTemplatesSearch = ({ q, archived, fresh }: Partial<TemplatesSearch>) => ({
  q,
  archivadas: archived === true ? '1' : undefined,
  nueva: fresh === true ? '1' : undefined,
})
