import { type CustomTypesConfig, types } from 'pg'

const { builtins, getTypeParser } = types

/** Parsers of column values, the same for both databases: int8 as a number (ours stay below 2^53). */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: ((oid: Parameters<typeof getTypeParser>[0]) =>
    oid === builtins.INT8 ? Number : getTypeParser(oid, 'text')) as typeof getTypeParser,
}
