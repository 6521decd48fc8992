import { authPaths } from '@foja/contracts/session'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { hostileText } from '../../../../test/fuzz/hostile.ts'
import { openTestServer } from '../../../../test/test-server.ts'

/** Hostile forms, sent with a valid cookie. */
const server = await openTestServer()

const forms = [authPaths.callback, authPaths.signout, authPaths.session, authPaths.log]

/** Sends a form with a valid cookie; returns the status. */
async function send(path: string, fields: Record<string, string>, rightToken = false): Promise<number> {
  const client = server.client()
  const { csrfToken } = await client.json<{ csrfToken: string }>('/api/auth/csrf')
  const body = new URLSearchParams({ ...fields, ...(rightToken ? { csrfToken } : {}) })
  return (await client.fetch(path, { method: 'POST', body })).status
}

it.each(['é'.repeat(64), '👩'.repeat(32), 'g'.repeat(64), `${'a'.repeat(63)}\n`, 'A'.repeat(64), ''])(
  'the invalid CSRF token %j is refused',
  async (csrfToken) => {
    expect(await send(authPaths.callback, { csrfToken, json: 'true' })).toBe(400)
    expect(await send(authPaths.callback, { csrfToken })).toBe(302)
    expect(await send(authPaths.signout, { csrfToken, json: 'true' })).toBe(400)
    expect(await send(authPaths.session, { csrfToken })).toBe(400)
  },
)

it('hostile form fields get only the expected statuses', async () => {
  const name = fc.constantFrom('csrfToken', 'email', 'password', 'code', 'remember', 'callbackUrl', 'json', 'message')
  const fields = fc.dictionary(name, hostileText)
  const property = fc.asyncProperty(fc.constantFrom(...forms), fields, fc.boolean(), async (path, form, rightToken) => {
    expect([200, 302, 400, 401, 413, 429]).toContain(await send(path, form, rightToken))
  })
  await fc.assert(property, { numRuns: 60 })
})
