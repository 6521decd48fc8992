import * as z from 'zod/mini'
import { timestamp } from './common.ts'
import { uuid } from './ids.ts'
import { roles } from './roles.ts'

/** The session in the format of NextAuth v4's client; `{}` when signed out. `accessToken` is the bearer of /api/v1/. */
export const sessionSchema = z.strictObject({
  user: z.strictObject({
    id: uuid,
    name: z.string(),
    email: z.string(),
    image: z.null(),
    role: z.enum(roles),
    id_company: z.nullable(uuid),
  }),
  expires: timestamp,
  accessToken: z.string(),
  /** Expiry of `accessToken`, at most 15 minutes after issue. */
  accessTokenExpires: timestamp,
})
export type Session = z.infer<typeof sessionSchema>

export const noSessionSchema = z.strictObject({})

/** Paths of the session calls, relative to the server's root (specification, section 2). */
export const authPaths = {
  session: '/api/auth/session',
  csrf: '/api/auth/csrf',
  providers: '/api/auth/providers',
  signin: '/api/auth/signin',
  callback: '/api/auth/callback/credentials',
  /** Challenge for signing in with a passkey alone. */
  passkeyOptions: '/api/auth/passkey/options',
  passkeyCallback: '/api/auth/callback/passkey',
  oidcSignin: '/api/auth/signin/oidc',
  oidcCallback: '/api/auth/callback/oidc',
  /** The provider ends sessions (OpenID Connect Back-Channel Logout 1.0). */
  oidcLogout: '/api/auth/backchannel-logout',
  signout: '/api/auth/signout',
  log: '/api/auth/_log',
} as const
