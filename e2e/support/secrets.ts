/** Names of secrets, by secret. */
export type Secrets = Map<string, string>

/** Shorter texts are refused as secrets, and occur by chance. */
const shortest = 8

function add(secrets: Secrets, name: string, secret: unknown): void {
  if (typeof secret === 'string' && secret.length >= shortest) secrets.set(secret, name)
}

/** Only the last part of a signed token is secret. */
const signatureOf = (token: string) => token.split('.').at(-1)!

const linked = /(?:#token=|[?&]share=)(?<link>[\w-]{43})|\/api\/v1\/(?:page_image|file)\/(?<file>[^/"?]+)/g

/** Links in a text: one-time links, share links, signed links of pages and files. */
function addLinked(secrets: Secrets, text: string): void {
  for (const { groups } of text.matchAll(linked)) {
    add(secrets, 'token of a link', groups?.['link'])
    add(secrets, 'address of a file', groups?.['file'])
  }
}

/** Names of values that are always secrets. */
const named: Record<string, string> = {
  accessToken: 'access token',
  token: 'token of a link',
  secret: 'secret of a second factor',
  recovery_codes: 'recovery code',
}

function nameOf(key: string): string | undefined {
  return /password/i.test(key) ? key : named[key]
}

function addValue(secrets: Secrets, key: string, value: unknown): void {
  const name = nameOf(key)
  if (Array.isArray(value)) for (const item of value) addValue(secrets, key, item)
  else if (typeof value === 'object' && value !== null) addJson(secrets, value)
  else if (key === 'share' && typeof value === 'string' && /^[\w-]{43}$/.test(value)) add(secrets, 'share token', value)
  else if (key === 'key' && typeof value === 'string' && value.startsWith('foja_')) add(secrets, 'API key', value)
  else if (key === 'accessToken' && typeof value === 'string') add(secrets, 'access token', signatureOf(value))
  else if (name !== undefined) add(secrets, name, value)
}

function addJson(secrets: Secrets, value: object): void {
  for (const [key, item] of Object.entries(value)) addValue(secrets, key, item)
}

function addJsonText(secrets: Secrets, text: string): void {
  addLinked(secrets, text)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) addJson(secrets, value)
  } catch {
    // Invalid JSON: the request was refused.
  }
}

type Headers = Record<string, string | string[] | number | undefined>

/** Secrets of sessions and known browsers in a `Cookie` header or `Set-Cookie` lines. */
function addCookies(secrets: Secrets, text: string): void {
  for (const [, name, token] of text.matchAll(/foja\.(session|device)=([^;,\s]+)/g))
    add(secrets, name === 'session' ? 'refresh token' : 'name of a browser', token)
}

/** Secrets in a request. */
export function addSecretsOfRequest(secrets: Secrets, url: string, headers: Headers, body: Buffer): void {
  addLinked(secrets, url)
  const bearer = /^Bearer (.+)$/.exec(String(headers['authorization'] ?? ''))?.[1]
  if (bearer !== undefined) add(secrets, 'access token', signatureOf(bearer))
  addCookies(secrets, String(headers['cookie'] ?? ''))
  const said = String(headers['x-share-password'] ?? '')
  if (URL.canParse(`http://x/${said}`)) add(secrets, 'password of a link', decodeURIComponent(said))
  const type = String(headers['content-type'] ?? '')
  if (type.startsWith('application/json')) addJsonText(secrets, body.toString())
  if (type.startsWith('application/x-www-form-urlencoded'))
    addJson(secrets, Object.fromEntries(new URLSearchParams(body.toString())))
  if (type.startsWith('multipart/form-data')) {
    const data = /name="data"\r\n(?:[^\r\n]+\r\n)*\r\n(?<data>[\s\S]*?)\r\n--/.exec(body.toString('latin1'))
    addJsonText(secrets, Buffer.from(data?.groups?.['data'] ?? '', 'latin1').toString())
  }
}

/** Secrets in an answer. */
export function addSecretsOfReply(secrets: Secrets, headers: Headers, body: Buffer): void {
  addCookies(secrets, String(headers['set-cookie'] ?? ''))
  // A file may have a JSON name without being JSON.
  if (/^[[{]/.test(body.toString('latin1', 0, 1))) addJsonText(secrets, body.toString())
}
