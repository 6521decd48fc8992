import * as z from 'zod/mini'

const digest = z.string().check(z.regex(/^[\da-f]{64}$/))
const text = z.nullable(z.string())
const instant = z.union([
  z.date(),
  z.pipe(
    z.iso.datetime({ precision: 3 }),
    z.transform((value: string) => new Date(value)),
  ),
])

/** A line of an exported history. Instants are ISO 8601 in UTC, hashes lower-case hex, tokens DER in base64. */
export const exportLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('foja-history'), version: z.literal(1), at: instant }),
  z.strictObject({ kind: z.literal('counter'), shard: z.int(), chains: z.int(), mac: z.string() }),
  z.strictObject({
    kind: z.literal('root'),
    no: z.int(),
    at: instant,
    chains: z.int(),
    events: z.int(),
    changed: z.int(),
    heads: digest,
    prev_hash: digest,
    hash: digest,
    mac: z.string(),
    token: z.nullable(z.base64()),
    tsa: text,
    stamped_at: z.nullable(instant),
  }),
  /** A head that the root before it is the first to contain. */
  z.strictObject({ kind: z.literal('root_head'), chain: z.string(), seq: z.int(), hash: digest }),
  z.strictObject({
    kind: z.literal('event'),
    id: z.int(),
    chain: z.string(),
    seq: z.int(),
    id_solicitud_main: text,
    id_company: text,
    id_documento: text,
    actor: text,
    actor_label: z.string(),
    action: z.string(),
    data: z.record(z.string(), z.unknown()),
    ip: text,
    at: instant,
    prev_hash: digest,
    hash: digest,
  }),
  /** The end of the chain whose events are before it. */
  z.strictObject({
    kind: z.literal('head'),
    chain: z.string(),
    seq: z.int(),
    hash: digest,
    no: z.nullable(z.int()),
    sealed_from: z.nullable(instant),
    mac: text,
  }),
  /** SHA-256 of every byte before it. */
  z.strictObject({ kind: z.literal('end'), events: z.int(), sha256: digest }),
])

export type ExportLine = z.output<typeof exportLine>
