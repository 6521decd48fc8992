import * as calls from '@foja/contracts/account'
import * as passkeyCalls from '@foja/contracts/passkeys'
import type { Api } from '../../../http/register.ts'
import { createDeviceCookies } from '../session/device-cookies.ts'
import { endOtherSessions, endOwnSession, findOwnSessions } from '../session/own-sessions.ts'
import { requirePerson } from './account.queries.ts'
import { changePassword } from './change-password.ts'
import { beginTotp, confirmTotp, renewRecoveryCodes } from './enable-totp.ts'
import { requestPasswordReset } from './forgot-password.ts'
import { beginPasskey, confirmPasskey, removePasskey, renamePasskey } from './manage-passkeys.ts'
import { challengePasskey } from './own-proof.ts'
import { findPasskeys, presentPasskey } from './passkeys.queries.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import { removeTotp } from './remove-totp.ts'
import { checkLink, setPassword } from './set-password.ts'

export function registerAccount(api: Api): void {
  registerPasswords(api)
  registerSecondFactor(api)
  registerPasskeys(api)
  registerOwnSessions(api)
}

function registerPasswords(api: Api): void {
  api.route(calls.changePassword, async ({ ctx, body }) => {
    return { status: 200, body: { ended_sessions: await changePassword(ctx, body) } }
  })

  api.route(calls.forgotPassword, async ({ ctx, body: { email }, request }) => {
    const device = await createDeviceCookies(ctx).known(request, email)
    return { status: 200, body: await requestPasswordReset(ctx, { email, device }) }
  })

  api.route(calls.checkLink, async ({ ctx, body }) => {
    const { kind, email, nombre, company, expires_at } = await checkLink(ctx, body.token)
    return { status: 200, body: { kind, email, nombre, company, expires_at: expires_at.toISOString() } }
  })

  api.route(calls.setPassword, async ({ ctx, body, request, reply }) => {
    const { id, email, hasSecondFactor } = await setPassword(ctx, body)
    // The user signs in next: remember this browser, so that failed attempts from the same network do not block it.
    // Users with a second factor prove it first, because each known browser has its own allowance of wrong codes.
    if (!hasSecondFactor) createDeviceCookies(ctx).remember(request, reply, id)
    return { status: 200, body: { email } }
  })
}

function registerSecondFactor(api: Api): void {
  api.route(calls.securityState, async ({ ctx }) => {
    const { db, config, actor } = ctx
    const person = await requirePerson(db, actor.id)
    const totp = {
      enabled_at: person.totp_enabled_at?.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes(db, actor.id),
      required: person.exige_totp ?? false,
      owed: actor.lacksTotp,
    }
    const keys = (await findPasskeys(db, actor.id)).map(presentPasskey)
    const passkeys = { available: relyingParty(ctx) !== null, required: person.exige_passkey ?? false, keys }
    const provider = person.oidc_subject === null ? null : (config.oidc?.name ?? null)
    const password_changed_at = person.password_changed_at?.toISOString() ?? null
    const has_password = person.password_hash !== null
    return { status: 200, body: { has_password, password_changed_at, totp, passkeys, provider } }
  })

  api.route(calls.beginTotp, async ({ ctx, body }) => ({ status: 200, body: await beginTotp(ctx, body) }))

  api.route(calls.confirmTotp, async ({ ctx, body }) => {
    return { status: 200, body: { recovery_codes: await confirmTotp(ctx, body.code) } }
  })

  api.route(calls.renewRecoveryCodes, async ({ ctx, body }) => {
    return { status: 200, body: { recovery_codes: await renewRecoveryCodes(ctx, body) } }
  })

  api.route(calls.removeTotp, async ({ ctx, body }) => {
    await removeTotp(ctx, body)
    return { status: 200, body: { removed: true } }
  })
}

function registerPasskeys(api: Api): void {
  api.route(passkeyCalls.challengePasskey, async ({ ctx }) => ({
    status: 200,
    body: { ...(await challengePasskey(ctx)) },
  }))

  api.route(passkeyCalls.beginPasskey, async ({ ctx, body }) => ({
    status: 200,
    body: { ...(await beginPasskey(ctx, body)) },
  }))

  api.route(passkeyCalls.confirmPasskey, async ({ ctx, body }) => {
    return { status: 200, body: await confirmPasskey(ctx, body) }
  })

  api.route(passkeyCalls.renamePasskey, async ({ ctx, params: { id }, body: { nombre } }) => {
    await renamePasskey(ctx, id, nombre)
    return { status: 200, body: { id } }
  })

  api.route(passkeyCalls.removePasskey, async ({ ctx, params: { id }, body }) => {
    await removePasskey(ctx, id, body)
    return { status: 200, body: { id } }
  })
}

function registerOwnSessions(api: Api): void {
  api.route(calls.listSessions, async ({ ctx: { db, clock, actor } }) => {
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

  api.route(calls.endSession, async ({ ctx, params: { id } }) => {
    await endOwnSession(ctx, id)
    return { status: 200, body: { id } }
  })

  api.route(calls.endOtherSessions, async ({ ctx }) => ({ status: 200, body: { ended: await endOtherSessions(ctx) } }))
}
