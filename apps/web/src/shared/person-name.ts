/** Legal forms, which mark the name of a company. */
const company =
  /(^|[\s,.])(S\.? ?A\.?( ?S\.?)?|LTDA\.?|C[IÍ]A\.?|S\.? ?R\.? ?L\.?|INC\.?|LLC|GMBH|C\.? ?V\.?)($|[\s,.])/i
const particles = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e', 'da', 'das', 'do', 'dos', 'van', 'von'])

function capitalize(word: string, at: number): string {
  const lower = word.toLocaleLowerCase('es')
  if (at > 0 && particles.has(lower)) return lower
  return lower.replace(/(^|[-'’])\p{L}/gu, (start) => start.toLocaleUpperCase('es'))
}

/** A person's name in normal case. Certificates often use capitals; company names stay as they are. */
export function personName(name: string): string {
  if (name !== name.toLocaleUpperCase('es') || company.test(name) || !/\p{L}{2}/u.test(name)) return name
  return name.split(' ').map(capitalize).join(' ')
}

/** The first name, for buttons; the whole name of a company, or where another signer has the same first name. */
export function shortName(name: string, others: readonly string[] = []): string {
  const whole = personName(name)
  const [first = whole] = whole.split(' ')
  const isShared = others.some((other) => other !== name && personName(other).split(' ')[0] === first)
  return company.test(name) || isShared || first.length < 2 ? whole : first
}
