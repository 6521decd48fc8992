/** The common name of a distinguished name, where it can be told. */
export const shortName = (name: string): string => /(?:^|[,/+]\s*)CN=((?:\\.|[^,/+])+)/i.exec(name)?.[1] ?? name

/** A fingerprint as authorities print it: easier to compare in groups of four. */
export const inFours = (fingerprint: string): string => fingerprint.match(/.{1,4}/g)?.join(' ') ?? ''
