/** Tabs of the panel beside a document; part of the address. */
export const documentTabs = ['firmar', 'firmas', 'versiones', 'correos'] as const
export type DocumentTab = (typeof documentTabs)[number]
