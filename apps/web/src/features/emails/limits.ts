import type { mostRecipients as contract } from '@foja/contracts/emails'

/**
 * Maximum number of recipients. Copied from the contract: importing its schemas would add more code than this form has.
 */
export const mostRecipients: typeof contract = 20
