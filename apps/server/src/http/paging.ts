type PageQuery = { page: number; page_size: number; pagination?: string | undefined }

type Page<Row> = {
  count: number
  page: number
  page_size: number
  next: number | null
  previous: number | null
  results: Row[]
}

/** Body of a list reply: an envelope with `pagination` in the query, else the bare array of all rows. */
export function pageReply<Row>(query: PageQuery, results: Row[], count: number): Page<Row> | Row[] {
  if (query.pagination === undefined) return results
  const { page, page_size } = query
  const next = page * page_size < count ? page + 1 : null
  return { count, page, page_size, next, previous: page > 1 ? page - 1 : null, results }
}
