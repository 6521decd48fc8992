/** A plus, digits with common separators, and an optional extension. */
const written = /^\+?([\d\s.()\p{Pd}]+)(?:,?\s*(?:ext|extensión|extension|anexo|int|interno|x)\.?\s*\d{1,6})?$/iu

/** Fewest digits of any subscriber number, and most digits of a number (ITU-T E.164, 6.1). */
const [fewest, most] = [6, 15]

/**
 * True for a telephone number in any usual notation; the text is stored as typed. Existing numbers are not checked
 * until they change.
 */
export function isPhone(text: string): boolean {
  const digits = written.exec(text)?.[1]?.replaceAll(/\D/g, '').length ?? 0
  return digits >= fewest && digits <= most
}
