import type { Share } from '@foja/contracts/shares'
import { verify } from '@node-rs/argon2'
import { afterAll, expect, it, vi } from 'vitest'
import { bodyOf, createCase, expectProblem, startOffice } from '../../../../test/office.ts'

// In the process round, whose files have their own modules.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<Record<string, unknown> & { verify: typeof verify }>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})

const office = await startOffice()
afterAll(() => office.close())

it('lets sixty passwords of one address wait at a link, and refuses more with a retry delay', async () => {
  const { document } = await createCase(office.usuario)
  const wish = { id_documento: document.id_documento, password: 'clave del enlace' }
  const { share } = await bodyOf<Share & { share: string }>(
    await office.usuario.post('/api/v1/create_share_document/', wish),
    201,
  )
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  vi.mocked(verify).mockImplementation(async () => {
    await gate
    return true
  })
  const open = async () =>
    await fetch(`${office.server.origin}/api/v1/get_document_share/?share=${share}`, {
      headers: { 'x-share-password': wish.password },
    })
  const all = Array.from({ length: 63 }, open)
  const refused = await Promise.race(all)
  expect(refused.headers.get('retry-after')).toBe('5')
  await expectProblem(refused, 429, 'too_many_attempts')
  // All have arrived when the third is refused.
  const answers: number[] = []
  await new Promise<void>((resolve) => {
    for (const one of all) void one.then(({ status }) => answers.push(status) === 3 && resolve())
  })
  expect(answers).toEqual([429, 429, 429])
  release()
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
})
