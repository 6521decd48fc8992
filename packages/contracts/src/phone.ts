/** As people write it: a plus, digits, what they part them with, and the extension behind. */
const written = /^\+?([\d\s.()\p{Pd}]+)(?:,?\s*(?:ext|extensión|extension|anexo|int|interno|x)\.?\s*\d{1,6})?$/iu

/** The shortest number that a subscriber has anywhere, and the longest of the world (ITU-T E.164, 6.1). */
const [fewest, most] = [6, 15]

/**
 * Whether a text is a telephone number. Nothing is done to it: it is read by people, who know best how to write theirs.
 * It is asked of what is written anew; a number that was kept before this was asked stays until somebody changes it.
 */
export function isPhone(text: string): boolean {
  const digits = written.exec(text)?.[1]?.replaceAll(/\D/g, '').length ?? 0
  return digits >= fewest && digits <= most
}
