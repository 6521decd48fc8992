import { PadesError } from '../packages/pades/src/errors.ts'
import { readPdf } from '../packages/pades/src/pdf/file.ts'
import { findPage, geometryOf } from '../packages/pades/src/pdf/pages.ts'
import { repairPdf } from '../packages/pades/src/repair.ts'
import { sign } from '../packages/pades/src/sign.ts'
import type { SignOptions } from '../packages/pades/src/sign.ts'
import type { Signer } from '../packages/pades/src/signer.ts'
import { verify } from '../packages/pades/src/verify.ts'
import type { SignatureReport, VerifyOptions } from '../packages/pades/src/verify.ts'
import type { Renderer } from '../packages/pdf/src/renderer.ts'

/**
 * One file to try; a mutant has some bytes changed, deterministically by seed. `asTemplate`: filled instead of signed.
 */
export type Case = { path: string; mutant: number | null; asTemplate: boolean }

/**
 * Result of a file. `outcome` is `signed`, `repaired` (and then signed), `filled` or `refused: code reason`; `faults`
 * must never happen; `notes` are worth a look; `earlier` counts its previous signatures.
 */
export type CaseResult = { outcome: string; faults: string[]; notes: string[]; earlier: number }

export type Bench = { signer: Signer; trust: () => VerifyOptions; renderer: Renderer }

/** Tries one file: verify, sign, verify again, draw page 1 before and after. */
export async function tryCase(original: Uint8Array, isMutant: boolean, bench: Bench): Promise<CaseResult> {
  const result: CaseResult = { outcome: 'signed', faults: [], notes: [], earlier: 0 }
  try {
    const base = await signable(original, result)
    if (result.outcome === 'repaired' && !isMutant) await compareDrawings(original, base, result.notes, bench)
    await signAndJudge(base, isMutant, result, bench)
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
    const reason = typeof error.detail?.reason === 'string' ? error.detail.reason : ''
    // damage differs between files: noted, not counted
    const isDamage = error.code === 'pdf_damaged' || error.code === 'pdf_signed_and_damaged'
    result.outcome = `refused: ${error.code}${reason && !isDamage ? ` (${reason})` : ''}`
    if (isDamage) result.notes.push(reason)
  }
  return result
}

const invisible: SignOptions = { signingTime: new Date('2026-11-20T12:00:00Z') }

/** The file itself if it can be signed, otherwise its repaired copy. */
async function signable(original: Uint8Array, result: CaseResult): Promise<Uint8Array> {
  try {
    const file = readPdf(original)
    // damage may appear only when signing reads the catalog, page 1 and the form
    findPage(file, 1)
    verify(original, { anchors: [], now: new Date() })
    return original
  } catch (error) {
    if (!(error instanceof PadesError) || error.code !== 'pdf_damaged') throw error
    const repaired = repairPdf(original)
    result.outcome = 'repaired'
    result.notes.push(String(error.detail?.reason))
    return repaired
  }
}

async function signAndJudge(base: Uint8Array, isMutant: boolean, result: CaseResult, bench: Bench): Promise<void> {
  const before = verify(base, bench.trust()).signatures
  result.earlier = before.length
  // signing does not break a signature that was invalid before, but the summary mentions it
  for (const { field, indication, subindication } of before)
    if (indication === 'TOTAL_FAILED') result.notes.push(`earlier signature: ${field} ${indication} ${subindication}`)
  const plain = await sign(base, bench.signer, invisible)
  judge(base, plain, before, result, bench)
  if (!isMutant) await compareDrawings(base, plain.pdf, result.faults, bench)
  const place = stampPlace(base)
  if (place === null) return
  try {
    const seen = await sign(base, bench.signer, { ...invisible, rectangle: place })
    judge(base, seen, before, result, bench)
  } catch (error) {
    // a certified file may accept only an invisible signature; anything else is a fault, since the invisible one
    // succeeded
    if (!(error instanceof PadesError) || error.code !== 'pdf_forbids_signing') throw error
    result.notes.push(`no stamp: ${String(error.detail?.reason)}`)
  }
}

/** A corner of page 1 as displayed; null when it is too small for a stamp. */
function stampPlace(pdf: Uint8Array): SignOptions['rectangle'] | null {
  const file = readPdf(pdf)
  const { box, rotation, userUnit } = geometryOf(file, findPage(file, 1))
  const [across, down] = [box.x1 - box.x0, box.y1 - box.y0]
  const [width, height] = (rotation % 180 === 0 ? [across, down] : [down, across]).map((side) => side * userUnit)
  if (width! < 60 || height! < 40) return null
  return { page: 1, x: 2, y: 2, width: Math.min(120, width! / 2), height: Math.min(50, height! / 2) }
}

const ranks = ['TOTAL_FAILED', 'INDETERMINATE', 'TOTAL_PASSED']

function judge(
  base: Uint8Array,
  signed: { pdf: Uint8Array; fieldName: string },
  before: readonly SignatureReport[],
  result: CaseResult,
  { trust }: Bench,
): void {
  if (Buffer.compare(signed.pdf.subarray(0, base.length), base) !== 0) result.faults.push('prefix differs')
  const after = verify(signed.pdf, trust()).signatures
  const own = after.find(({ field }) => field === signed.fieldName)
  if (own?.indication !== 'TOTAL_PASSED' || !own.coversWholeFile) {
    result.faults.push(
      `own signature: ${own?.indication ?? 'absent'} ${own?.subindication ?? ''} ${own?.warnings.join(' ') ?? ''}`,
    )
  }
  for (const old of before) {
    const now = after.find(({ field }) => field === old.field)
    const isWorse = !now || ranks.indexOf(now.indication) < ranks.indexOf(old.indication)
    if (isWorse || (now.modifiedAfter && !old.modifiedAfter))
      result.faults.push(`earlier signature damaged: ${old.field}`)
  }
}

const draw = async (pdf: Uint8Array, { renderer }: Bench): Promise<Buffer | string> => {
  try {
    return Buffer.from((await renderer.renderPage(pdf, { page: 1, dpi: 40, format: 'png' })).bytes)
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/** An invisible signature and a repair keep the page's look; a page that could not be drawn before proves nothing. */
async function compareDrawings(before: Uint8Array, after: Uint8Array, into: string[], bench: Bench): Promise<void> {
  // copies, because a worker may take the memory of its input
  const [a, b] = [await draw(Uint8Array.from(before), bench), await draw(Uint8Array.from(after), bench)]
  if (typeof a === 'string') return
  if (typeof b === 'string') into.push(`page 1 cannot be drawn any more: ${b}`)
  else if (!a.equals(b)) into.push('page 1 is drawn differently')
}

/** The file with one to eight bytes changed. */
export function mutate(original: Uint8Array, seed: number): Uint8Array {
  const copy = Uint8Array.from(original)
  let state = (seed * 2654435761 + copy.length) >>> 0
  const random = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  for (let flips = 1 + random(8); flips > 0; flips--) copy[random(copy.length)] = random(256)
  return copy
}
