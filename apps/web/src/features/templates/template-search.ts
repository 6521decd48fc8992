import type { TemplateFilters } from './api/list-template.ts'

export type TemplatesSearch = TemplateFilters & {
  /** The dialog of a new template is open. */
  fresh: boolean
}

/** What the list understands of an address that anybody may have written. */
export const readTemplatesSearch = (raw: Record<string, unknown>): TemplatesSearch => ({
  q: typeof raw['q'] === 'string' && raw['q'] !== '' ? raw['q'].slice(0, 200) : undefined,
  archived: raw['archivadas'] === '1',
  fresh: raw['nueva'] === '1',
})

/** The same as an address holds it. */
export const writeTemplatesSearch = ({ q, archived, fresh }: Partial<TemplatesSearch>) => ({
  q,
  archivadas: archived === true ? '1' : undefined,
  nueva: fresh === true ? '1' : undefined,
})
