import { generateKeyPair, SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ServerKeys } from '../../../keys.ts'
import { accessTokenEnd, issueAccessToken, readAccessToken } from './access-token.ts'

const keysWith = async () => ({ session: { id: 'k1', ...(await generateKeyPair('ES256')) } }) as unknown as ServerKeys
const keys = await keysWith()
const claims = { user: randomUUID(), session: randomUUID() }
const now = new Date('2026-03-01T12:00:00.900Z')
const { token, expires } = await issueAccessToken(keys, claims, now)
const at = (text: string) => new Date(`2026-03-01T${text}Z`)

describe('an access token', () => {
  it('names its user and session until ten minutes after the second of its issue', async () => {
    expect(expires).toEqual(at('12:10:00'))
    expect(accessTokenEnd(token)).toEqual(expires)
    expect(await readAccessToken(keys, token, now)).toEqual(claims)
    expect(await readAccessToken(keys, token, at('12:09:59'))).toEqual(claims)
    expect(await readAccessToken(keys, token, at('12:10:00'))).toBeNull()
  })

  it('counts only with the key that signed it', async () => {
    expect(await readAccessToken(await keysWith(), token, now)).toBeNull()
  })

  const parts = { iss: 'foja', aud: 'foja-api', sub: claims.user, sid: claims.session }
  const [iat, exp] = [at('12:00:00').getTime() / 1000, at('12:10:00').getTime() / 1000]
  const signed = (payload: object, typ = 'at+jwt') =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', typ }).sign(keys.session.privateKey)

  it('needs no more than its claims', async () => {
    expect(await readAccessToken(keys, await signed({ ...parts, iat, exp }), now)).toEqual(claims)
  })

  it.each<[string, object, string?]>([
    ['of another kind', { ...parts, iat, exp }, 'JWT'],
    ['of another issuer', { ...parts, iat, exp, iss: 'other' }],
    ['for another audience', { ...parts, iat, exp, aud: 'other' }],
    ['without an issuer', { ...parts, iat, exp, iss: undefined }],
    ['without an audience', { ...parts, iat, exp, aud: undefined }],
    ['without an end', { ...parts, iat }],
    ['without a beginning', { ...parts, exp }],
    ['without a user', { ...parts, iat, exp, sub: undefined }],
    ['without a session', { ...parts, iat, exp, sid: undefined }],
    ['whose user is no id', { ...parts, iat, exp, sub: 'admin' }],
    ['whose session is no id', { ...parts, iat, exp, sid: 5 }],
  ])('%s is none', async (_, payload, typ) => {
    expect(await readAccessToken(keys, await signed(payload, typ), now)).toBeNull()
  })
})
