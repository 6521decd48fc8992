/** Cookies of a browser for one origin: supports `Set-Cookie` with a value, `Max-Age` and `Expires`. */
export class CookieJar {
  readonly #values = new Map<string, string>()
  /** The last `Set-Cookie` line of each cookie, to check its attributes. */
  readonly lines = new Map<string, string>()

  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      const expires = attributes.find((attribute) => attribute.toLowerCase().startsWith('expires='))?.slice(8)
      this.lines.set(name, line)
      if (expires !== undefined && Date.parse(expires) <= Date.now()) this.#values.delete(name)
      else this.#values.set(name, pair.slice(at + 1))
    }
  }

  get header(): string {
    return Array.from(this.#values, ([name, value]) => `${name}=${value}`).join('; ')
  }

  get(name: string): string | undefined {
    return this.#values.get(name)
  }

  set(name: string, value: string): void {
    this.#values.set(name, value)
  }
}

export type SignInAnswer = { status: number; url: URL; detail: string | undefined }

/** A browser for a server under test: a cookie jar, and the forms that NextAuth's client sends. */
export class TestClient {
  readonly origin: string
  jar = new CookieJar()

  constructor(origin: string) {
    this.origin = origin
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.jar.header !== '') headers.set('cookie', this.jar.header)
    const response = await fetch(new URL(path, this.origin), { redirect: 'manual', ...init, headers })
    this.jar.take(response)
    return response
  }

  async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await (await this.fetch(path, init)).json()) as T
  }

  async form(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const { csrfToken } = await this.json<{ csrfToken: string }>('/api/auth/csrf')
    const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: `${this.origin}/`, ...fields })
    return this.fetch(path, { method: 'POST', body, headers })
  }

  async signIn(email: string, password: string, fields: Record<string, string> = {}): Promise<SignInAnswer> {
    const response = await this.form('/api/auth/callback/credentials', { email, password, ...fields })
    const body = (await response.json()) as { url: string; detail?: string }
    return { status: response.status, url: new URL(body.url), detail: body.detail }
  }

  /** Returns the access token of the session; undefined without a session. */
  async token(): Promise<string | undefined> {
    return (await this.json<{ accessToken?: string }>('/api/auth/session')).accessToken
  }

  /** Calls the API with the session's token. */
  async api(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${(await this.token()) ?? ''}`)
    return this.fetch(path, { ...init, headers })
  }
}
