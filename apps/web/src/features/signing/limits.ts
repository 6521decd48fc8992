/** The batch limit of the contract, without importing its schemas. */
export const maxBatch = 50
