import type { SentPages, SentVerification } from '@foja/contracts/verification'
import { PdfError, type PageImage, type PageText } from '@foja/pdf/renderer'
import type { Ctx, SessionActor } from '../../../context.ts'
import type { EngineVerification, VerifyTask } from '../../../signing-worker/protocol.ts'
import type { Semaphore } from '../../../lib/semaphore.ts'
import { readerOf } from '../../../texts/locale.ts'
import type { PartsReader } from '../../../http/multipart.ts'
import { networkOf } from '../../../lib/network-of.ts'
import { padesProblem } from '../../../http/pades-problem.ts'
import { createThrottle, slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { trustOf, comparePictures, markSimple, presentVerification } from '../../verification-core/public.ts'
import type { PassingFile, PassingRoom } from './passing-file.ts'
import type { SentFiles } from './sent-files.ts'
import { ProblemError } from '../../../http/problem.ts'
import { pdfProblem } from '../../documents/public.ts'

type Wanted = { handle: string; page: number; signedBytes: number | undefined }

/** Enough for a long file page by page, as it is and as it was signed; images and texts count separately. */
const pagesByAddress: ThrottleRule = { tries: 1200, seconds: 15 * 60 }

/**
 * Draws one page of a file uploaded for verification, or of one of its signed revisions. Nothing is written to disk.
 * The handle of 256 random bits is the only credential, so that a browser switching between IPv4 and IPv6 keeps its
 * images.
 * @throws ProblemError not_found, page_not_found, pdf_damaged, pdf_encrypted, pdf_xfa, too_many_attempts, unavailable
 */
export async function drawSentPage(
  ctx: Ctx<null> & { sent: SentFiles; drawing: Semaphore },
  { dpi, ...wanted }: Wanted & { dpi: number | undefined },
): Promise<PageImage> {
  await slowDown(ctx, 'verify page', ctx.ip, pagesByAddress)
  return await withSentPage(ctx, wanted, async (bytes, page) => {
    return await ctx.renderer.renderPage(bytes, { page, ...(dpi === undefined ? {} : { dpi }) })
  })
}

/** The text and links of such a page. Throws like `drawSentPage`. */
export async function readSentPage(
  ctx: Ctx<null> & { sent: SentFiles; drawing: Semaphore },
  wanted: Wanted,
): Promise<PageText> {
  await slowDown(ctx, 'verify page text', ctx.ip, pagesByAddress)
  return await withSentPage(ctx, wanted, ctx.renderer.pageText)
}

async function withSentPage<T>(
  ctx: Ctx<null> & { sent: SentFiles; drawing: Semaphore },
  { handle, page, signedBytes }: Wanted,
  read: (bytes: Uint8Array, page: number) => Promise<T>,
): Promise<T> {
  const file = ctx.sent.open(handle)
  const isKnown = signedBytes === undefined || file?.revisions.includes(signedBytes) === true
  if (file === undefined || !isKnown) throw new ProblemError('not_found')
  const leave = await ctx.drawing.enter()
  try {
    const bytes = signedBytes === undefined ? file.bytes : file.bytes.subarray(0, signedBytes)
    return await read(bytes, page)
  } catch (error) {
    throw pdfProblem(error)
  } finally {
    leave()
  }
}

type VerifyCtx = Ctx<SessionActor | null> & {
  room: PassingRoom
  gate: Semaphore
  sent: SentFiles
  drawing: Semaphore
}

/** Generous for an office behind one address; signed-in users are counted separately. */
const filesByAddress: ThrottleRule = { tries: 30, seconds: 15 * 60 }
/**
 * Certificates name the servers that would be asked, so anonymous uploads may trigger such requests only a few times.
 */
const onlineChecksByAddress: ThrottleRule = { tries: 10, seconds: 15 * 60 }

/** True if authorities may be asked about a file: always for trusted issuers and for signed-in users. */
async function mayVerifyOnline({ db, clock, actor, ip }: VerifyCtx, offline: EngineVerification): Promise<boolean> {
  if (offline.signatures.length === 0) return false
  if (actor !== null || offline.signatures.every(({ trusted }) => trusted)) return true
  return (await createThrottle(db, clock).hit('verify errand', ip, onlineChecksByAddress)).allowed
}

type Task = Omit<VerifyTask, 'online'>

/** Runs work in the queue of anonymous uploads, so that signatures of users do not wait behind it. */
async function runQueued({ gate }: VerifyCtx, work: () => Promise<EngineVerification>): Promise<EngineVerification> {
  const leave = await gate.enter()
  try {
    return await work()
  } finally {
    leave()
  }
}

async function verifyWhole(ctx: VerifyCtx, task: Task): Promise<EngineVerification> {
  const { engine, renderer } = ctx
  const offline = await runQueued(ctx, async () => await engine.verify({ ...task, online: false }))
  const report = (await mayVerifyOnline(ctx, offline)) ? await engine.verify({ ...task, online: true }) : offline
  return await runQueued(ctx, async () => comparePictures(renderer.compareRevisions, task.source, report))
}

const visitorOf = ({ actor, ip }: VerifyCtx) => actor?.id ?? networkOf(ip)

/** Keeps the file in memory for a while so that its pages can be viewed; null when they cannot be drawn. */
async function keepPages(
  ctx: VerifyCtx,
  { bytes }: PassingFile,
  report: EngineVerification,
): Promise<SentPages | null> {
  const { renderer, sent, drawing } = ctx
  const revisions = report.signatures.flatMap(({ signed_bytes: length }) => length ?? [])
  const leave = await drawing.enter()
  try {
    const { sizes } = await renderer.inspect(bytes)
    const kept = sent.keep(visitorOf(ctx), { bytes, revisions, sizes })
    return kept && { handle: kept.handle, expires_at: kept.expiresAt.toISOString(), pages: sizes }
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  } finally {
    leave()
  }
}

async function verifyUpload(ctx: VerifyCtx, file: PassingFile, password?: string): Promise<SentVerification> {
  const trust = await trustOf(ctx.db, ctx.actor?.id_company ?? null)
  const at = ctx.clock()
  try {
    const whole = await verifyWhole(ctx, { source: file.bytes, ...trust, now: at.getTime(), password })
    const report = await markSimple(ctx.db, whole)
    const images = await keepPages(ctx, file, report)
    return { ...presentVerification(report, file.sha256, at, readerOf(ctx)), images }
  } catch (error) {
    throw padesProblem(error, file.name)
  }
}

/**
 * Verifies an uploaded PDF with the authorities of all companies and, for signed-in users, of their own. The file stays
 * in memory only: until the response, and for some minutes for viewing its pages.
 * @throws ProblemError too_many_attempts, unavailable, file_missing, file_empty, file_too_large, pdf_not_a_pdf,
 * pdf_damaged, pdf_signed_and_damaged, pdf_encrypted
 */
export async function verifyPassingFile(
  ctx: VerifyCtx,
  parts: PartsReader<{ password?: string | undefined }>,
): Promise<SentVerification> {
  const { actor, ip, room } = ctx
  if (actor === null) await slowDown(ctx, 'verify file', ip, filesByAddress)
  const { files, data } = await parts.read(room.sink(visitorOf(ctx)))
  try {
    return await verifyUpload(ctx, files[0]!, data.password)
  } finally {
    for (const file of files) file.release()
  }
}
