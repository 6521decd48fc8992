import type { getDocumentShare } from '@foja/contracts/shares'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { readerOf } from '../../../texts/locale.ts'
import { createKeyedQueue } from '../../../lib/keyed-mutex.ts'
import { networkOf } from '../../../lib/network-of.ts'
import { ProblemError } from '../../../http/problem.ts'
import { retryAfter } from '../../../lib/semaphore.ts'
import { createThrottle, slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { changeOf, presentActiveContent } from '../documents.presenter.ts'
import { linkTo } from '../signed-link.ts'
import { pageImagesOf } from '../page-images.ts'
import { requireSharedDocument } from '../read-documents.ts'
import type { DocumentRow } from '../documents.queries.ts'
import { announceChange, notify } from '../../notify/public.ts'
import { checkPassword as matches } from '../../identity/public.ts'
import { shareDigest } from './insert-share.ts'
import { verifyIfReadable, type Verdicts } from '../../verification-core/public.ts'
import { countView, findShareByToken, isOpen } from './shares.queries.ts'

type SharedDocument = z.input<(typeof getDocumentShare.replies)[200]>
type Visit = { token: string; password: string | undefined }
type OpenShare = NonNullable<Awaited<ReturnType<typeof findShareByToken>>>

const passwordsByAddress: ThrottleRule = { tries: 10, seconds: 15 * 60 }
/** Far above the limit of an address, so that strangers cannot close a link for everyone. */
const passwordsByShare: ThrottleRule = { tries: 1000, seconds: 24 * 3600 }
/** An office behind one address opens links all day. */
const opensByAddress: ThrottleRule = { tries: 600, seconds: 15 * 60 }
const opensByShare: ThrottleRule = { tries: 6000, seconds: 15 * 60 }
/** Reloads within an hour add no further event. */
const eventsByVisitor: ThrottleRule = { tries: 1, seconds: 3600 }

/**
 * The passwords that a header may contain: browsers send Latin-1 (RFC 9110, 5.5), other programs UTF-8; characters
 * beyond Latin-1 are percent-encoded.
 */
function spellings(header: string): Set<string> {
  const found = new Set([header, Buffer.from(header, 'latin1').toString('utf8')])
  try {
    found.add(decodeURIComponent(header))
  } catch {
    // Not percent-encoded: a password may have a percent sign.
  }
  return found
}

async function matchesAny(whose: string, hash: string, header: string): Promise<boolean> {
  for (const password of spellings(header)) if (await matches(whose, hash, password)) return true
  return false
}

/**
 * Tries of one network run one at a time: a try counts until it succeeds, and the right passwords of an office that
 * opens a link together would otherwise reach the limit of its address. As many wait as at the sign-in.
 */
const inTurn = createKeyedQueue(60)

function refuse(): never {
  throw new ProblemError('too_many_attempts', { retryAfter })
}

/** Checks the password of a link, throttled by address and by link. A wrong one throws a 400, so that the page stays. */
async function checkPassword(ctx: Ctx<null>, share: OpenShare, { password }: Visit): Promise<void> {
  const hash = share.password_hash
  if (hash === null) return
  if (password === undefined || password === '') throw new ProblemError('password_required')
  const guess = { hash, password }
  await inTurn(networkOf(ctx.ip), async () => await tryPassword(ctx, share.id, guess), refuse)
}

type Guess = { hash: string; password: string }

/**
 * Attempts of a blocked address do not count against the link, so that no one can block it for others, and attempts at
 * a blocked link do not count against the address.
 */
async function tryPassword(ctx: Ctx<null>, share: string, { hash, password }: Guess): Promise<void> {
  const { db, clock, ip } = ctx
  await slowDown(ctx, 'share', ip, passwordsByAddress)
  let wrong = false
  try {
    await slowDown(ctx, 'share password by link', share, passwordsByShare)
    wrong = !(await matchesAny(`${share} ${networkOf(ip)}`, hash, password))
  } finally {
    const throttle = createThrottle(db, clock)
    if (!wrong) {
      await throttle.refund('share', ip)
      await throttle.refund('share password by link', share)
    }
  }
  if (wrong) throw new ProblemError('password_wrong')
}

/**
 * Counts the view and stores its time and address. Notifies the link's author of the first view; adds an event once an
 * hour per link and address.
 */
async function recordView(ctx: Ctx<null>, share: OpenShare, document: DocumentRow): Promise<void> {
  const { db, clock, ip } = ctx
  const at = clock()
  await inTransaction(db, async (trx) => {
    if (!(await countView(trx, share.id, at))) throw new ProblemError('not_found')
    await trx.insertInto('share_view').values({ id_share: share.id, at, ip }).execute()
    await notify(trx, ctx, {
      kind: 'share.opened',
      to: [share.created_by],
      actor: null,
      id_solicitud: document.id_solicitud,
      id_documento: document.id_documento,
      data: { nombre: document.nombre },
      key: `share.opened:${share.id}`,
    })
    await announceChange(trx, ctx, changeOf(document))
    const event = await createThrottle(trx, clock).hit('share opened', `${share.id} ${networkOf(ip)}`, eventsByVisitor)
    if (!event.allowed) return
    await appendEvent(trx, {
      action: 'share.opened',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: document.id_documento,
      actor: null,
      actor_label: '',
      data: { nombre: document.nombre },
      ip,
      at,
    })
  })
}

/**
 * The document of a share link. Unknown, expired, used-up and revoked links return the same error. Throttled by
 * address, then by link, before any work is done.
 * @throws ProblemError not_found, password_required, password_wrong, too_many_attempts, unavailable
 */
export async function openShare(ctx: Ctx<null> & { verdicts: Verdicts }, visit: Visit): Promise<SharedDocument> {
  const { db, clock } = ctx
  await slowDown(ctx, 'share opens', ctx.ip, opensByAddress)
  const share = await findShareByToken(db, shareDigest(visit.token))
  if (share === undefined || !isOpen(share, clock())) throw new ProblemError('not_found')
  if (share.max_views !== null && share.views >= share.max_views) throw new ProblemError('not_found')
  await checkPassword(ctx, share, visit)
  await slowDown(ctx, 'share opens', share.id, opensByShare)
  const document = await requireSharedDocument(db, share.id_documento)
  const isPdf = document.mime === 'application/pdf'
  const content = { kind: 'version', id: document.id_version } as const
  const holder = { kind: 'share', id: share.id } as const
  const images = isPdf ? await pageImagesOf(ctx, { content, ...document }, holder) : null
  const verification = isPdf ? await verifyIfReadable(ctx, document, readerOf(ctx)) : null
  await recordView(ctx, share, document)
  const file = { content, page: 0, small: false, holder }
  return {
    nombre: document.nombre,
    mime: document.mime,
    size: document.size,
    sha256: document.sha256,
    shared_by: share.author_nombre,
    company: share.company_nombre ?? '',
    expires_at: share.expires_at?.toISOString() ?? null,
    allow_download: share.allow_download,
    download_url: share.allow_download ? linkTo(ctx, 'file', file) : null,
    images,
    verification,
    ...presentActiveContent(document.active_content),
  }
}
