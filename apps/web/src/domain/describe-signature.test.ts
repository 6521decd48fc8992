import type { SignatureReport } from '@foja/contracts/verification'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verdict as en } from '../i18n/en/verdict.ts'
import { verdict as es } from '../i18n/es/verdict.ts'
import { sentenceOf, warningsOf } from './describe-signature.ts'

const report = (change: Partial<SignatureReport>): SignatureReport => ({
  field: 'Firma 1',
  kind: 'signature',
  indication: 'TOTAL_PASSED',
  subindication: null,
  signer: {
    name: 'LUCÍA PEÑAHERRERA',
    serial: '01',
    issuer: 'Security Data S. A.',
    identificacion: null,
    valid_from: '2026-01-01T00:00:00.000Z',
    valid_to: '2028-01-01T00:00:00.000Z',
    key_type: 'RSA 2048',
    fingerprint: 'ab',
  },
  chain: [],
  level: 'B-B',
  signed_at: null,
  claimed_at: null,
  timestamps: [],
  time_source: 'claimed',
  integrity: true,
  covers_whole_file: true,
  signed_bytes: 8,
  modified_after: false,
  modifications: [],
  additions: [],
  trusted: true,
  revocation: 'not_checked',
  revocation_source: null,
  revoked_at: null,
  reason: null,
  location: null,
  page: 1,
  rectangle: null,
  warnings: [],
  explanation: 'La frase del servidor.',
  ...change,
})

/** Every code that the engine may warn with, as its sources write them. */
function codesOfEngine(): string[] {
  const folder = join(import.meta.dirname, '../../../../packages/pades/src')
  const written =
    /(?:warning(?::| =)|warn\(report,|unknown\(|formatFailure\(|CmsError\(|(?:undecided|failed)\('\w+',) ?'(\w+)'/g
  const returned = /(?:return|:) '(\w+)'/g
  const codes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const source = readFileSync(join(folder, name), 'utf8')
      return [...source.matchAll(written), ...(name.endsWith('byte-range.ts') ? source.matchAll(returned) : [])]
    })
  return [...new Set(codes.map((match) => match[1] ?? ''))]
}

describe('the warnings of a signature', () => {
  const engine = codesOfEngine()

  it('knows the codes of the engine', () => {
    for (const code of [
      'revocation_not_checked',
      'timestamp_invalid',
      'timestamp_weak',
      'cms_damaged',
      'gap_is_not_contents',
    ])
      expect(engine).toContain(code)
  })

  it.each([...engine, 'weak_digest_md5', 'weak_digest_sha1', 'weak_key'])('says %s in words', (code) => {
    for (const texts of [es.warnings, en.warnings]) {
      const told = warningsOf(report({ warnings: [code] }), texts)
      expect(told).toHaveLength(1)
      expect(told[0]).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('keeps a code that it does not know from people, and says nothing twice', () => {
    const warnings = ['cms_damaged', 'repeated_key', 'new_code_of_tomorrow']
    expect(warningsOf(report({ warnings }), es.warnings)).toEqual([es.warnings['damaged']])
  })
})

describe('the sentence under the name', () => {
  it('is short where the name stands above it', () => {
    expect(sentenceOf(report({}), es)).toBe(
      'No ha cambiado desde que se firmó y Security Data S. A. responde por su identidad.',
    )
    const unknown = report({ indication: 'INDETERMINATE', subindication: 'NO_CERTIFICATE_CHAIN_FOUND', trusted: false })
    expect(sentenceOf(unknown, en)).toMatch(/we do not know who issued the certificate: Security Data/)
  })

  it('is the server’s wherever there is more to tell', () => {
    const changed = report({ indication: 'TOTAL_FAILED', subindication: 'MODIFIED_AFTER_SIGNING' })
    expect(sentenceOf(changed, es)).toBe('La frase del servidor.')
    expect(sentenceOf(report({ covers_whole_file: false }), es)).toBe('La frase del servidor.')
    expect(sentenceOf(report({ signer: null }), es)).toBe('La frase del servidor.')
  })
})
