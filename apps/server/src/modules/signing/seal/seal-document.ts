import type { Appearance } from '@foja/pades/prepare'
import { stampDate } from '@foja/pades/appearance/stamp-text'
import { shownName } from '@foja/pades/distinguished-name'
import { pdfSource } from '../../../lib/pdf-source.ts'
import type { Locale } from '../../../texts/locale.ts'
import { simpleSignatureTexts } from '../../../texts/simple-signature-texts.ts'
import type { DocumentRow } from '../../documents/public.ts'
import type { VersionFacts } from '../commit-version.ts'
import { keepVersion, storeRepaired } from '../keep-version.ts'
import { resolveSignatureOptions, type ResolvedOptions } from '../resolve-signature-options.ts'
import { servicesOf } from '../sign-document.ts'
import type { SignatoryCtx } from '../signatory.ts'
import type { SignedDocument, StampPlace } from '../signing-context.ts'
import { signingProblem } from '../signing-problems.ts'
import { rulesOf } from '../signing-settings.ts'
import type { CallKey } from '../unlock-key.ts'

/** A simple signature as its signatory made it. `image`: PNG or JPEG. */
export type SimpleLook = {
  drawn: { image: Uint8Array } | { text: string }
  place: StampPlace
  language: Locale
  utcOffset: number
}

/** Drawing or typed name, «Firma simple», who and when: never that someone signed with a certificate. */
function appearanceOf(nombre: string, look: SimpleLook, { options }: ResolvedOptions): Appearance {
  const { drawn, language, utcOffset } = look
  const { signingTime, verification } = options
  const words = simpleSignatureTexts[language]
  const when = stampDate({ signerName: nombre, signingTime, utcOffsetMinutes: utcOffset, language })
  const last = [when, ...(verification === undefined ? [] : [`${words.check}: ${verification.code}`])]
  if ('text' in drawn) return { kind: 'text', lines: [drawn.text, words.of(nombre), ...last] }
  return { kind: 'image', image: drawn.image, text: true, lines: [nombre, words.label, ...last] }
}

type SealCtx = SignatoryCtx & { requestOrigin: string }

/**
 * Draws the simple signature of `by` into a document and seals it with the key of the office. What follows from it is
 * recorded in the transaction of the new version.
 * @throws ProblemError stale_document, the engine's codes, and what `by.lock` throws
 */
export async function sealDocument(
  ctx: SealCtx,
  document: DocumentRow,
  { unlocked, transportKey, certificate }: CallKey,
  look: SimpleLook,
): Promise<SignedDocument> {
  const { by, engine, requestOrigin: origin } = ctx
  const { nombre } = by
  const signingTime = ctx.clock()
  const rules = await rulesOf({ ...ctx, actor: by })
  const reason = simpleSignatureTexts[look.language].of(nombre)
  const requested = {
    ...look.place,
    appearance: 'text' as const,
    repeat: 'once' as const,
    reason,
    utc_offset: look.utcOffset,
    language: look.language,
  }
  const resolved = resolveSignatureOptions({ requested, rules, document, image: null, signingTime, origin })
  const { level, code } = resolved
  const options = { ...resolved.options, label: reason, appearance: appearanceOf(nombre, look, resolved) }
  const services = await servicesOf(ctx, rules, level, document.id_company)
  const source = await pdfSource(ctx.store, document.blob_key)
  const { repaired: bytes, ...signed } = await engine
    .sign({ source, key: unlocked, transportKey, level, options, services })
    .catch((error: unknown) => {
      throw signingProblem(error, document)
    })
  const data = { signer: shownName(certificate.subject), reason, simple: nombre }
  const facts: VersionFacts = { at: signingTime, origin: 'sign', action: 'document.signed', level, code, data }
  const repaired = await storeRepaired(ctx, bytes)
  try {
    return await keepVersion(ctx, { document, appended: { ...signed, repaired }, facts, requestKey: null })
  } finally {
    if (repaired !== null) await ctx.store.delete(repaired.key)
  }
}
