import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from './texts/verdict.en.ts'
import { verdict as es } from './texts/verdict.ts'
import { createFormat } from '../lib/format/format.ts'
import { changeOf, reportOf as report, signerOf } from '../test/signature-report.ts'
import {
  awaitsRevocation,
  badgeOf,
  sentenceOf,
  signerName,
  verdictOf,
  warningsOf,
  worstFirst,
} from './describe-signature.ts'

/** Every warning code in the sources of the engine. */
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

describe('texts for signature warnings', () => {
  const engine = codesOfEngine()

  it('are tested with the codes found in the engine', () => {
    for (const code of [
      'revocation_not_checked',
      'timestamp_invalid',
      'timestamp_weak',
      'cms_damaged',
      'gap_is_not_contents',
    ])
      expect(engine).toContain(code)
  })

  it.each([...engine, 'weak_digest_md5', 'weak_digest_sha1', 'weak_key'])('have one for %s', (code) => {
    for (const texts of [es.warnings, en.warnings]) {
      const shown = warningsOf(report({ warnings: [code] }), texts)
      expect(shown).toHaveLength(1)
      expect(shown[0]).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('skip unknown codes and duplicates', () => {
    const warnings = ['cms_damaged', 'repeated_key', 'new_code_of_tomorrow']
    expect(warningsOf(report({ warnings }), es.warnings)).toEqual([es.warnings['damaged']])
  })
})

const format = createFormat('es-EC')
const filled = changeOf({ field: 'monto', before: '100', after: '1.000.000', page: 1 })

describe('the sentence about a signature', () => {
  it('is short because the signer’s name stands above it', () => {
    expect(sentenceOf(report({}), es, format)).toBe(
      'No ha cambiado desde que se firmó y Security Data S. A. responde por su identidad.',
    )
    const unknown = report({ indication: 'INDETERMINATE', subindication: 'NO_CERTIFICATE_CHAIN_FOUND', trusted: false })
    expect(sentenceOf(unknown, en, format)).toMatch(/we do not know who issued the certificate: Security Data/)
  })

  it('says when it was signed and which authority certifies the time', () => {
    const signed_at = new Date(2026, 10, 18, 10, 12).toISOString()
    expect(sentenceOf(report({ signed_at }), es, format)).toMatch(
      /^Firmó el 18 nov 2026, 10:12, según su equipo\. No ha/,
    )
    const seal = { kind: 'signature', time: signed_at, tsa: 'Banco Central', valid: true, trusted: true } as const
    const sealed = report({ signed_at, time_source: 'timestamp', timestamps: [{ ...seal, problems: [] }] })
    expect(sentenceOf(sealed, es, format)).toMatch(
      /^Firmó el 18 nov 2026, 10:12\. La hora la certifica Banco Central\./,
    )
    const doubtful = { ...sealed, timestamps: [{ ...seal, trusted: false, problems: [] }] }
    expect(sentenceOf(doubtful, es, format)).not.toContain('certifica')
  })

  it('says that the authority has not answered', () => {
    const waiting = report({ indication: 'INDETERMINATE', subindication: 'TRY_LATER', revocation: 'unknown' })
    expect(sentenceOf({ ...waiting, warnings: ['revocation_unknown'] }, es, format)).toBe(
      'No ha cambiado desde que se firmó, pero Security Data S. A. aún no responde si el certificado sigue vigente.',
    )
  })

  it('says why the revocation status is unknown', () => {
    const open = report({ indication: 'INDETERMINATE', subindication: 'TRY_LATER', revocation: 'unknown' })
    const because = (...warnings: string[]) => sentenceOf({ ...open, warnings }, es, format)
    expect(because('revocation_unknown', 'revocation_stale')).toMatch(/la última respuesta .* es anterior a la firma/)
    expect(because('revocation_unknown', 'revocation_without_source')).toMatch(/no dice dónde preguntar/)
    expect(because('issuer_revocation_unknown')).toBe('La frase del servidor.')
    expect(awaitsRevocation({ ...open, warnings: ['revocation_stale'] })).toBe(true)
    expect(awaitsRevocation({ ...open, warnings: ['revocation_without_source'] })).toBe(false)
  })

  it('never says that nothing changed when something did', () => {
    const changed = sentenceOf(report({ additions: [filled] }), es, format)
    expect(changed).toBe('Después hubo un cambio que el PDF permitía.')
  })

  it('is the server’s when there is more to explain', () => {
    const changed = report({
      indication: 'TOTAL_FAILED',
      subindication: 'MODIFIED_AFTER_SIGNING',
      modified_after: true,
    })
    expect(sentenceOf(changed, es, format)).toBe('La frase del servidor.')
    expect(sentenceOf(report({ warnings: ['revoked_later'] }), es, format)).toBe('La frase del servidor.')
    expect(sentenceOf(report({ signer: null }), es, format)).toBe('La frase del servidor.')
    const unjudged = report({ indication: 'INDETERMINATE', subindication: 'GENERIC', integrity: false })
    expect(sentenceOf(unjudged, es, format)).toBe('La frase del servidor.')
  })
})

describe('the badge of a signature', () => {
  it('is not plain green after a field was filled', () => {
    const changed = report({ additions: [filled] })
    expect(verdictOf(changed)).toBe('changed')
    expect(badgeOf(changed, es)).toBe('Válida, con un cambio')
    expect(badgeOf(report({ additions: [filled, changeOf({ field: 'plazo', after: '30' })] }), es)).toBe(
      'Válida, con 2 cambios',
    )
  })

  it('says that a simple signature is one, in its name and sentence too', () => {
    const simple = report({ simple: { nombre: 'Ana Ácuña' }, explanation: 'Firma simple de Ana Ácuña: …' })
    expect(badgeOf(simple, es)).toBe('Firma simple')
    expect(signerName(simple, es)).toBe('Firma simple de Ana Ácuña')
    expect(sentenceOf(simple, es, format)).toBe('Firma simple de Ana Ácuña: …')
    expect(badgeOf({ ...simple, indication: 'TOTAL_FAILED', integrity: false }, es)).toBe(es.badges.broken)
  })

  it('stays green after another signature and validation data', () => {
    const kinds = ['signature_added', 'field_signed', 'timestamp_added', 'validation_data_added', 'metadata_changed']
    expect(verdictOf(report({ additions: kinds.map((kind) => changeOf({ kind })) }))).toBe('passed')
  })

  it('says revoked even if the time of signing is unknown', () => {
    const revoked = report({ indication: 'INDETERMINATE', subindication: 'REVOKED_NO_POE', revocation: 'revoked' })
    expect(badgeOf(revoked, es)).toBe('Revocada')
  })

  it('counts an unknown addition as a change', () => {
    expect(verdictOf(report({ additions: [changeOf({ kind: 'kind_of_tomorrow' })] }))).toBe('changed')
  })

  it('worstFirst sorts failed, changed, open, passed', () => {
    const signatures = [
      report({ field: 'passed' }),
      report({ field: 'open', indication: 'INDETERMINATE' }),
      report({ field: 'changed', additions: [filled] }),
      report({ field: 'failed', indication: 'TOTAL_FAILED', signer: signerOf('X') }),
    ]
    expect(worstFirst(signatures).map(({ field }) => field)).toEqual(['failed', 'changed', 'open', 'passed'])
  })
})
