import * as calls from '@foja/contracts/account'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { SessionActor } from '../../../http/endpoint-types.ts'
import type { Api } from '../../../http/register.ts'
import { createDeviceCookies } from '../session/device-cookies.ts'
import { endOtherSessions, endOwnSession, findOwnSessions } from '../session/own-sessions.ts'
import { requirePerson } from './account.queries.ts'
import { changePassword, type AccountDeps } from './change-password.ts'
import { beginTotp, confirmTotp, renewRecoveryCodes } from './enable-totp.ts'
import { requestPasswordReset } from './forgot-password.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { removeTotp } from './remove-totp.ts'
import { checkLink, setPassword } from './set-password.ts'

const userAgentOf = (request: FastifyRequest) => request.headers['user-agent'] ?? null
const callerOf = (actor: SessionActor, request: FastifyRequest) => ({
  actor,
  ip: request.ip,
  userAgent: userAgentOf(request),
})

export function registerAccount(api: Api, deps: AccountDeps & Pick<AppDeps, 'config'>): void {
  registerPasswords(api, deps)
  registerSecondFactor(api, deps)
  registerOwnSessions(api, deps)
}

function registerPasswords(api: Api, deps: AccountDeps & Pick<AppDeps, 'config'>): void {
  const devices = createDeviceCookies(deps)

  api.route(calls.changePassword, async ({ body, actor, request }) => ({
    status: 200,
    body: { ended_sessions: await changePassword(deps, callerOf(actor, request), body) },
  }))

  api.route(calls.forgotPassword, async ({ body, request }) => {
    const device = await devices.known(request, body.email)
    return { status: 200, body: await requestPasswordReset(deps, body.email, { ip: request.ip, device }) }
  })

  api.route(calls.checkLink, async ({ body, request }) => {
    const { kind, email, nombre, company, expires_at } = await checkLink(deps, body.token, request.ip)
    return { status: 200, body: { kind, email, nombre, company, expires_at: expires_at.toISOString() } }
  })

  api.route(calls.setPassword, async ({ body, request, reply }) => {
    const origin = { ip: request.ip, userAgent: userAgentOf(request) }
    const { id, email, hasTotp } = await setPassword(deps, origin, body)
    // The user signs in next: remember this browser, so that failed attempts from the same network do not block it.
    // Users with a second factor prove it first, because each known browser has its own allowance of wrong codes.
    if (!hasTotp) devices.remember(request, reply, id)
    return { status: 200, body: { email } }
  })
}

function registerSecondFactor(api: Api, deps: AccountDeps & Pick<AppDeps, 'config'>): void {
  const { db, config } = deps
  api.route(calls.securityState, async ({ actor }) => {
    const person = await requirePerson(db, actor.id)
    const totp = {
      enabled_at: person.totp_enabled_at?.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes(db, actor.id),
      required: person.exige_totp ?? false,
      owed: actor.lacksTotp,
    }
    const provider = person.oidc_subject === null ? null : (config.oidc?.name ?? null)
    const password_changed_at = person.password_changed_at?.toISOString() ?? null
    return { status: 200, body: { has_password: person.password_hash !== null, password_changed_at, totp, provider } }
  })

  api.route(calls.beginTotp, async ({ body, actor, request }) => ({
    status: 200,
    body: await beginTotp(deps, callerOf(actor, request), body),
  }))

  api.route(calls.confirmTotp, async ({ body, actor, request }) => ({
    status: 200,
    body: { recovery_codes: await confirmTotp(deps, callerOf(actor, request), body.code) },
  }))

  api.route(calls.renewRecoveryCodes, async ({ body, actor, request }) => ({
    status: 200,
    body: { recovery_codes: await renewRecoveryCodes(deps, callerOf(actor, request), body) },
  }))

  api.route(calls.removeTotp, async ({ body, actor, request }) => {
    await removeTotp(deps, callerOf(actor, request), body)
    return { status: 200, body: { removed: true } }
  })
}

function registerOwnSessions(api: Api, deps: AccountDeps): void {
  const { db, clock } = deps
  api.route(calls.listSessions, async ({ actor }) => {
    const rows = await findOwnSessions(db, actor.id, actor.session, clock())
    const sessions = rows.map(({ created_at, last_used_at, expires_at, ...row }) => ({
      ...row,
      current: row.id === actor.session,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      expires_at: expires_at.toISOString(),
    }))
    return { status: 200, body: { sessions } }
  })

  api.route(calls.endSession, async ({ params, actor, request }) => {
    await endOwnSession(deps, actor, params.id, request.ip)
    return { status: 200, body: { id: params.id } }
  })

  api.route(calls.endOtherSessions, async ({ actor, request }) => ({
    status: 200,
    body: { ended: await endOtherSessions(deps, actor, request.ip) },
  }))
}
