import { expect } from 'vitest'
import type { TestProvider } from './oidc-provider.ts'
import { TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

/** What the provider says of a person. `verified` null: it does not say if the address is verified. */
export type Account = {
  sub: string
  email: string
  verified?: boolean | null
  groups?: readonly string[]
  name?: string
}

/** The value of the provider's `x-account` header. */
function accountText({ sub, email, verified = true, groups, name }: Account): string {
  const word = verified === null ? 'unsaid' : verified ? 'verified' : 'unverified'
  return [sub, email, word, groups?.join(',') ?? '-', encodeURIComponent(name ?? '')].join('|')
}

/** Sign-ins with a test provider. */
export function oidcVisits(server: TestServer, provider: TestProvider) {
  /** Requests the provider's page, signs in there as `account`, and returns the callback URL. */
  async function visit(browser: TestClient, account: string, fields: Record<string, string> = {}): Promise<URL> {
    const response = await browser.form('/api/auth/signin/oidc', fields)
    expect(response.status, await response.clone().text()).toBe(200)
    let at = new URL(((await response.json()) as { url: string }).url)
    const there = new TestClient(provider.issuer)
    while (at.origin === provider.issuer) {
      const answer = await there.fetch(at.href, { headers: { 'x-account': account } })
      at = new URL(answer.headers.get('location')!, at)
    }
    expect(at.origin).toBe(server.origin)
    return at
  }

  /** Returns from the provider; returns where Foja redirects the browser. */
  async function comeBack(browser: TestClient, address: URL): Promise<string> {
    const answer = await browser.fetch(`${address.pathname}${address.search}`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(302)
    return answer.headers.get('location')!.replace(server.origin, '')
  }

  /** Signs in through the provider in a new browser. */
  async function enter(account: Account, fields: Record<string, string> = {}) {
    const browser = server.client()
    return { browser, went: await comeBack(browser, await visit(browser, accountText(account), fields)) }
  }

  return { visit, comeBack, enter }
}
