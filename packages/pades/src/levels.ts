import { setTimeout as delay } from 'node:timers/promises'
import { documentTimestamp, timestampRoom } from './archive.ts'
import type { Certificate } from './certificate.ts'
import { buildChain } from './chain.ts'
import { embedTail } from './embed.ts'
import { PadesError } from './errors.ts'
import { IncrementalPdf } from './incremental-pdf.ts'
import type { Fetcher } from './net/fetcher.ts'
import type { TimestampAuthority } from './net/tsa-client.ts'
import type { ValidationCache } from './net/validation-cache.ts'
import type { VriData } from './pdf/dss.ts'
import { vriKey, writeDss } from './pdf/dss.ts'
import { readPdf } from './pdf/file.ts'
import { RevisionWriter } from './pdf/revision-writer.ts'
import { prepare } from './prepare.ts'
import type { Prepared } from './prepare.ts'
import type { RevocationMaterial } from './revocation.ts'
import { prepareOptions, signPrepared } from './sign.ts'
import type { SignOptions } from './sign.ts'
import type { Signer } from './signer.ts'
import { provenTimes, readSigned } from './signed-fields.ts'
import type { SignedField } from './signed-fields.ts'
import { checkCompleted, timestampSignature } from './timestamp-signature.ts'
import type { TimestampToken } from './tsp/token.ts'
import { collectValidationData } from './validation-data.ts'
import type { ValidationSubject } from './validation-data.ts'
import { readValidationMaterial } from './validation-material.ts'
import { shownName } from './distinguished-name.ts'

export type { TimestampAuthority } from './net/tsa-client.ts'

/** Baseline levels of PAdES (ETSI EN 319 142-1 §6). */
export type Level = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'

/** Network, timestamp authority, trust and clock of the levels above B-B. */
export type LevelServices = {
  fetcher: Fetcher
  /** null: not configured, so every level above B-B fails with `timestamp_failed`. */
  tsa: TimestampAuthority | null
  /** Trusted for people's signatures. */
  anchors: readonly Certificate[]
  /** Trusted for timestamps; default: `anchors`. */
  timestampAnchors?: readonly Certificate[]
  /** More issuers, for chains that a signature does not contain. None is trusted. */
  intermediates?: readonly Certificate[]
  now: () => Date
  cache?: ValidationCache
  /** Waits for a responder whose clock is slightly behind; default: a timer. */
  wait?: (ms: number) => Promise<void>
  /** Milliseconds by which revocation evidence about a signer may be older than the proven time; default 0. */
  allowanceMs?: number
}

/** The timestamp over the signature; `trusted`: its authority's chain reaches an anchor. */
export type SignatureTimestamp = { time: Date; tsa: string; trusted: boolean }

/** The additions of a signature at a level. */
export type Appended = {
  /** The bytes to append to the unchanged original. */
  tail: Uint8Array
  level: Level
  fieldName: string
  /** Digest of what the signature covers. */
  digest: Uint8Array
  /** Time of the signature's timestamp; null at B-B. */
  signedAt: Date | null
  timestamp: SignatureTimestamp | null
}

/** Validation data has some 20 to 60 KB, except for large revocation lists. */
const archiveRoom = 256 * 1024

const isAbove = (level: Level, other: Level): boolean => {
  const order: Level[] = ['B-B', 'B-T', 'B-LT', 'B-LTA']
  return order.indexOf(level) > order.indexOf(other)
}

/** Options of `prepare` for a level: B-T and above need room for a timestamp. */
export const levelOptions = <T extends SignOptions>(options: T, level: Level): T => ({
  ...options,
  timestamped: level !== 'B-B',
})

/**
 * Signs at a level: signature (B-B), with a timestamp (B-T), then a revision with validation data (B-LT), then one with
 * a document timestamp (B-LTA). Never signs at a lower level than requested. When the timestamp does not fit and no
 * `contentsSize` was given, the signature is made again with enough room.
 *
 * @throws PadesError those of `requireUsable`, `prepare` and `completeAtLevel`, and errors of the signer.
 */
export async function signAtLevel(
  pdf: Uint8Array,
  signer: Signer,
  options: SignOptions & { level: Level },
  services: LevelServices,
): Promise<Appended> {
  const { level, ...rest } = options
  const attempt = async (signing: SignOptions): Promise<Appended> => {
    const prepared = prepare(pdf, prepareOptions(signer, { now: services.now(), ...levelOptions(signing, level) }))
    return completeAtLevel(pdf, prepared, await signPrepared(prepared, signer), level, services)
  }
  try {
    return await attempt(rest)
  } catch (error) {
    const needed =
      error instanceof PadesError && error.code === 'placeholder_too_small' ? error.detail?.['needed'] : null
    if (typeof needed !== 'number' || rest.contentsSize !== undefined) throw error
    return attempt({ ...rest, contentsSize: needed + timestampRoom })
  }
}

/**
 * Completes a prepared signature with the CMS of an external key. For levels above B-B prepare with `levelOptions`, so
 * that the timestamp has room.
 *
 * @throws PadesError 'signature_mismatch' (the CMS is not of this file, or wrong), 'placeholder_too_small',
 * 'timestamp_failed' { reason, host }, 'revocation_unavailable' { subject, reason, host } (reason 'stale': the
 * authority only has evidence from before the timestamp), 'chain_incomplete' { subject, reason }, 'certificate_revoked'
 * { subject, revokedAt }, 'certificate_expired' { subject }.
 */
export async function completeAtLevel(
  pdf: Uint8Array,
  prepared: Prepared,
  cms: Uint8Array,
  level: Level,
  services: LevelServices,
): Promise<Appended> {
  checkCompleted(pdf, prepared, cms)
  const { fieldName, digest, hash } = prepared
  if (level === 'B-B') {
    return { tail: embedTail(prepared, cms), level, fieldName, digest, signedAt: null, timestamp: null }
  }
  const stamped = await timestampSignature(cms, hash, services)
  const signed = embedTail(prepared, stamped.cms)
  const timestamp = describeTimestamp(stamped.token, services)
  const appended: Appended = { tail: signed, level, fieldName, digest, signedAt: stamped.token.genTime, timestamp }
  if (!isAbove(level, 'B-T')) return appended
  const file = new IncrementalPdf(pdf, signed.length + archiveRoom)
  file.append(signed)
  const own = readSigned(file.bytes).filter((field) => field.name === fieldName)
  await appendValidationData(file, own, services)
  if (level === 'B-LTA') file.append((await documentTimestamp(file.bytes, services)).tail)
  return { ...appended, tail: file.tail }
}

/**
 * Extends every signature of a file to B-LT or B-LTA, or renews it: adds missing or outdated data, then, for B-LTA, a
 * new document timestamp over everything. A signature without any timestamp first gets its proof of time from a
 * document timestamp. An empty tail means that nothing was missing.
 *
 * @throws PadesError 'pdf_not_signed' when there is no signature, and those of `completeAtLevel`.
 */
export async function extend(
  pdf: Uint8Array,
  level: 'B-LT' | 'B-LTA',
  services: LevelServices,
): Promise<{ tail: Uint8Array; level: Level }> {
  const file = new IncrementalPdf(pdf, archiveRoom)
  let fields = readSigned(file.bytes)
  if (!fields.some(({ kind }) => kind === 'signature')) throw new PadesError('pdf_not_signed')
  if (provenTimes(fields).some(({ time }) => time === null)) {
    file.append((await documentTimestamp(file.bytes, services)).tail)
    fields = readSigned(file.bytes)
  }
  await appendValidationData(file, fields, services)
  if (level === 'B-LTA') file.append((await documentTimestamp(file.bytes, services)).tail)
  return { tail: file.tail, level }
}

/** Appends a revision with evidence for these signatures and timestamps, unless the file already has it. */
async function appendValidationData(
  file: IncrementalPdf,
  fields: readonly SignedField[],
  services: LevelServices,
): Promise<void> {
  const known = readValidationMaterial(file.bytes)
  const now = services.now()
  const vri: VriData[] = []
  for (const { field, time } of provenTimes(fields)) {
    const found: RevocationMaterial[] = []
    for (const subject of subjectsOf(field, time, now, services)) {
      const data = await collectValidationData(subject, { wait: delay, ...services, anchors: subject.anchors }, known)
      known.add(data)
      found.push(data)
    }
    vri.push(vriOf(field, found))
  }
  const writer = new RevisionWriter(readPdf(file.bytes))
  if (writeDss(writer, vri)) file.append(writer.finish().tail)
}

type Subject = ValidationSubject & Pick<LevelServices, 'anchors'>

/**
 * The certificates to prove, with their times: the signer at the proven time, by evidence that is not older;
 * authorities of timestamps at the next proof.
 */
function subjectsOf(
  { signer, token, certificates, provenBy }: SignedField,
  time: Date | null,
  now: Date,
  { anchors, timestampAnchors = anchors }: LevelServices,
): Subject[] {
  const earlier = (a: Date): Date => (a < now ? a : now)
  const subjects: Subject[] = []
  if (signer) subjects.push({ certificate: signer, certificates, anchors, at: earlier(time ?? now), issuedSince: time })
  if (token?.tsa) {
    const path = { certificate: token.tsa, certificates: token.certificates, anchors: timestampAnchors }
    subjects.push({ ...path, at: earlier(provenBy ?? now) })
  }
  return subjects
}

function vriOf({ contents }: SignedField, found: readonly RevocationMaterial[]): VriData {
  const ders = (items: readonly { der: Uint8Array }[]): Uint8Array[] => items.map(({ der }) => der)
  return {
    key: vriKey(contents),
    certificates: ders(found.flatMap(({ certificates }) => certificates)),
    ocsps: ders(found.flatMap(({ ocsps }) => ocsps)),
    crls: ders(found.flatMap(({ crls }) => crls)),
  }
}

/** Time and authority of a token, and whether its chain reaches an anchor; revocation is not checked. */
export function describeTimestamp(
  token: TimestampToken,
  { anchors, timestampAnchors = anchors }: Pick<LevelServices, 'anchors' | 'timestampAnchors'>,
): SignatureTimestamp {
  const { tsa, genTime, certificates } = token
  const trusted = tsa !== null && buildChain(tsa, certificates, [...timestampAnchors], genTime).trusted
  return { time: genTime, tsa: tsa ? shownName(tsa.subject) : '', trusted }
}
