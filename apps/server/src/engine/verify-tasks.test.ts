import { parseCertificate } from '@foja/pades/certificate'
import { keySigner } from '@foja/pades/key-signer'
import { sign } from '@foja/pades/sign'
import { createTestAuthority } from '@foja/testing/ca'
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import type { Trust } from './engine-protocol.ts'
import { verifyTask } from './verify-tasks.ts'

const authority = createTestAuthority({ keyType: 'p256' })
const { privateKey, certificate } = authority.issue({ commonName: 'Inés Núñez', keyType: 'p256' })
const root = new Uint8Array(authority.root.certificate)
const intermediate = new Uint8Array(authority.intermediate.certificate)

/** What is said of a signature that brings the signer's certificate alone. */
async function judge(trust: Trust) {
  const signer = keySigner({ privateKey, certificate: parseCertificate(certificate), chain: [] })
  const { pdf } = await sign(makePdf(), signer, { signingTime: new Date() })
  const task = { ...trust, source: new Uint8Array(pdf), now: Date.now(), online: false, privateHosts: [] }
  const answer = await verifyTask(task)
  if (!('value' in answer)) throw new Error('the file could not be verified')
  const { trusted, chain } = answer.value.signatures[0]!
  return { trusted, anchors: chain.map(({ anchor }) => anchor) }
}

describe('verifying with what a company trusts', () => {
  it('completes the chain of a signature with intermediates that are no anchors', async () => {
    expect(await judge({ anchors: [root] })).toEqual({ trusted: false, anchors: [] })
    expect(await judge({ anchors: [], intermediates: [intermediate] })).toMatchObject({ trusted: false })
    expect(await judge({ anchors: [root], intermediates: [intermediate] })).toEqual({
      trusted: true,
      anchors: [false, true],
    })
  })

  it('takes an anchor for timestamps alone for no person', async () => {
    const stamps: Trust = { anchors: [], timestampAnchors: [root], intermediates: [intermediate] }
    const { trusted, anchors } = await judge(stamps)
    expect(trusted).toBe(false)
    expect(anchors).not.toContain(true)
  })
})
