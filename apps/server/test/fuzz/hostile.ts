import * as fc from 'fast-check'

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)

/** Texts that are known to break programs. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202eexe.fdp',
  '\ufeff',
  'Z\u0351\u036b\u0343\u036a'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(60),
  '\r\nBcc: otra@cliente.example',
  '\r\nSet-Cookie: a=b\r\n\r\n<script>',
  "'; drop table app_user; --",
  "%' or '1'='1",
  '$1',
  '${7*7}{{7*7}}<%= 7 %>',
  '<svg onload=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:127.0.0.1]:1/',
  'javascript:alert(1)',
  '%00',
  '%',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '9'.repeat(400),
  '0x10',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'AAAA-AAAA-AAAA-AAAA',
  'ñ'.repeat(3000),
  'a'.repeat(70_000),
  `${'a'.repeat(200)}@${'b'.repeat(200)}.example`,
  '(a+)+$'.repeat(30),
  ' a'.repeat(20_000),
] as const

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
)

const hostileNumbers = [0, -0, -1, 0.1, 1e-320, 1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 999_999_999_999]

/** Any JSON value in place of the expected one. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: -1 }) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { minLength: 100, maxLength: 150 }) },
  { weight: 1, arbitrary: fc.constant(JSON.parse(deep('[', ']', 900)) as unknown) },
)

/** Property names with a meaning in JavaScript. */
const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'id', '', ' ', 'x')

/** Bodies that are invalid or extreme JSON. */
export const hostileJson = fc.oneof(
  fc.constantFrom(
    '{',
    '[',
    '"',
    'nul',
    '{"a":1,}',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '\u0000',
    '\ufeff{}',
    deep('[', ']', 100_000),
    deep('{"a":', '}', 20_000),
    `[${'0,'.repeat(200_000)}0]`,
    `{"id":${'9'.repeat(5000)}}`,
    '{"id":1e9999}',
    '{"id":1,"id":{"id":2}}',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  hostileValue.map((value) => JSON.stringify(value)),
)

export type Step = { at: number; kind: 'replace' | 'remove' | 'add' | 'wrap'; key: string; value: unknown }

const step: fc.Arbitrary<Step> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
  key: hostileKey,
  value: hostileValue,
})

type Place = { holder: Record<string, unknown>; key: string }

/** Every place in a JSON value, the value itself first. */
function placesOf(root: Place): Place[] {
  const value = root.holder[root.key]
  if (typeof value !== 'object' || value === null) return [root]
  const holder = value as Record<string, unknown>
  return [root, ...Object.keys(holder).flatMap((key) => placesOf({ holder, key }))]
}

function change(root: { value: unknown }, { at, kind, key, value }: Step): void {
  const places = placesOf({ holder: root, key: 'value' })
  const place = places[at % places.length]!
  const current = place.holder[place.key]
  if (kind === 'replace') place.holder[place.key] = value
  else if (kind === 'wrap') place.holder[place.key] = at % 2 === 0 ? [current] : { [key]: current }
  else if (kind === 'remove') Reflect.deleteProperty(place.holder, place.key)
  else if (typeof current === 'object' && current !== null) {
    // As JSON.parse does: an own property, even for `__proto__`.
    Object.defineProperty(current, key, { value, enumerable: true, configurable: true, writable: true })
  }
}

/** One or two changes. */
export const steps: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 2 })

/** Returns a copy of `value` with the changes applied. */
export function spoil(value: unknown, changes: readonly Step[]): unknown {
  const root: { value: unknown } = { value: structuredClone(value) }
  for (const one of changes) change(root, structuredClone(one))
  return root.value
}
