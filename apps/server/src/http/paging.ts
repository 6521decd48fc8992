type PageQuery = { page: number; page_size: number; pagination?: string | undefined }

type Page<Row> = {
  count: number
  page: number
  page_size: number
  next: number | null
  previous: number | null
  results: Row[]
}

/** One page of a list with its position. */
export function pageOf<Row>({ page, page_size }: PageQuery, results: Row[], count: number): Page<Row> {
  const next = page * page_size < count ? page + 1 : null
  return { count, page, page_size, next, previous: page > 1 ? page - 1 : null, results }
}

/** Body of a list reply: an envelope with `pagination` in the query, else the bare array of all rows. */
export function pageReply<Row>(query: PageQuery, results: Row[], count: number): Page<Row> | Row[] {
  return query.pagination === undefined ? results : pageOf(query, results, count)
}
