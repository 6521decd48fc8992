// Words of the simple signature, apart from the schemas: the page of a recipient loads them without zod.

/** What a recipient agrees to. The page shows it and the history records it, word for word. */
export const simpleConsent = {
  es: 'Leí los documentos y acepto firmarlos con una firma simple, que vale como mi firma en ellos.',
  en: 'I have read the documents and agree to sign them with a simple signature, which counts as mine on them.',
} as const

/** The longest signature that can be typed. */
export const simpleTextLength = 80

/** Largest drawing, in bytes. */
export const simpleImageBytes = 500_000
