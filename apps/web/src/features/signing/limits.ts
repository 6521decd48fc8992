/** The most documents of one batch, as the contract has it, without the schemas that stand beside it. */
export const maxBatch = 50
