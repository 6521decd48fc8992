import type { mostRecipients as contract } from '@foja/contracts/emails'

/** How many addresses an email may have. Written again rather than imported: the schemas beside it weigh more than this form. */
export const mostRecipients: typeof contract = 20
