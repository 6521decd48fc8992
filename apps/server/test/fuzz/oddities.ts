import type { Endpoint } from '@foja/contracts/endpoint'
import { makePdf } from '@foja/testing/pdfs'
import * as fc from 'fast-check'
import type { Draft, Form } from './drafts.ts'
import { hostileJson, hostileText, spoil, steps } from './hostile.ts'

/** Makes part of a request odd; the rest stays valid. */
type Oddity = (draft: Draft) => Draft

/** Percent-encodes; lone surrogates, which cannot be encoded, are replaced. */
export const escape = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 9000)

const odd = <T>(values: fc.Arbitrary<T>, change: (draft: Draft, value: T) => Partial<Draft>): fc.Arbitrary<Oddity> =>
  values.map((value) => (draft) => ({ ...draft, ...change(draft, value) }))

const oddId = odd(
  fc.oneof(
    hostileText.map(escape),
    fc.constantFrom(
      '%',
      '%zz',
      '..%2f..',
      '%00',
      '%ff',
      'A'.repeat(190),
      '%2e%2e',
      '00000000-0000-0000-0000-000000000000',
    ),
  ),
  (_, id) => ({ id }),
)

/** Pairs of a changed query, which may no longer be an object, or may be a list. */
const pairsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const oddQuery = fc.oneof(
  {
    weight: 3,
    arbitrary: odd(steps, ({ query }, changes) => ({ query: pairsOf(spoil(Object.fromEntries(query), changes)) })),
  },
  {
    weight: 2,
    arbitrary: odd(
      fc.tuple(fc.constantFrom('q', 'page', '__proto__', 'id', 'share'), hostileText),
      ({ query }, extra) => ({ query: [...query, extra] }),
    ),
  },
  {
    weight: 1,
    arbitrary: odd(fc.constant(null), ({ query }) => ({ query: [...query, ...query] })),
  },
)

const oddHeaders: [string, string][] = [
  ['accept-language', 'x'.repeat(3000)],
  ['accept-language', 'en;q=NaN, \xff'],
  ['time-zone', '../../etc/passwd'],
  ['time-zone', 'America/Guayaquil'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0,-1'],
  ['idempotency-key', '\xff'.repeat(300)],
  ['idempotency-key', 'a'],
  ['x-share-password', '%E0%A4%A'],
  ['x-forwarded-for', '8.8.8.8'],
  ['x-http-method-override', 'DELETE'],
  ['content-encoding', 'gzip'],
  ['cookie', 'foja.session=x; next-auth.csrf-token=%00|'],
  ['origin', 'https://evil.example'],
  ['accept', 'text/html'],
]
export const oddHeader = fc.constantFrom(...oddHeaders)
const withHeader = odd(oddHeader, ({ headers }, [name, value]) => ({ headers: { ...headers, [name]: value } }))

const oddMethod = odd(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'), (_, method) => ({ method }))

const rawBody = odd(
  fc.record({
    kind: fc.constant('raw' as const),
    type: fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'x',
    ),
    bytes: hostileJson.map((text) => Buffer.from(text)),
  }),
  (_, body) => ({ body }),
)

const pictures = [
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '\x89PNG\r\n\x1a\n',
  '<html>',
  'PK\x03\x04',
].map((text) => Buffer.from(text, 'latin1'))
const pdf = makePdf()

/** A file that is truncated, has a changed byte, or is of another kind or random. */
const oddBytes: fc.Arbitrary<(bytes: Uint8Array) => Uint8Array> = fc.oneof(
  { weight: 2, arbitrary: fc.nat().map((end) => (bytes: Uint8Array) => bytes.subarray(0, end % (bytes.length + 1))) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), fc.nat(255)).map(([at, byte]) => (bytes: Uint8Array) => {
      const copy = Buffer.from(bytes)
      if (copy.length > 0) copy[at % copy.length] = byte
      return copy
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom(pdf, ...pictures).map((other) => () => other) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((other) => () => other) },
)

const safeHeader = (text: string) => text.replace(/[^\x20-\x7e\xa1-\xff]/g, '').slice(0, 500)

const onForm = (draft: Draft, change: (form: Form) => Partial<Form>): Partial<Draft> =>
  draft.body.kind === 'form' ? { body: { ...draft.body, ...change(draft.body) } } : {}

const oddForm = fc.oneof(
  {
    weight: 4,
    arbitrary: odd(oddBytes, (draft, change) =>
      onForm(draft, ({ parts }) => ({ parts: parts.map((part) => ({ ...part, bytes: change(part.bytes) })) })),
    ),
  },
  {
    weight: 2,
    arbitrary: odd(hostileText.map(safeHeader), (draft, file) =>
      onForm(draft, ({ parts }) => ({ parts: parts.map((part) => ({ ...part, file })) })),
    ),
  },
  {
    weight: 1,
    arbitrary: odd(fc.constantFrom('file', '', '__proto__'), (draft, name) =>
      onForm(draft, ({ parts }) => ({ parts: parts.map((part) => ({ ...part, name })) })),
    ),
  },
  {
    weight: 1,
    arbitrary: odd(fc.nat(3), (draft, count) =>
      onForm(draft, ({ parts }) => ({ parts: Array.from({ length: count }, () => parts).flat() })),
    ),
  },
  {
    weight: 3,
    arbitrary: odd(steps, (draft, changes) =>
      onForm(draft, ({ data }) => ({ text: JSON.stringify(spoil(data, changes)) ?? null })),
    ),
  },
  { weight: 1, arbitrary: odd(hostileJson, (draft, text) => onForm(draft, () => ({ text }))) },
  {
    weight: 1,
    arbitrary: odd(fc.constantFrom('c', ''), (draft, boundary) => onForm(draft, () => ({ declared: boundary }))),
  },
  { weight: 1, arbitrary: odd(fc.constantFrom('', '\r\n'), (draft, end) => onForm(draft, () => ({ end }))) },
)

const oddJson = odd(steps, ({ body }, changes) =>
  body.kind === 'json' ? { body: { kind: 'json', value: spoil(body.value, changes) } } : {},
)

const nothing: fc.Arbitrary<Oddity> = fc.constant((draft) => draft)
const together = (all: readonly fc.Arbitrary<Oddity>[]): fc.Arbitrary<Oddity> =>
  fc.tuple(...all).map((each) => (draft) => each.reduce((changed, oddity) => oddity(changed), draft))

/** Two of five requests stay valid; most of the others have one oddity, a few have all. */
export function odditiesOf({ path, query, body, multipart }: Endpoint): fc.Arbitrary<Oddity> {
  const ofBody = multipart !== undefined ? [oddForm] : body !== undefined ? [oddJson] : []
  const ofPath = path.includes('{') ? [oddId] : []
  return fc.oneof(
    { weight: 10, arbitrary: nothing },
    ...ofBody.map((arbitrary) => ({ weight: 8, arbitrary })),
    ...ofPath.map((arbitrary) => ({ weight: 2, arbitrary })),
    { weight: query === undefined ? 1 : 4, arbitrary: oddQuery },
    { weight: ofBody.length === 0 ? 1 : 2, arbitrary: rawBody },
    { weight: 2, arbitrary: withHeader },
    { weight: 1, arbitrary: oddMethod },
    { weight: 2, arbitrary: together([...ofPath, oddQuery, ...ofBody, withHeader]) },
  )
}
