import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCase, expectProblem, namedKeys, openOffice, storedKeys } from '../../../test/office.ts'
import { giveSigner } from '../../../test/people.ts'
import { detailsOf, position, sign, signedOf, verify } from '../../../test/signing.ts'

const office = await openOffice()
await giveSigner(office.gestor, 'Gael Gestor Ibáñez')
await giveSigner(office.usuario, 'Úrsula Usuaria Peña')
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())
afterEach(async () => expect(await storedKeys(office)).toEqual(await namedKeys(office)))

describe('idempotent signing', () => {
  it('returns the same result for the same key, also later', async () => {
    const { document } = await createCase(office.usuario)
    const key = randomUUID()
    const first = await signedOf(await sign(office.usuario, document, { sha256: document.sha256 }, key))
    expect(await signedOf(await sign(office.usuario, document, { sha256: document.sha256 }, key))).toEqual(first)
    await signedOf(await sign(office.gestor, document))
    expect(await signedOf(await sign(office.usuario, document, { sha256: document.sha256 }, key))).toEqual(first)
    const other = await sign(office.usuario, document, { sha256: '1'.repeat(64) }, key)
    await expectProblem(other, 400, 'id_in_use')
    for (const more of [{ position }, { reason: 'Otra' }, { appearance: 'text' }]) {
      const changed = await sign(office.usuario, document, { sha256: document.sha256, ...more }, key)
      await expectProblem(changed, 400, 'id_in_use')
    }
    const withOther = { sha256: document.sha256, password: 'otra' }
    expect(await signedOf(await sign(office.usuario, document, withOther, key))).toEqual(first)
  })

  it('creates one version from parallel requests with the same key', async () => {
    const { document } = await createCase(office.usuario)
    const key = randomUUID()
    const send = async () => signedOf(await sign(office.usuario, document, {}, key))
    const results = await Promise.all(Array.from({ length: 12 }, send))
    expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1)
    expect((await verify(office.usuario, document)).signatures).toHaveLength(1)
  })

  it('creates one version from a hundred parallel requests', async () => {
    const { document } = await createCase(office.usuario)
    const send = (_: unknown, n: number) =>
      sign(n % 5 === 0 ? office.gestor : office.usuario, document, { sha256: document.sha256 })
    const answers = await Promise.all(Array.from({ length: 100 }, send))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) await expectProblem(answer, 400, 'stale_document')
    expect(await detailsOf(office.usuario, document)).toMatchObject({ version: 2, signatures: { count: 1 } })
  })

  it('lets one user sign many documents in parallel', async () => {
    const cases = await Promise.all(Array.from({ length: 14 }, () => createCase(office.usuario)))
    const results = await Promise.all(cases.map(async ({ document }) => signedOf(await sign(office.usuario, document))))
    expect(results.every(({ version }) => version === 2)).toBe(true)
  })
})
