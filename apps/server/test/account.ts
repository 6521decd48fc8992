import { Secret, TOTP } from 'otpauth'
import type { AppDeps } from '../src/deps.ts'
import { bodyOf } from './office.ts'
import { addPerson, testPassword, type NewPerson, type TestServer } from './test-server.ts'
import type { TestClient } from './test-client.ts'

/** A mailer that records messages instead of sending them. */
export function keepMail() {
  const sent: { to: readonly string[]; subject: string; text: string; html: string }[] = []
  const mail: NonNullable<AppDeps['mail']> = {
    from: { name: 'Foja', address: 'foja@oficina.example' },
    mailer: {
      ping: async () => {},
      send: async ({ to, subject, text, html }) => {
        sent.push({ to, subject, text, html })
        return { accepted: [...to], refused: [], reply: 'OK' }
      },
    },
  }
  return { mail, sent }
}

/** Token of the one-time link in a message. */
export const tokenIn = (text: string): string =>
  /\/elegir-clave#token=(?<token>[\w-]{43})/.exec(text)!.groups!['token']!

let people = 0

/** Adds a user and signs them in. */
export async function enter(server: TestServer, person: Omit<NewPerson, 'email'>) {
  const email = `cuenta${String((people += 1)).padStart(5, '0')}@foja.example`
  const id = await addPerson(server, { email, ...person })
  const client = server.client()
  const { status } = await client.signIn(email, testPassword)
  if (status !== 200) throw new Error(`signing in answered ${status}`)
  return { id, email, client }
}

/** Sends a POST with a JSON body and the session of `client`. */
export const post = async (client: TestClient, path: string, body: unknown): Promise<Response> =>
  await client.api(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Code of an authenticator `seconds` after the server's current time. */
export const codeOf = ({ deps }: TestServer, secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: deps.clock().getTime() + seconds * 1000 })

/** Advances the server's clock to the start of a code period, so that the next thirty seconds use one code. */
export function beginStep({ deps, advance }: TestServer): void {
  const period = 30_000
  advance(period - (deps.clock().getTime() % period))
}

/** Sets up a second factor; returns its secret, its recovery codes and the code that confirmed it. */
export async function setUpTotp(server: TestServer, client: TestClient) {
  const begun = await post(client, '/api/v1/begin_totp/', { current_password: testPassword })
  const { secret } = await bodyOf<{ secret: string }>(begun, 200)
  const code = codeOf(server, secret)
  const confirmed = await post(client, '/api/v1/confirm_totp/', { code })
  const { recovery_codes } = await bodyOf<{ recovery_codes: string[] }>(confirmed, 200)
  return { secret, codes: recovery_codes, code }
}
