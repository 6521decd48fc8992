/** What the panel beside a document shows; part of its address. */
export const documentTabs = ['firmar', 'firmas', 'versiones', 'correos'] as const
export type DocumentTab = (typeof documentTabs)[number]
