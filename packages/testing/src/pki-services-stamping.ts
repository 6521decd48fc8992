import type { ServerResponse } from 'node:http'
import type { TestCertificate } from './ca.ts'
import { digest } from './pki-services-der.ts'
import {
  makeTimestampToken,
  readTimestampRequest,
  timestampRefusal,
  timestampResponse,
  type TimestampQuestion,
  type TokenOptions,
} from './pki-services-tsa.ts'

export type TsaBehaviour =
  | 'ok'
  | 'reject'
  | 'bad_imprint'
  | 'wrong_nonce'
  | 'html'
  | 'error_500'
  | 'slow'
  | 'unauthorized'
  | 'hang'
  /** The certificate has another purpose. */
  | 'wrong_usage'

type Stamping = { tsa: TestCertificate; now: Date; token?: Partial<TokenOptions> }

function tokenFor(behaviour: TsaBehaviour, question: TimestampQuestion, { tsa, now, token }: Stamping): Uint8Array {
  const { hash } = question
  const wrong = digest(hash, Buffer.from('otra cosa'))
  return makeTimestampToken({
    tsa,
    genTime: now,
    imprint: { hash, digest: behaviour === 'bad_imprint' ? wrong : question.digest },
    nonce: behaviour === 'wrong_nonce' ? Uint8Array.of(1, 2, 3) : question.nonce,
    policy: question.policy,
    withoutCertificates: !question.certReq,
    ...token,
  })
}

function bodyFor(behaviour: TsaBehaviour, body: Uint8Array, stamping: Stamping): Uint8Array {
  if (behaviour === 'reject') return timestampRefusal('El algoritmo no se admite', 0)
  try {
    return timestampResponse(tokenFor(behaviour, readTimestampRequest(body), stamping))
  } catch {
    return timestampRefusal('La petición no se entiende', 2)
  }
}

export function answerTimestamp(
  behaviour: TsaBehaviour,
  stamping: Stamping,
  body: Uint8Array,
  response: ServerResponse,
): void {
  const send = (status: number, type: string, bytes: Uint8Array, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers }).end(bytes)
  }
  switch (behaviour) {
    case 'hang':
      return
    case 'html':
      return send(200, 'text/html; charset=utf-8', Buffer.from('<!doctype html><p>Bienvenido'))
    case 'error_500':
      return send(500, 'text/plain', Buffer.from('internal error'))
    case 'unauthorized':
      return send(401, 'text/plain', Buffer.from('who are you'), { 'www-authenticate': 'Basic realm="tsa"' })
    default:
      return send(200, 'application/timestamp-reply', bodyFor(behaviour, body, stamping))
  }
}
