import type { SmtpServer } from '@foja/mail/smtp-url'
import { createHash } from 'node:crypto'
import { findBacklog, findMail, pingMail, tryTestMail } from '../../delivery/public.ts'
import { finding, off, type Check } from '../finding.ts'
import { patienceOf } from '../probe.ts'

/** A test message has its own time limit, longer than that of a check. */
const testMs = 35_000

/** Other settings, also another password, are a new server. */
const digestOf = (server: SmtpServer) => createHash('sha256').update(JSON.stringify(server)).digest('base64')

/**
 * The mail server: connects and signs in, or sends a test message to a user who asks for it. A server that refuses the
 * messages of the outbox and has taken none since has failed, whatever the connection says.
 */
export const checkMail: Check = async (ctx, { texts: { mail: texts, ...all }, probe, fresh }) => {
  const { db, keys, clock, mailSetup } = ctx
  const { environment } = mailSetup
  const [server, backlog] = await Promise.all([findMail({ db, keys, environment }), findBacklog(db, clock())])
  if (server === 'none') {
    const none = off(ctx, texts.none(backlog.held))
    return backlog.held > 0 ? { ...none, state: 'warning' } : none
  }
  if (server === 'locked') return { ...off(ctx, texts.locked), state: 'failed' }
  const { host } = server
  const probed = await probe(
    async () => {
      if (fresh) return await tryTestMail(ctx)
      return { to: null, failure: await pingMail(server, mailSetup.name, patienceOf(ctx)) }
    },
    { keep: `mail ${digestOf(server)}`, ...(fresh ? { limitMs: testMs } : {}) },
  )
  const { found } = probed
  const { stuck, waiting, failed } = backlog
  const since = stuck === null ? {} : { since: stuck.since }
  const failing = (failure: Parameters<typeof texts.failed>[1]) => ({
    ...finding(probed, 'failed', texts.failed(host, failure, waiting)),
    ...since,
  })
  if (found.kind === 'failed') return finding(probed, 'failed', all.broken)
  if (found.kind === 'late') return failing('timeout')
  const { to, failure } = found.value
  if (failure !== null) return failing(failure)
  // A test that went out later says more than the earlier failures.
  if (stuck !== null && (to === null || probed.at < stuck.since)) return failing(stuck.reason)
  const rest = texts.backlog(waiting, failed)
  return finding(probed, 'ok', to === null ? texts.ok(host, rest) : texts.sent(host, to, rest))
}
