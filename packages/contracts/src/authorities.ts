import * as z from 'zod/mini'
import { sha256Hex, timestamp } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

/** ISO 3166-1 alpha-2 */
const country = z.string().check(z.regex(/^[A-Z]{2}$/))

/** Confidence that a certificate belongs to the authority: two publishers, several copies from one, or one copy. */
export const confidences = ['confirmed', 'one_publisher', 'one_source'] as const

/** Remarks about a certificate. `version_1`: the certificate does not state that it is an authority's. */
export const authorityNotes = [
  'root_not_found',
  'issued_abroad',
  'key_signed_confirmed',
  'sha1_signature',
  'version_1',
] as const

/** An authority that ships with Foja. */
export const authoritySchema = z.strictObject({
  fingerprint: sha256Hex,
  /** The authority's own country first, then the others where it issues. */
  paises: z.array(country),
  subject: z.string(),
  organization: z.nullable(z.string()),
  kind: z.enum(['root', 'intermediate']),
  /** `timestamps`: a timestamp authority only. */
  purpose: z.enum(['general', 'timestamps']),
  /** The issuer; null for a root and when unknown. */
  issuer: z.nullable(z.string()),
  key: z.string(),
  not_before: timestamp,
  not_after: timestamp,
  /** Independent publishers that carry the same certificate. */
  sources: z.int(),
  confidence: z.enum(confidences),
  /** The national program that all copies come from. */
  publisher: z.nullable(z.string()),
  /** Public repositories that carry it. */
  found_in: z.array(z.string()),
  notes: z.array(z.enum(authorityNotes)),
  /** False for an intermediate that only completes chains: the switch belongs to its root. */
  has_switch: z.boolean(),
  /** The admin's choice or the shipped default; without a switch, whether the root is on. */
  on: z.boolean(),
  /** True when its signatures are recognised: the authority and one of its countries are on. */
  counts: z.boolean(),
  /** Number of shipped intermediates whose chains lead to it. */
  intermediates: z.int(),
})
export type Authority = z.infer<typeof authoritySchema>

export const authorityCountrySchema = z.strictObject({
  pais: country,
  on: z.boolean(),
  /** Authorities with a switch, and how many of them are on. */
  total: z.int(),
  active: z.int(),
})
export type AuthorityCountry = z.infer<typeof authorityCountrySchema>

export const listAuthorityCountries = defineEndpoint({
  name: 'listAuthorityCountries',
  method: 'GET',
  path: '/api/v1/list_authority_countries/',
  policy: 'trust.list',
  summary: 'Los países cuyas autoridades vienen con Foja, con cuántas cuentan.',
  tag: 'Autoridades',
  replies: { 200: z.array(authorityCountrySchema) },
  errors: [],
})

export const listAuthorities = defineEndpoint({
  name: 'listAuthorities',
  method: 'GET',
  path: '/api/v1/list_authorities/',
  policy: 'trust.list',
  summary: 'Las autoridades que vienen con Foja, de un país o la de una huella.',
  tag: 'Autoridades',
  query: z.object({ pais: z.optional(country), fingerprint: z.optional(sha256Hex) }),
  replies: { 200: z.array(authoritySchema) },
  errors: ['validation_failed'],
})

export const setAuthority = defineEndpoint({
  name: 'setAuthority',
  method: 'POST',
  path: '/api/v1/set_authority/',
  policy: 'trust.switch',
  summary: 'Enciende o apaga una autoridad que viene con Foja; al encenderla, también su país.',
  tag: 'Autoridades',
  body: z.strictObject({ fingerprint: sha256Hex, on: z.boolean() }),
  replies: { 200: authoritySchema },
  errors: ['validation_failed', 'not_found'],
})

export const setAuthorityCountry = defineEndpoint({
  name: 'setAuthorityCountry',
  method: 'POST',
  path: '/api/v1/set_authority_country/',
  policy: 'trust.switch',
  summary: 'Enciende o apaga un país entero.',
  tag: 'Autoridades',
  body: z.strictObject({ pais: country, on: z.boolean() }),
  replies: { 200: authorityCountrySchema },
  errors: ['validation_failed', 'not_found'],
})
