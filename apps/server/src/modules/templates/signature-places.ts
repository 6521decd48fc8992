import type { FieldRecipient } from '@foja/contracts/signing-requests'
import type { StampPosition } from '@foja/contracts/signing'
import type { TemplateField } from '@foja/contracts/template-fields'
import type { PdfSource } from '@foja/pdf/renderer'
import type { AppDeps } from '../../deps.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'

/**
 * Requires that each field that recipients name is a signature of the template, and of one of them. `path`: of the
 * recipients in the request.
 * @throws ProblemError validation_failed
 */
export function requireSignatureFields(
  { fields }: { fields: readonly TemplateField[] },
  recipients: readonly FieldRecipient[],
  path: string,
): void {
  const free = new Set(fields.filter(({ type }) => type === 'signature').map(({ key }) => key))
  for (const [index, { field }] of recipients.entries()) {
    if (field !== undefined && !free.delete(field)) {
      throw new ProblemError('validation_failed', { field: `${path}.${index}.field` })
    }
  }
}

/** A place of a template's document where someone signs. */
export type SignaturePlace = { position: StampPosition; field: string }

/** Points: a field of the base's own form moves by less when it is written. */
const tolerance = 1

/**
 * Where the signature fields of a template are in a PDF filled from it, by their keys. Their names in the PDF are read
 * from it, because the filler numbers names that the base has already.
 */
export async function signaturePlaces(
  { engine }: Pick<AppDeps, 'engine'>,
  fields: readonly TemplateField[],
  filled: PdfSource,
): Promise<ReadonlyMap<string, SignaturePlace>> {
  const inspected = await engine.inspect(filled).catch((error: unknown) => {
    throw padesProblem(error)
  })
  const places = fields.flatMap(({ type, key, page, x, y, width, height }) => {
    const found = inspected.fields.find(
      ({ position: at }) =>
        at?.page === page && Math.abs(at.x - x) <= tolerance && Math.abs(at.y - y) <= tolerance && type === 'signature',
    )
    // The smallest box of the contract; the field itself has its own size.
    const position = { page, x, y, width: Math.max(20, width), height: Math.max(10, height) }
    return found === undefined ? [] : [[key, { position, field: found.name }] as const]
  })
  return new Map(places)
}
