/** What the panel beside a document shows; part of its address. */
export const documentTabs = ['firmar', 'firmas', 'versiones'] as const
export type DocumentTab = (typeof documentTabs)[number]
