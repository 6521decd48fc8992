import { describe, expect, it } from 'vitest'
import { openTestServer } from '../../../../test/test-server.ts'
import { createThrottle, type Throttle } from '../../../http/throttle.ts'
import { createDevices } from './devices.ts'
import { signIn } from './sign-in.ts'

const server = await openTestServer()

/** Tries of one address, of which the first is held until `release`. */
function holdLine(ip: string) {
  const { deps, app } = server
  const counting = createThrottle(deps.db, deps.clock)
  let [tried, release] = [0, () => {}]
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const throttle: Throttle = {
    ...counting,
    hit: async (name, ...rest) => {
      if (name === 'sign-in address') tried += 1
      await held
      return await counting.hit(name, ...rest)
    },
  }
  const known = { ...deps, log: app.log, throttle, devices: createDevices(deps.keys.derive('devices')) }
  const none = { code: '', passkey: undefined, browser: '', persistent: false, device: undefined }
  const send = async (hasLeft = () => false) =>
    await signIn(known, { email: 'nadie@foja.example', password: 'no es', ...none }, { ip, userAgent: null, hasLeft })
  return { send, release: () => release(), tried: () => tried }
}

describe('the line of sign-ins of an address in unknown browsers', () => {
  it('holds sixty tries; the rest is answered at once', async () => {
    const line = holdLine('203.0.113.7')
    const all = Array.from({ length: 65 }, async () => await line.send())
    // Held tries cannot end, so the first five that do were refused.
    const first: string[] = []
    await new Promise<void>((resolve) => {
      const note = async (one: (typeof all)[number]) => {
        first.push((await one).outcome)
        if (first.length === 5) resolve()
      }
      for (const one of all) void note(one)
    })
    expect(first).toEqual(Array.from({ length: 5 }, () => 'busy'))
    line.release()
    const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome)
    expect(outcomes.filter((one) => one === 'busy')).toHaveLength(5)
    expect(outcomes.filter((one) => one === 'wrong')).toHaveLength(10)
    // The line is empty again: sixty fit. These tries end at once, so a 61st could find a free place.
    const again = await Promise.all(Array.from({ length: 60 }, async () => (await line.send()).outcome))
    expect(again).toEqual(Array.from({ length: 60 }, () => 'too_many'))
  })

  it('skips clients that have left', async () => {
    const line = holdLine('203.0.113.8')
    const [first, left] = [line.send(), line.send(() => true)]
    line.release()
    await Promise.all([first, left])
    expect(line.tried()).toBe(1)
  })
})
