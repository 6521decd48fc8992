/** The common name of a distinguished name, or the whole name if it has none. */
export const shortName = (name: string): string => /(?:^|[,/+]\s*)CN=((?:\\.|[^,/+])+)/i.exec(name)?.[1] ?? name

/** A fingerprint in groups of four, which are easier to compare. */
export const inFours = (fingerprint: string): string => fingerprint.match(/.{1,4}/g)?.join(' ') ?? ''
