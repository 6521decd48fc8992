import * as z from 'zod/mini'

/**
 * What a PDF may do in readers that allow it (ISO 32000-2 §12.6.4): run JavaScript, open another program or file
 * (launch), or hand over an attached program. Foja runs none of it.
 */
export const activeContents = ['javascript', 'launch', 'program'] as const
export type ActiveContent = (typeof activeContents)[number]

export const activeContentSchema = z.array(z.enum(activeContents))
