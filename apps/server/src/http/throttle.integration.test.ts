import { createTestDatabase } from '@foja/testing/database'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createThrottle, slowDown, sweepThrottle } from './throttle.ts'

const { kysely: db, close } = await createTestDatabase()
afterAll(close)

const rule = { tries: 2, seconds: 60 }
let now = new Date()
beforeEach(async () => {
  now = new Date('2027-03-01T12:00:00Z')
  await db.deleteFrom('throttle').execute()
})
const clock = () => now
const advance = (ms: number) => (now = new Date(now.getTime() + ms))
const throttle = createThrottle(db, clock)

describe('a throttle', () => {
  it('allows the tries of its rule, and says how many are left and how long to wait', async () => {
    const hit = () => throttle.hit('codes', 'ana', rule)
    expect(await hit()).toEqual({ allowed: true, remaining: 1, retryAfter: 60 })
    advance(500)
    expect(await hit()).toEqual({ allowed: true, remaining: 0, retryAfter: 60 })
    advance(500)
    expect(await hit()).toEqual({ allowed: false, remaining: 0, retryAfter: 59 })
    advance(58_999)
    expect(await hit()).toEqual({ allowed: false, remaining: 0, retryAfter: 1 })
    advance(1)
    expect(await hit()).toEqual({ allowed: true, remaining: 1, retryAfter: 60 })
  })

  it('counts each name and subject apart, and several tries at once', async () => {
    expect((await throttle.hit('codes', 'ana', rule, 2)).remaining).toBe(0)
    expect((await throttle.hit('codes', 'luis', rule)).remaining).toBe(1)
    expect((await throttle.hit('links', 'ana', rule)).remaining).toBe(1)
    expect((await throttle.hit('codes', 'ana', rule)).allowed).toBe(false)
  })

  it('takes back one try, never more than there were, or all of them', async () => {
    await throttle.hit('codes', 'ana', rule, 2)
    await throttle.refund('codes', 'ana')
    expect((await throttle.hit('codes', 'ana', rule)).remaining).toBe(0)
    await throttle.reset('codes', 'ana')
    await throttle.refund('codes', 'ana')
    expect((await throttle.hit('codes', 'ana', rule)).remaining).toBe(1)
    for (let count = 0; count < 3; count += 1) await throttle.refund('codes', 'ana')
    expect((await throttle.hit('codes', 'ana', rule)).remaining).toBe(1)
  })

  it('slows strangers down as a refusal, and users as a pause', async () => {
    const slow = async (actor?: object) => await slowDown({ db, clock, actor: actor ?? null }, 'codes', 'ana', rule)
    await slow()
    await slow()
    await expect(slow()).rejects.toMatchObject({ code: 'too_many_attempts', options: { retryAfter: 60 } })
    await expect(slow({})).rejects.toMatchObject({ code: 'paused', options: { retryAfter: 60 } })
  })

  it('forgets windows that began more than a day ago', async () => {
    await throttle.hit('codes', 'ana', rule)
    advance(1)
    await throttle.hit('codes', 'luis', rule)
    const rows = async () => (await db.selectFrom('throttle').select('key').execute()).length
    advance(24 * 3_600_000 - 1)
    await sweepThrottle(db, now)
    expect(await rows()).toBe(2)
    advance(1)
    await sweepThrottle(db, now)
    expect(await rows()).toBe(1)
  })
})
