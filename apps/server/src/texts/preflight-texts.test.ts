import { parseCertificate } from '@foja/pades/certificate'
import { preflight } from '@foja/pades/preflight'
import { createTestAuthority } from '@foja/testing/ca'
import { expect, it } from 'vitest'
import { preflightTexts } from './preflight-texts.ts'

it.each([
  ['B-B', 'Puedes firmar; consulta otra vez más tarde.'],
  ['B-T', 'Puedes firmar; consulta otra vez más tarde.'],
  ['B-LT', 'Inténtalo más tarde, o firma con un nivel menor (B-T o B-B).'],
  ['B-LTA', 'Inténtalo más tarde, o firma con un nivel menor (B-T o B-B).'],
] as const)('advises a lower level only where the revocation status is required: %s', (level, advice) => {
  const now = new Date('2026-02-01T12:00:00Z')
  const authority = createTestAuthority({ now, keyType: 'p256' })
  const { certificate, chain } = authority.issue({ commonName: 'Ana', keyType: 'p256' })
  const lines = preflight({
    certificate: parseCertificate(certificate),
    chain: chain.map(parseCertificate),
    anchors: [parseCertificate(authority.root.certificate)],
    level,
    now,
    revocation: {
      status: 'unknown',
      source: null,
      revokedAt: null,
      reason: null,
      thisUpdate: null,
      nextUpdate: null,
      producedAt: null,
      responder: null,
      evidence: null,
      problems: [],
    },
    tsa: true,
  })
  const line = lines.find(({ check }) => check === 'revocation_status')
  expect(line && preflightTexts(line, false).advice?.es).toBe(advice)
})
