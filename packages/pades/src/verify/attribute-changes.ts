import type { Modification, SignatureReport } from './report.ts'

/**
 * Sets the author and time of each addition: the first signature over a save that contains it; a later signature over a
 * filled field covers its value. An addition without a later signature has no author.
 */
export function attributeChanges(signatures: readonly SignatureReport[]): void {
  const people = signatures
    .filter(({ kind, coversRevision, signer }) => kind !== 'timestamp' && coversRevision > 0 && signer !== null)
    .toSorted((a, b) => a.coversRevision - b.coversRevision)
  for (const { additions } of signatures) for (const change of additions) nameAuthor(change, signatures, people)
}

const own = new Set<Modification['kind']>(['signature_added', 'field_signed', 'timestamp_added'])

function nameAuthor(
  change: Modification,
  signatures: readonly SignatureReport[],
  people: readonly SignatureReport[],
): void {
  const author = own.has(change.kind)
    ? signatures.find(({ field }) => field === change.field)
    : people.find(({ coversRevision }) => coversRevision >= (change.revision ?? Infinity))
  if (!author?.signer) return
  change.by = author.signer.name
  if (author.signed_at) change.at = author.signed_at
}
