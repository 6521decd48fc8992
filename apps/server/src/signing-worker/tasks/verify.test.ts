import { parseCertificate } from '@foja/pades/certificate'
import { keySigner } from '@foja/pades/key-signer'
import { sign } from '@foja/pades/sign'
import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import type { Trust } from '../protocol.ts'
import { verifyTask } from './verify.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const { privateKey, certificate } = authority.issue({ commonName: 'Inés Núñez', keyType: 'p256' })
const root = new Uint8Array(authority.root.certificate)
const intermediate = new Uint8Array(authority.intermediate.certificate)

/** Verifies a file whose signature carries only the signer's certificate. */
async function verifySigned(trust: Trust) {
  const signer = keySigner({ privateKey, certificate: parseCertificate(certificate), chain: [] })
  const { pdf } = await sign(makePdf(), signer, { signingTime: new Date() })
  const task = { ...trust, source: new Uint8Array(pdf), now: Date.now(), online: false, privateHosts: [] }
  const answer = await verifyTask(task)
  if (!('value' in answer)) throw new Error('the file could not be verified')
  const { trusted, chain } = answer.value.signatures[0]!
  return { trusted, anchors: chain.map(({ anchor }) => anchor) }
}

describe('verification with the authorities of a company', () => {
  it('completes the chain with intermediates that are no anchors', async () => {
    expect(await verifySigned({ anchors: [root] })).toEqual({ trusted: false, anchors: [] })
    expect(await verifySigned({ anchors: [], intermediates: [intermediate] })).toMatchObject({ trusted: false })
    expect(await verifySigned({ anchors: [root], intermediates: [intermediate] })).toEqual({
      trusted: true,
      anchors: [false, true],
    })
  })

  it('does not accept a timestamp anchor for a signature', async () => {
    const stamps: Trust = { anchors: [], timestampAnchors: [root], intermediates: [intermediate] }
    const { trusted, anchors } = await verifySigned(stamps)
    expect(trusted).toBe(false)
    expect(anchors).not.toContain(true)
  })
})
