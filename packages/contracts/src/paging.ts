import * as z from 'zod/mini'

/** Page number in a query, from 1. */
export const pageNumber = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)

/** Rows per page in a query. */
export const pageSize = (usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), usual)

/** One page of a list, with the total and the position. */
export const pageOf = <T extends z.ZodMiniType>(row: T) =>
  z.strictObject({
    count: z.int(),
    page: z.int(),
    page_size: z.int(),
    next: z.nullable(z.int()),
    previous: z.nullable(z.int()),
    results: z.array(row),
  })
